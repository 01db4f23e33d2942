"""From an empty folder to a board that answers: a clone, `make run`, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from config.env import BASE_DIR
from tests.blackbox.product import environment, started, wait_for_demo
from tests.blackbox.test_main_job import answer, client

pytestmark = pytest.mark.blackbox
INSTALL_SECONDS = 400.0  # half a minute where pip has the packages already
NOTHING = {"PATH": "", "HOME": "", "PYENV_ROOT": ""}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What is committed here, as a newcomer gets it."""
    folder = tmp_path / "shortlist"
    subprocess.run(["git", "clone", "--quiet", str(BASE_DIR), str(folder)], check=True)
    return folder


@pytest.fixture
def lone_script(tmp_path: Path) -> Path:
    """The script that makes `.venv`, in a project of its own and on a machine whose fixed folders hold no Python."""
    text = (BASE_DIR / ".ci" / "venv").read_text()
    copy = tmp_path / "project" / ".ci" / "venv"
    copy.parent.mkdir(parents=True)
    copy.write_text(text.replace(" /opt/", f" {tmp_path}/opt/").replace(" /usr/local/", f" {tmp_path}/usr/local/"))
    copy.chmod(0o755)
    return copy


@pytest.mark.promise("RUN-15", "MAIN-1")
async def test_a_clone_and_make_run_are_enough_for_a_client_to_find_jobs(clone: Path) -> None:
    with started(clone / "var", command=["make", "--silent", "run"], folder=clone, seconds=INSTALL_SECONDS) as product:
        assert "Making .venv with Python 3." in product.output
        wait_for_demo(product)
        async with client(product, "auto") as connected:
            found = await answer(connected, "search_jobs", query="barista", locations=["Austin, TX"])
    assert len(found["output"]["jobs"]) >= 5


@pytest.mark.promise("RUN-15")
def test_a_machine_without_python_is_told_what_to_install(lone_script: Path) -> None:
    ended = subprocess.run([lone_script], env=NOTHING, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("Shortlist needs Python 3.12 or newer (with venv) and found none. Install one, ")
    assert ended.stderr.endswith("or name it: make run PYTHON=/path/to/python3\n")


@pytest.mark.promise("RUN-15")
def test_the_python_that_was_named_is_the_one_that_is_used(lone_script: Path, tmp_path: Path) -> None:
    named, mark = tmp_path / "my python", tmp_path / "was-asked"
    named.write_text(f"#!/bin/sh\n: >'{mark}'\nexec '{sys.executable}' \"$@\"\n")
    named.chmod(0o755)
    subprocess.run([lone_script], env=environment(PYTHON=str(named)), check=True)
    assert mark.exists()
    python = lone_script.parent.parent / ".venv" / "bin" / "python"
    assert subprocess.run([python, "-c", ""], check=False).returncode == 0
