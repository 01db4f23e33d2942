"""What a newcomer meets: one command starts everything, one Ctrl-C ends it, and what goes wrong is told plainly."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from config.env import BASE_DIR
from tests.blackbox.product import Product, environment, free_port, started
from tests.waiting import processes, wait_until

pytestmark = pytest.mark.blackbox


def run(*command: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Runs a manage.py command to its end."""
    line = [sys.executable, "manage.py", *command]
    return subprocess.run(
        line, check=False, cwd=BASE_DIR, env=environment(**variables), text=True, capture_output=True, timeout=60
    )


@pytest.mark.promise("RUN-9")
def test_the_first_start_prints_its_pages_and_a_password_of_its_own(running: Product) -> None:
    for path in ("/", "/mcp", "/admin/", "/connect/", "/preview/"):
        assert f"{running.url}{path}\n" in running.output
    assert f"Sign in to the admin as admin with the password {running.password} " in running.output
    assert stat.S_IMODE((running.var_dir / "admin-password").stat().st_mode) == 0o600


@pytest.mark.promise("RUN-9")
def test_the_printed_password_opens_the_admin(running: Product) -> None:
    with httpx2.Client(base_url=running.url, headers={"Referer": running.url}) as browser:
        browser.get("/admin/login/")
        form = {"username": "admin", "password": running.password, "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        assert browser.post("/admin/login/?next=/admin/", data=form).headers["location"] == "/admin/"


@pytest.mark.promise("RUN-11")
def test_the_demo_came_in_through_the_queue_and_the_feed_pipeline(running: Product) -> None:
    assert running.query("SELECT count(*) FROM catalog_joblisting") > 1500
    assert running.query("SELECT count(*) FROM catalog_feedrun WHERE state = 'done'") >= 3
    assert re.search(r"^worker .*dispatch_due_feeds", running.output, re.MULTILINE)


@pytest.mark.promise("RUN-8")
def test_a_second_start_beside_a_running_one_says_so(running: Product) -> None:
    second = run("up", VAR_DIR=str(running.var_dir), PORT=str(free_port()))
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"Shortlist is already running from this folder (process {running.process.pid}). "
        "Stop that one first, or give this one a folder of its own with VAR_DIR and another PORT.\n"
    )


@pytest.mark.promise("RUN-8")
def test_a_taken_port_says_so_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        refused = run("up", VAR_DIR=str(tmp_path), PORT=str(port))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"Shortlist can't listen on 127.0.0.1 port {port}: address already in use. ")
    assert not (tmp_path / "pg").exists()


@pytest.mark.promise("RUN-8")
@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://somewhere/name", "DATABASE_URL is not a PostgreSQL address"),
        ("nonsense", "DATABASE_URL is not a PostgreSQL address"),
        ("postgresql://board:secret@127.0.0.1:9/board", "can't reach the database that DATABASE_URL names"),
    ],
)
def test_a_broken_database_url_says_so_without_its_password(tmp_path: Path, url: str, sentence: str) -> None:
    refused = run("up", VAR_DIR=str(tmp_path), PORT=str(free_port()), DATABASE_URL=url)
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert "secret" not in refused.stderr


@pytest.mark.promise("RUN-13")
def test_a_wrong_variable_says_which_one(tmp_path: Path) -> None:
    refused = run("up", VAR_DIR=str(tmp_path), PORT="many")
    assert refused.returncode == 1
    assert refused.stderr.startswith("Shortlist can't start, an environment variable is wrong: PORT: ")
    assert refused.stderr.count("\n") == 1


@pytest.mark.promise("RUN-12")
def test_a_command_that_needs_no_database_starts_none(tmp_path: Path) -> None:
    assert run("check", VAR_DIR=str(tmp_path)).returncode == 0
    assert not list(tmp_path.glob("pg*"))


@pytest.mark.promise("RUN-5", "RUN-6", "RUN-7", "RUN-9", "RUN-10")
def test_it_ends_whole_and_starts_again_whatever_ended_it(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    with started(folder, LOAD_DEMO="0") as first:
        assert "with the password" in first.output
        began = time.monotonic()
        assert first.stop(signal.SIGINT) == 0
        assert time.monotonic() - began < 15
        assert not first.leftovers()
    began = time.monotonic()
    with started(folder, PORT=str(first.port), LOAD_DEMO="0") as second:
        assert time.monotonic() - began < 30
        assert "with the password" not in second.output
        second.process.kill()
    with started(folder, PORT=str(first.port), LOAD_DEMO="0") as third:
        (worker,) = (it for it in processes(" worker --pool") if it in third.leftovers())
        os.kill(worker, signal.SIGKILL)
        assert third.process.wait(15) == 1
        assert "up      worker ended with code -9; stopping the rest.\n" in third.output
        assert not third.leftovers()


@pytest.mark.promise("RUN-14")
def test_a_killed_postgresql_is_started_again_and_the_worker_goes_on(tmp_path: Path) -> None:
    with started(tmp_path / "var", LOAD_DEMO="0") as product:
        wait_until(lambda: product.says("worker .* ready"))
        (server,) = processes(f"postgres -D {product.var_dir}/pg ")
        os.kill(server, signal.SIGKILL)
        wait_until(lambda: product.says("up +PostgreSQL was gone and has been started again"))
        assert product.query("SELECT count(*) FROM auth_user") == 1
        call = [sys.executable, "-m", "celery", "-A", "config", "call", "celery.accumulate"]
        subprocess.run(call, cwd=BASE_DIR, env=environment(VAR_DIR=str(product.var_dir)), check=True)
        wait_until(lambda: product.says(r"worker .*celery\.accumulate\S* succeeded"))


@pytest.mark.promise("RUN-6")
def test_killing_make_ends_what_it_started(tmp_path: Path) -> None:
    command = ["make", "--silent", "-C", str(BASE_DIR), "run"]
    with started(tmp_path / "var", command=command, LOAD_DEMO="0") as product:
        product.process.kill()
        wait_until(lambda: not product.leftovers())
