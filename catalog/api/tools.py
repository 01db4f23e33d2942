"""GET /api/v1/tools/: the live release as a model reads it."""

from dataclasses import dataclass
from datetime import datetime

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from catalog.api.shapes import AnswerErrorSerializer, CatalogueSerializer
from catalog.errors import ShortlistError
from catalog.models import Release
from catalog.tools.compile import CompiledTool, compile_content
from catalog.tools.content import CatalogueContent
from catalog.tools.labels import live_release


@dataclass(frozen=True)
class LiveCatalogue:
    """A release, compiled."""

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
        release = live_release()
        if release is None:
            raise ShortlistError("no_release", "Nothing is published yet.", "Publish the drafts in the admin.")
        return Response(CatalogueSerializer(_compiled(release)).data)


def _compiled(release: Release) -> LiveCatalogue:
    catalogue = compile_content(CatalogueContent.model_validate(release.content))
    return LiveCatalogue(release.number, release.sha256, release.created_at, catalogue.instructions, catalogue.tools)
