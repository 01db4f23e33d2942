"""What the very first start does once: an administrator with a password of its own, and the demo board."""

from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command

from config.secrets import kept_secret
from config.supervisor import say

ADMIN = "admin"
PASSWORD_FILE = "admin-password"  # noqa: S105 - the name of a file
PASSWORD_BYTES = 12  # 96 bits, 16 characters
NAME_IS_TAKEN = (
    f"There is no superuser, and {ADMIN} is the name of somebody else. "
    "“.venv/bin/python manage.py createsuperuser” makes one under another name."
)


def create_admin(var_dir: Path) -> str:
    """Creates the administrator unless there is one; returns the generated password, or "" if nothing was done.

    The password stays in `var_dir`/admin-password, readable by its owner alone."""
    users = get_user_model().objects
    if users.filter(is_superuser=True).exists():
        return ""
    if users.filter(username=ADMIN).exists():
        say("up", NAME_IS_TAKEN)
        return ""
    password = kept_secret(var_dir / PASSWORD_FILE, length=PASSWORD_BYTES)
    users.create_superuser(ADMIN, password=password)
    return password


def load_board() -> None:
    """Places and tool texts, which every board needs, and with them the demo's feeds unless LOAD_DEMO=0."""
    call_command("load_demo" if settings.LOAD_DEMO else "load_basics", verbosity=0)
