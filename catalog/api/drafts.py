"""/api/v1/drafts/: the tools' drafts and the server's instructions, read and changed as in the admin's editor."""

from collections.abc import Iterator
from http import HTTPStatus

from django.contrib.admin.models import ADDITION, CHANGE, DELETION
from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.answers import (
    IF_MATCH,
    READING,
    WRITING,
    Draft,
    DraftInstructions,
    Drafts,
    Handlers,
    HandlerShape,
    OutcomeShape,
    answers,
)
from catalog.api.bodies import Instructions, Reset, read_body
from catalog.api.history import keep_history
from catalog.api.preconditions import STALE, version_read, versioned
from catalog.api.staff import StaffView, require
from catalog.models import ServerText, Tool
from catalog.tools.compile import problems_of
from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.diff import Place
from catalog.tools.draft_change import DraftChange, NewDraft
from catalog.tools.drafts import tool_text
from catalog.tools.earlier import ROWS as RESET_ROWS
from catalog.tools.earlier import reset_text
from catalog.tools.edit import DELETING, begin_tool, change_draft, change_instructions, find_draft, remove_draft
from catalog.tools.handler import DataTool, RenderTool, all_handlers, find_handler
from catalog.tools.publish import frozen_content
from catalog.tools.schema import plain_schema
from catalog.tools.versions import draft_version

ROWS = {"parameters": "catalog.change_toolparameter", "directions": "catalog.change_tooldirection"}


class DraftList(StaffView):
    """All drafts."""

    needs = {"GET": ("catalog.view_tool",), "POST": ("catalog.add_tool",)}

    @extend_schema(operation_id="list_drafts", summary="Read all drafts", responses=answers(Drafts, READING))
    def get(self, _request: Request) -> Response:
        """The tools that are switched off too, in the order in which a client would list them."""
        return Response(_drafts().model_dump(mode="json"))

    @extend_schema(
        operation_id="begin_draft",
        summary="Make another tool of a handler",
        request=NewDraft,
        responses=answers(Draft, WRITING, 409, status=HTTPStatus.CREATED),
    )
    def post(self, request: Request) -> Response:
        """It starts with everything that its handler has, in the shipped words; what the body says is laid over that."""
        words = read_body(NewDraft, request)
        _require_rows(request, words)
        with transaction.atomic():
            tool = begin_tool(words=words)
            keep_history(request, tool, ADDITION)
        return _answer(tool.name, status=HTTPStatus.CREATED)


class DraftDetail(StaffView):
    """One draft."""

    needs = {
        "GET": ("catalog.view_tool",),
        "PATCH": ("catalog.change_tool",),
        "DELETE": DELETING,
    }

    @extend_schema(operation_id="read_draft", summary="Read one draft", responses=answers(Draft, READING, 404))
    def get(self, _request: Request, name: str) -> Response:
        """Its version is also in the header ETag."""
        return _answer(name)

    @extend_schema(
        operation_id="change_draft",
        summary="Change a draft",
        parameters=[IF_MATCH],
        request=DraftChange,
        responses=answers(Draft, WRITING, 404, 409, 428) | STALE,
    )
    def patch(self, request: Request, name: str) -> Response:
        """What the body doesn't say stays. Nothing is served before somebody publishes; `enabled` false switches off."""
        change = read_body(DraftChange, request)
        _require_rows(request, change)
        with transaction.atomic():
            tool = change_draft(name=name, version=version_read(request), change=change)
            keep_history(request, tool, CHANGE)
        return _answer(tool.name)

    @extend_schema(
        operation_id="delete_draft",
        summary="Delete a draft",
        parameters=[IF_MATCH],
        responses=answers(None, READING, 404, 428, status=HTTPStatus.NO_CONTENT) | STALE,
    )
    def delete(self, request: Request, name: str) -> Response:
        """Releases keep the tool; the next publish leaves it out."""
        with transaction.atomic():
            tool = find_draft(name)
            remove_draft(name=name, version=version_read(request))
            keep_history(request, tool, DELETION)
        return Response(status=HTTPStatus.NO_CONTENT)


class DraftReset(StaffView):
    """One text's way back."""

    needs = {"POST": ("catalog.change_tool",)}

    @extend_schema(
        operation_id="reset_draft_text",
        summary="Reset one text of a draft",
        parameters=[IF_MATCH],
        request=Reset,
        responses=answers(Draft, WRITING, 404, 428) | STALE,
    )
    def post(self, request: Request, name: str) -> Response:
        """To the words that are live, or to those that the product ships with."""
        body = read_body(Reset, request)
        if body.part in RESET_ROWS:
            require(request, RESET_ROWS[body.part])
        place, version = Place(body.part, body.name, body.attribute), version_read(request)
        with transaction.atomic():
            tool = find_draft(name)
            reset_text(tool=tool, place=place, source=body.source, version=version)
            keep_history(request, tool, CHANGE)
        return _answer(name)


class InstructionsDetail(StaffView):
    """The server's instructions."""

    needs = {"GET": ("catalog.view_servertext",), "PUT": ("catalog.change_servertext",)}

    @extend_schema(
        operation_id="read_instructions",
        summary="Read the drafted instructions",
        responses=answers(DraftInstructions, READING),
    )
    def get(self, _request: Request) -> Response:
        """What a client may put before its model. The version is also in the header ETag."""
        return _instructions_answer()

    @extend_schema(
        operation_id="change_instructions",
        summary="Change the drafted instructions",
        parameters=[IF_MATCH],
        request=Instructions,
        responses=answers(DraftInstructions, WRITING, 428) | STALE,
    )
    def put(self, request: Request) -> Response:
        """Like the tools, they are a draft until somebody publishes."""
        body = read_body(Instructions, request)
        with transaction.atomic():
            text = change_instructions(version=version_read(request), words=body.text)
            keep_history(request, text, CHANGE)
        return _instructions_answer()


class HandlerList(StaffView):
    """The code behind tools."""

    needs = {"GET": ("catalog.view_tool",)}

    @extend_schema(
        operation_id="list_handlers",
        summary="Read what drafts can be begun from",
        responses=answers(Handlers, READING),
    )
    def get(self, _request: Request) -> Response:
        """Their parameters as the code has them, their outcomes, and the placeholders that an outcome's words may use."""
        shown = Handlers(handlers=[_handler(handler) for handler in all_handlers()])
        return Response(shown.model_dump(mode="json"))


def _require_rows(request: Request, change: DraftChange) -> None:
    """The admin shows the rows to those who may change them, and so it is here."""
    for field, permission in ROWS.items():
        if field in change.model_fields_set:
            require(request, permission)


def _answer(name: str, *, status: HTTPStatus = HTTPStatus.OK) -> Response:
    tool = find_draft(name)
    draft = _draft(tool, tool_text(tool))
    return versioned(draft.model_dump(mode="json"), draft.version, status=status)


def _instructions_answer() -> Response:
    shown = _instructions(ServerText.current())
    return versioned(shown.model_dump(mode="json"), shown.version)


def _drafts() -> Drafts:
    tools = list(Tool.objects.prefetch_related("parameters", "directions"))
    texts, server = [tool_text(tool) for tool in tools], ServerText.current()
    return Drafts(
        sha256=frozen_content(CatalogueContent(instructions=server.instructions, tools=texts)).sha256(),
        instructions=_instructions(server),
        tools=[_draft(tool, text) for tool, text in zip(tools, texts, strict=True)],
    )


def _draft(tool: Tool, text: ToolText) -> Draft:
    handler = find_handler(tool.handler)
    return Draft(
        **dict(text),
        version=draft_version(tool),
        kind=handler.kind if handler else "",
        changed_at=tool.changed_at,
        problems=list(problems_of(text)),
    )


def _instructions(server: ServerText) -> DraftInstructions:
    return DraftInstructions(text=server.instructions, version=draft_version(server))


def _handler(handler: DataTool | RenderTool) -> HandlerShape:
    return HandlerShape(
        name=handler.name,
        kind=handler.kind,
        summary=handler.summary,
        parameters=plain_schema(handler.parameters, keep_defaults=True),
        outcomes=list(_outcomes(handler)),
    )


def _outcomes(handler: DataTool | RenderTool) -> Iterator[OutcomeShape]:
    for item in handler.outcomes:
        yield OutcomeShape(code=item.code, meaning=item.meaning, placeholders=sorted(item.placeholders))
