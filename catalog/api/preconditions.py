"""Two people at one draft: whoever writes says which version was read (RFC 9110, §13.1.1; RFC 6585, §3)."""

from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.shapes import StaleDraftSerializer
from catalog.errors import ShortlistError

STALE: dict[int, Any] = {int(HTTPStatus.PRECONDITION_FAILED): StaleDraftSerializer}


def version_read(request: Request) -> str:
    """From `If-Match`, with or without quotes; a proxy may have weakened it. Raises `version_needed`."""
    given = request.headers.get("If-Match")
    if given is None:
        raise ShortlistError(
            "version_needed",
            "Nothing says which version of the draft you have read.",
            "Send its version in the header If-Match.",
        )
    return given.strip().removeprefix("W/").strip('"')


def versioned(body: Any, version: str, *, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """An answer whose ETag is what `version_read` takes."""
    return Response(body, status=status, headers={"ETag": f'"{version}"'})
