"""The drafts, or what a label or a number stands for: judged by the lint, compared, written as a file, and read from one."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.answers import READING, WRITING, Comparison, ImportedDrafts, Lint, answers, errors
from catalog.api.parameters import ContentQuery, DiffQuery, ImportQuery
from catalog.api.parsers import YamlParser
from catalog.api.staff import StaffView
from catalog.errors import FieldProblem, ShortlistError
from catalog.tools.audit import Person
from catalog.tools.classes import changes_of, worst
from catalog.tools.compile import compile_content
from catalog.tools.content import CatalogueContent
from catalog.tools.drafts import draft_content, locked_drafts, refuse_unread
from catalog.tools.exchange import (
    IMPORTING,
    Imported,
    content_named,
    export_text,
    import_drafts,
    preview_import,
    read_content,
)
from catalog.tools.lint import lint

YAML = "application/yaml"


class YamlRenderer(BaseRenderer):
    """A text that is YAML already."""

    media_type = YAML
    format = "yaml"

    def render(self, data: str, *context: object) -> bytes:
        """As it is."""
        del context
        return data.encode()


class LintReport(StaffView):
    """What the lint says."""

    needs = {"GET": ("catalog.view_tool",)}

    @extend_schema(
        operation_id="lint",
        summary="Ask the lint",
        parameters=ContentQuery.described(),
        responses=answers(Lint, READING, 400, 404),
    )
    def get(self, request: Request) -> Response:
        """Of the drafts, or of what `of` names. Errors stand in the way of publishing; the rest is advice."""
        report = lint(content_named(ContentQuery.read(request.query_params).of))
        return Response(Lint.model_validate(report.as_json()).model_dump(mode="json"))


class Diff(StaffView):
    """Two contents, compared."""

    needs = {"GET": ("catalog.view_release", "catalog.view_tool")}

    @extend_schema(
        operation_id="diff",
        summary="Compare drafts, labels and releases",
        parameters=DiffQuery.described(),
        responses=answers(Comparison, READING, 400, 404),
    )
    def get(self, request: Request) -> Response:
        """By default, what publishing the drafts would change. Each change is safe, careful or breaking, with the reason."""
        query = DiffQuery.read(request.query_params)
        found = changes_of(content_named(query.old), content_named(query.new))
        shown = Comparison(old=query.old, new=query.new, worst=worst(found), changes=list(found))
        return Response(shown.model_dump(mode="json"))


class Export(StaffView):
    """The catalogue as a file."""

    needs = {"GET": ("catalog.view_tool",)}
    renderer_classes = [YamlRenderer]

    @extend_schema(
        operation_id="export",
        summary="Write the catalogue as a file",
        parameters=ContentQuery.described(),
        responses={(200, YAML): CatalogueContent} | errors(READING, 400, 404),
    )
    def get(self, request: Request) -> Response:
        """YAML in stable order: the drafts, those that are switched off too, or what `of` names."""
        of = ContentQuery.read(request.query_params).of
        return Response(export_text(draft_content() if of == "draft" else content_named(of)))

    def handle_exception(self, exc: Exception) -> Response:
        """An error is JSON, as everywhere."""
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        return super().handle_exception(exc)


class Import(StaffView):
    """The drafts from a file."""

    needs = {"POST": IMPORTING}
    parser_classes = [YamlParser]

    @extend_schema(
        operation_id="import",
        summary="Make the drafts say what a file says",
        parameters=ImportQuery.described(),
        request={YAML: CatalogueContent},
        responses=answers(ImportedDrafts, WRITING, 409),
    )
    def post(self, request: Request) -> Response:
        """Drafts that the file doesn't hold are taken away; the audit keeps them. Publishes nothing.

        What a dry run answers as `reviewed`, sent along, keeps an import from writing over drafts that nobody has read."""
        query = ImportQuery.read(request.query_params)
        sent: Any = request.data  # no text where there is no body
        content = read_content(sent if isinstance(sent, str) else "")
        with transaction.atomic():
            found = _imported(content, query, request.user)
            stands = draft_content().sha256()
        told = {"made": list(found.made), "changed": list(found.changed), "removed": list(found.removed)}
        shown = ImportedDrafts(reviewed=stands, problems=_misfits(content), **told)
        return Response(shown.model_dump(mode="json"))


def _imported(content: CatalogueContent, query: ImportQuery, user: Person) -> Imported:
    """The import, or what it would do. Raises `drafts_changed` where somebody saved a draft since the dry run."""
    if query.dry_run:
        drafts = locked_drafts()
        refuse_unread(drafts, query.reviewed)
        return preview_import(content)
    return import_drafts(content=content, user=user, note=query.note, reviewed=query.reviewed)


def _misfits(content: CatalogueContent) -> list[FieldProblem]:
    try:
        compile_content(content)
    except ShortlistError as error:
        return list(error.fields)
    return []
