"""What the settings make of the environment."""

import os
import subprocess
import sys

import pytest

from config.env import BASE_DIR


@pytest.mark.parametrize(("public_url", "days"), [("https://jobs.example.com", 30), ("http://board.local", 0)])
def test_browsers_are_told_to_stay_with_https_where_the_board_has_it(public_url: str, days: int) -> None:
    code = "from config import settings; print(settings.SECURE_HSTS_SECONDS)"
    told = subprocess.check_output(
        [sys.executable, "-c", code], cwd=BASE_DIR, env=os.environ | {"PUBLIC_URL": public_url}, text=True
    )
    assert int(told) == days * 24 * 60 * 60
