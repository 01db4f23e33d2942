from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from mcp_bridge.preview import (
    connect,
    for_model,
    fragments,
    gallery,
    jobs,
    pages,
    sandbox,
    simulator,
    style,
    try_it,
    who_has_what,
    wire,
)

urlpatterns = [
    path("", pages.home, name="home"),
    path("connect/", connect.connect, name="connect"),
    path("favicon.ico", RedirectView.as_view(url=static("shortlist/icon.svg"), permanent=True)),
    path("board.css", style.board_css, name="board_css"),
    path("jobs/<str:public_id>/", jobs.job, name="job"),
    path("jobs/<str:public_id>/apply/", jobs.apply, name="apply"),
    path("preview/", gallery.gallery, name="gallery"),
    path("preview/states/<str:widget>/<str:slug>/", gallery.frame, name="frame"),
    path("preview/host/<str:widget>/", simulator.simulator, name="simulator"),
    path("preview/sandbox/", sandbox.sandbox, name="sandbox"),
    path("preview/wire/<int:tool_id>/", wire.wire, name="wire"),
    path("preview/model/<str:public_id>/", for_model.for_model, name="for_model"),
    path("preview/clients/", who_has_what.who_has_what, name="who_has_what"),
    path("preview/try/<str:tool>/", try_it.try_it, name="try_it"),
    path("w/<str:handler>/", fragments.fragment, name="fragment"),
]
