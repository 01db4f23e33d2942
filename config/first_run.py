"""What the very first start does once: an administrator with a password of its own, and the demo board."""

from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command

from config.secrets import kept_secret

ADMIN = "admin"
PASSWORD_FILE = "admin-password"  # noqa: S105 - the name of a file
PASSWORD_BYTES = 12  # 96 bits, 16 characters


def create_admin(var_dir: Path) -> str:
    """Creates the administrator unless there is one; returns the generated password, or "" if nothing was done.

    The password stays in `var_dir`/admin-password, readable by its owner alone."""
    users = get_user_model().objects
    if users.filter(is_superuser=True).exists():
        return ""
    password = kept_secret(var_dir / PASSWORD_FILE, length=PASSWORD_BYTES)
    users.create_superuser(ADMIN, password=password)
    return password


def load_demo() -> None:
    """Loads the demo's places, tool texts and feeds, once and unless LOAD_DEMO=0; the worker fetches the feeds."""
    if settings.LOAD_DEMO:
        call_command("load_demo", verbosity=0)
