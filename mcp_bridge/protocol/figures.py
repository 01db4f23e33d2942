"""`/metrics`: figures for Prometheus, for whoever brings a token with the scope `metrics`."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalog.errors import ShortlistError
from catalog.tools.tokens import check_token
from mcp_bridge.metrics import exposition

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """200 with the figures of all web processes; 401 without a sound token, 403 where it lacks the scope, 503 without a database."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    try:
        check_token(secret=secret.strip() if scheme.lower() == "bearer" else "", scope="metrics")
        figures = exposition()
    except ShortlistError as error:
        return _refused(error)
    except DatabaseError:
        return JsonResponse(
            {"error": {"code": "temporarily_unavailable", "message": "The database is away."}}, status=503
        )
    return HttpResponse(figures, content_type=CONTENT_TYPE)


def _refused(error: ShortlistError) -> JsonResponse:
    status = 403 if error.code == "not_in_scope" else 401
    answer = JsonResponse({"error": {"code": error.code, "message": error.message, "hint": error.hint}}, status=status)
    answer["WWW-Authenticate"] = "Bearer"
    return answer
