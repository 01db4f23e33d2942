from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from catalog.api import contents, drafts, labels, releases, schema
from catalog.api.converters import LABEL, TOOL
from catalog.api.docs import docs
from catalog.api.listings import ListingDetail, ListingList
from catalog.api.tools import ToolList

__all__ = ["schema", "urlpatterns"]  # the first only has to be there

urlpatterns = [
    path("v1/listings/", ListingList.as_view(), name="api-listings"),
    path("v1/listings/<str:public_id>/", ListingDetail.as_view(), name="api-listing"),
    path("v1/tools/", ToolList.as_view(), name="api-tools"),
    path("v1/handlers/", drafts.HandlerList.as_view(), name="api-handlers"),
    path("v1/drafts/", drafts.DraftList.as_view(), name="api-drafts"),
    path(f"v1/drafts/<{TOOL}:name>/", drafts.DraftDetail.as_view(), name="api-draft"),
    path(f"v1/drafts/<{TOOL}:name>/reset/", drafts.DraftReset.as_view(), name="api-draft-reset"),
    path("v1/instructions/", drafts.InstructionsDetail.as_view(), name="api-instructions"),
    path("v1/lint/", contents.LintReport.as_view(), name="api-lint"),
    path("v1/diff/", contents.Diff.as_view(), name="api-diff"),
    path("v1/export/", contents.Export.as_view(), name="api-export"),
    path("v1/import/", contents.Import.as_view(), name="api-import"),
    path("v1/releases/", releases.ReleaseList.as_view(), name="api-releases"),
    path("v1/releases/<int:number>/", releases.ReleaseDetail.as_view(), name="api-release"),
    path("v1/releases/<int:number>/approve/", releases.ReleaseApproval.as_view(), name="api-release-approve"),
    path("v1/releases/<int:number>/reject/", releases.ReleaseRejection.as_view(), name="api-release-reject"),
    path("v1/labels/", labels.LabelList.as_view(), name="api-labels"),
    path(f"v1/labels/<{LABEL}:name>/", labels.LabelDetail.as_view(), name="api-label"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
]
