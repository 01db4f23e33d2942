"""Who changed a draft: “History” in the admin tells of it, whichever way the change came."""

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from rest_framework.request import Request

from catalog.models import ServerText, Tool

HOW = "By the API."


def keep_history(request: Request, draft: Tool | ServerText, action: int) -> None:
    """Inside the transaction of the change; `action` is one of the admin's flags. `draft` has its key still."""
    assert isinstance(request.user, User)  # noqa: S101 - tokens change nothing
    LogEntry.objects.log_actions(request.user.pk, [draft], action, HOW, single_object=True)
