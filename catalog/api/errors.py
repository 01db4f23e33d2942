"""Errors of the API, all in one form: {"error": {"code", "message", "hint", "fields"}}."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework.exceptions import APIException, NotFound, PermissionDenied, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from catalog.errors import FieldProblem, ShortlistError
from catalog.tools.diff import changes
from catalog.tools.edit import StaleDraftError

STATUS = {
    "listing_unknown": HTTPStatus.NOT_FOUND,
    "unknown_draft": HTTPStatus.NOT_FOUND,
    "unknown_release": HTTPStatus.NOT_FOUND,
    "unknown_content": HTTPStatus.NOT_FOUND,
    "unknown_label": HTTPStatus.NOT_FOUND,
    "unknown_tool": HTTPStatus.NOT_FOUND,
    "no_such_text": HTTPStatus.NOT_FOUND,
    "listing_closed": HTTPStatus.GONE,
    "bad_token": HTTPStatus.UNAUTHORIZED,
    "not_in_scope": HTTPStatus.FORBIDDEN,
    "not_allowed": HTTPStatus.FORBIDDEN,
    "own_release": HTTPStatus.FORBIDDEN,
    "name_taken": HTTPStatus.CONFLICT,
    "drafts_changed": HTTPStatus.CONFLICT,
    "label_moved": HTTPStatus.CONFLICT,
    "nothing_to_publish": HTTPStatus.CONFLICT,
    "lint_blocks": HTTPStatus.CONFLICT,
    "confirmation_needed": HTTPStatus.CONFLICT,
    "approval_needed": HTTPStatus.CONFLICT,
    "rejected": HTTPStatus.CONFLICT,
    "decided": HTTPStatus.CONFLICT,
    "not_waiting": HTTPStatus.CONFLICT,
    "stale_draft": HTTPStatus.PRECONDITION_FAILED,
    "draft_invalid": HTTPStatus.UNPROCESSABLE_ENTITY,
    "import_invalid": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not_storable": HTTPStatus.UNPROCESSABLE_ENTITY,
    "version_needed": HTTPStatus.PRECONDITION_REQUIRED,
    "no_release": HTTPStatus.SERVICE_UNAVAILABLE,
    "temporarily_unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
}
HINTS = {
    "not_authenticated": "Sign in to the admin, or send an API token: “Authorization: Bearer …”.",
    "permission_denied": "Somebody who may change accounts in the admin can give the permission.",
    "not_found": "The operations are listed at /api/docs/.",
    "method_not_allowed": "The operations are listed at /api/docs/.",
    "not_acceptable": "Ask for what the operation answers with: see /api/docs/.",
    "unsupported_media_type": "Send the Content-Type that the operation takes: see /api/docs/.",
    "parse_error": "Correct it, then send it again.",
    "too_large": "Send less at once.",
}
TOLD = 5  # problems that the message names; `fields` has them all
logger = logging.getLogger(__name__)
CHALLENGE = {"WWW-Authenticate": 'Bearer error="invalid_token"'}  # RFC 6750, §3


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django REST framework's hook; None leaves an unforeseen error to Django, which logs it and answers 500."""
    if isinstance(error, OperationalError | InterfaceError):
        logger.warning("An answer of the API failed: %s", type(error).__name__)
        error = ShortlistError(
            "temporarily_unavailable", "The database can't be reached right now.", "Try again in half a minute."
        )
    if isinstance(error, ShortlistError):
        status = STATUS.get(error.code, HTTPStatus.BAD_REQUEST)
        headers = CHALLENGE if status == HTTPStatus.UNAUTHORIZED else None
        return Response(_body(error) | _both_versions(error), status=status, headers=headers)
    response = exception_handler(error, context)  # for its headers: Retry-After, WWW-Authenticate
    if response is not None:
        response.data = _body(_translated(NotFound() if isinstance(error, Http404) else error))
    return response


def wrong_parameters(problems: Sequence[FieldProblem]) -> ShortlistError:
    """A request whose parameters don't fit, in words that name each of them."""
    return _misfit("bad_parameter", problems, "The parameters are described at /api/docs/.")


def wrong_body(problems: Sequence[FieldProblem]) -> ShortlistError:
    """A request whose body doesn't fit, likewise."""
    return _misfit("bad_body", problems, "The shape of the body is described at /api/docs/.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404, which also answers in the API's form below /api/."""
    if not _is_ours(request):
        return defaults.page_not_found(request, exception)
    error = ShortlistError("not_found", f"There is nothing at {request.path}.", HINTS["not_found"])
    return JsonResponse(_body(error), status=HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500, likewise; the failure has been logged by then."""
    if not _is_ours(request):
        return defaults.server_error(request)
    error = ShortlistError("internal_error", "Something went wrong on our side.", "Try again in a moment.")
    return JsonResponse(_body(error), status=HTTPStatus.INTERNAL_SERVER_ERROR)


def _misfit(code: str, problems: Sequence[FieldProblem], hint: str) -> ShortlistError:
    told = " ".join(f"{problem.field} {problem.problem}" for problem in problems[:TOLD])
    more = f" And {len(problems) - TOLD} more." if len(problems) > TOLD else ""
    return ShortlistError(code, told + more, hint, fields=problems)


def _both_versions(error: ShortlistError) -> dict[str, Any]:
    """For whoever would have saved over somebody else's words: theirs, yours, and where they differ."""
    if not isinstance(error, StaleDraftError):
        return {}
    return {
        "version": error.version,
        "saved": error.saved.model_dump(mode="json"),
        "yours": error.yours.model_dump(mode="json"),
        "changes": [asdict(change) for change in changes(error.saved, error.yours)],
    }


def _is_ours(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _body(error: ShortlistError) -> dict[str, Any]:
    fields = [{"field": field.field, "problem": field.problem} for field in error.fields]
    return {"error": {"code": error.code, "message": error.message, "hint": error.hint, "fields": fields}}


def _translated(error: Exception) -> ShortlistError:
    if isinstance(error, Throttled):
        wait = f"{seconds:.0f} s" if (seconds := getattr(error, "wait", None)) else "a moment"
        return ShortlistError("too_many_requests", "Too many requests from this address.", f"Try again in {wait}.")
    if isinstance(error, ValidationError):
        return ShortlistError("bad_parameter", "The request does not fit.", fields=list(_fields(error.detail)))
    if isinstance(error, PermissionDenied) and str(error).startswith("CSRF"):
        hint = "Send what the cookie csrftoken holds; a page of another site can't."
        return ShortlistError("csrf_failed", "The header X-CSRFToken is missing or wrong.", hint)
    code = error.default_code if isinstance(error, APIException) else "not_permitted"
    return ShortlistError(str(code), str(error), HINTS.get(str(code), ""))


def _fields(detail: Any) -> Iterator[FieldProblem]:
    for name, problems in detail.items() if isinstance(detail, dict) else [("", detail)]:
        yield FieldProblem(name, " ".join(map(str, problems)))
