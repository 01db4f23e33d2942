"""Points in time as the log's lists and pages write them: to the second, and short."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime


def moment(at: datetime) -> str:
    """`1 Dec, 00:50:38`, in the server's time zone; nothing here is older than a month or two."""
    return date_format(localtime(at), "j M, H:i:s")
