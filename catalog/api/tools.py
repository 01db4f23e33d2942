"""GET /api/v1/tools/: the live release as a model reads it."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from catalog.api.shapes import AnswerErrorSerializer, CatalogueSerializer
from catalog.errors import ShortlistError
from catalog.models import Release, ReleaseLabel
from catalog.tools.compile import CompiledTool
from catalog.tools.content import CatalogueContent
from catalog.tools.fitting import FittingCatalogue, fit_content
from catalog.tools.labels import LIVE


@dataclass(frozen=True)
class LiveCatalogue:
    """A release, compiled; `published_at` is when `live` was moved to it."""

    release: int
    sha256: str
    published_at: datetime
    instructions: str
    tools: tuple[CompiledTool, ...]


class ToolList(APIView):
    """The tools that clients are served now."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="list_tools",
        summary="Read the live tool catalogue",
        responses={200: CatalogueSerializer, 503: AnswerErrorSerializer},
    )
    def get(self, _request: Request) -> Response:
        """Names, texts and schemas, in the order in which a client lists them."""
        label = ReleaseLabel.objects.select_related("release").defer("release__content").filter(name=LIVE).first()
        if label is None:
            raise ShortlistError("no_release", "Nothing is published yet.", "Publish the drafts in the admin.")
        return Response(CatalogueSerializer(_live(label)).data)


def _live(label: ReleaseLabel) -> LiveCatalogue:
    release = label.release
    catalogue = _compiled(release.number, release.sha256)
    return LiveCatalogue(release.number, release.sha256, label.moved_at, catalogue.instructions, catalogue.tools)


@lru_cache(maxsize=2)
def _compiled(number: int, _sha256: str) -> FittingCatalogue:
    """A release never changes, so it is read and compiled once."""
    content = Release.objects.values_list("content", flat=True).get(pk=number)
    return fit_content(CatalogueContent.model_validate(content))
