"""`POST /api/v1/tools/<name>/call/`: a tool called by a program that doesn't speak MCP. The same spine, the same envelope."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any

from django.db import DatabaseError, InterfaceError, connection
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from catalog.api.answers import WRITING, Shape, errors
from catalog.api.bodies import Body, read_body
from catalog.api.parsers import BoundedJSONParser
from catalog.api.staff import is_entitled
from catalog.errors import FieldProblem, ShortlistError
from catalog.models import ApiToken, ReleaseLabel
from catalog.tools.labels import LIVE
from catalog.tools.tokens import require_scope
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.protocol.threads import STATEMENT_TIMEOUT
from mcp_bridge.results import ToolResult

CLIENT = "API"  # in the log
TRIES = "catalog.view_tool"  # the permission by which staff try the tools of any label, as in the admin
STATUS = {
    "internal_error": HTTPStatus.INTERNAL_SERVER_ERROR,
    "no_release": HTTPStatus.SERVICE_UNAVAILABLE,
    "temporarily_unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "took_too_long": HTTPStatus.GATEWAY_TIMEOUT,
}
FAILURES = (422, 500, 503, 504)


class CallBody(Body):
    """What to call a tool with, and of whose release: other labels than `live` are guarded."""

    arguments: dict[str, Any] = Field(default_factory=dict, description="As the tool's input schema has them.")
    label: str = Field(LIVE, pattern="^[a-z][-a-z0-9_]{0,39}$")


class Directions(Shape):
    """What to do next, and why, in the release's words."""

    assistant_instruction: str
    reason: str


class Envelope(Shape):
    """A tool's result: MCP's `structuredContent`."""

    output: dict[str, Any]
    agent_directions: Directions


class Fault(BaseModel):
    """What happened and, where there is anything, what to do next and what doesn't fit."""

    code: str
    message: str
    hint: str = ""
    fields: list[FieldProblem] = []


class Failure(BaseModel):
    """A tool's error, likewise; without directions where no tool was reached."""

    error: Fault
    agent_directions: Directions | None = None


class ToolCallView(APIView):
    """One tool of a release."""

    http_method_names = ["post"]
    parser_classes = [BoundedJSONParser]
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="call_tool",
        summary="Call a tool",
        request=CallBody,
        responses={200: Envelope} | errors(WRITING, 404) | dict.fromkeys(FAILURES, Failure),
    )
    def post(self, request: Request, name: str) -> Response:
        """As over MCP, but never taken for a repetition. A tool's own error has a status of 400 or more."""
        body = read_body(CallBody, request)
        _require_label(request, body.label)
        with _statements_bounded():
            result = call_tool(ToolCall(name, body.arguments, Caller(era="http", client=CLIENT), body.label))
        return Response(result.structured, status=_status(result))


@contextmanager
def _statements_bounded() -> Iterator[None]:
    """As on the threads of /mcp; the connection is others' afterwards, unless it was lost on the way."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET statement_timeout = {STATEMENT_TIMEOUT}")
    try:
        yield
    finally:
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("RESET statement_timeout")


def _require_label(request: Request, label: str) -> None:
    """Whoever may not use labels learns nothing about those that there are. Raises 401, 403 or `unknown_label`."""
    if label == LIVE:
        return
    if isinstance(request.auth, ApiToken):
        require_scope(request.auth, f"label:{label}")
    elif not is_entitled(request, TRIES):
        raise PermissionDenied if request.user.is_authenticated else NotAuthenticated
    if not ReleaseLabel.objects.filter(name=label).exists():
        raise ShortlistError("unknown_label", f"No label is named “{label}”.", "List them at /api/v1/labels/.")


def _status(result: ToolResult) -> int:
    return STATUS.get(result.outcome, HTTPStatus.UNPROCESSABLE_ENTITY) if result.is_error else HTTPStatus.OK
