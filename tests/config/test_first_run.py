"""The administrator of the first start."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User

from config.first_run import NAME_IS_TAKEN, create_admin

pytestmark = [pytest.mark.django_db, pytest.mark.promise("RUN-9")]


def test_the_first_start_makes_one_administrator(tmp_path: Path) -> None:
    password = create_admin(tmp_path)
    assert User.objects.get(is_superuser=True).check_password(password)
    assert create_admin(tmp_path) == ""


def test_somebody_called_admin_stays_who_they_are_and_the_start_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    User.objects.create_user("admin")
    assert create_admin(tmp_path) == ""
    assert not User.objects.get().is_superuser
    assert capsys.readouterr().out == f"up      {NAME_IS_TAKEN}\n"
