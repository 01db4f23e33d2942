from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from catalog.api.docs import docs
from catalog.api.listings import ListingDetail, ListingList
from catalog.api.tools import ToolList

urlpatterns = [
    path("v1/listings/", ListingList.as_view(), name="api-listings"),
    path("v1/listings/<str:public_id>/", ListingDetail.as_view(), name="api-listing"),
    path("v1/tools/", ToolList.as_view(), name="api-tools"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
]
