"""Errors of the API, all in one form: {"error": {"code", "message", "hint", "fields"}}."""

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework.exceptions import APIException, NotFound, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from catalog.errors import FieldProblem, ShortlistError

STATUS = {
    "listing_unknown": HTTPStatus.NOT_FOUND,
    "listing_closed": HTTPStatus.GONE,
    "no_release": HTTPStatus.SERVICE_UNAVAILABLE,
}
HINTS = {
    "not_found": "The operations are listed at /api/docs/.",
    "method_not_allowed": "This API is read-only: use GET.",
    "not_acceptable": "Ask for application/json.",
}


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django REST framework's hook; None leaves an unforeseen error to Django, which logs it and answers 500."""
    if isinstance(error, ShortlistError):
        return Response(_body(error), status=STATUS.get(error.code, HTTPStatus.BAD_REQUEST))
    response = exception_handler(error, context)  # for its headers: Retry-After, WWW-Authenticate
    if response is not None:
        response.data = _body(_translated(NotFound() if isinstance(error, Http404) else error))
    return response


def wrong_parameters(problems: Sequence[FieldProblem]) -> ShortlistError:
    """A request whose parameters don't fit, in words that name each of them."""
    message = " ".join(f"{problem.field} {problem.problem}" for problem in problems)
    return ShortlistError("bad_parameter", message, "The parameters are described at /api/docs/.", fields=problems)


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
    code = error.default_code if isinstance(error, APIException) else "not_permitted"
    return ShortlistError(str(code), str(error), HINTS.get(str(code), ""))


def _fields(detail: Any) -> Iterator[FieldProblem]:
    for name, problems in detail.items() if isinstance(detail, dict) else [("", detail)]:
        yield FieldProblem(name, " ".join(map(str, problems)))
