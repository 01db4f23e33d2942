"""Who may open the preview."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.conf import settings
from django.contrib.admin.views.decorators import staff_member_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

type View[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]


class HtmxRequest(HttpRequest):
    """A request as `HtmxMiddleware` leaves it: `htmx` is false where no htmx asks."""

    htmx: HtmxDetails


def preview_visitors[**P](view: View[P]) -> View[P]:
    """Anyone while `PREVIEW_PUBLIC` is on, staff otherwise. Asked at each request, so that a switch needs no restart."""
    for_staff: View[P] = staff_member_required(view)

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        chosen = view if settings.PREVIEW_PUBLIC else for_staff
        return chosen(request, *args, **kwargs)

    return guarded


def require_staff(request: HttpRequest, permission: str) -> None:
    """For pages and fragments that act: raises PermissionDenied, because a log-in page would be swapped into a panel."""
    if not (request.user.is_staff and request.user.has_perm(permission)):
        raise PermissionDenied
