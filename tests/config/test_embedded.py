"""The PostgreSQL that comes with Shortlist, as several real processes use it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from config import embedded
from config.env import BASE_DIR
from tests.waiting import processes, wait_until

USER = """
import sys
from pathlib import Path
from config import embedded
print(embedded.ensure(Path(sys.argv[1])), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "pg"
    yield path
    embedded.leave(path)
    wait_until(lambda: not processes(str(path)))


def start_user(data: Path, **environment: str) -> "subprocess.Popen[str]":
    """A process that uses the server until its standard input is closed."""
    command = [sys.executable, "-c", USER, str(data)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=BASE_DIR, text=True, env=os.environ | environment, **pipes)


@contextmanager
def user(data: Path, **environment: str) -> Iterator["subprocess.Popen[str]"]:
    with start_user(data, **environment) as process:
        try:
            assert process.stdout
            assert process.stdout.readline(), process.stderr and process.stderr.read()
            yield process
        finally:
            process.kill()


def postmaster(data: Path) -> int:
    """The id of the server process, which is one of its command line: what it has just forked may still look the same."""
    found = int((data / "postmaster.pid").read_text().split()[0])
    assert found in processes(f"postgres -D {data} ")
    return found


def query(data: Path, sql: str, database: str = "postgres") -> object:
    address = {"host": str(embedded.socket_dir(data)), "port": 5432, "user": "postgres", "dbname": database}
    with psycopg.connect(**address) as connection:
        row = connection.execute(sql.encode()).fetchone()
        return row and row[0]


@pytest.mark.promise("RUN-1")
def test_a_server_starts_without_any_set_up_and_has_what_the_product_needs(data: Path) -> None:
    embedded.ensure(data)
    assert query(data, "SHOW server_version_num") >= "180000"
    assert query(data, "SELECT 'zÜRICH' ILIKE 'Zürich'") is True
    needed = (
        "SELECT count(*) FROM pg_available_extensions WHERE name IN ('pg_trgm', 'unaccent', 'cube', 'earthdistance')"
    )
    assert query(data, needed) == 4


def test_nobody_else_can_reach_the_server(data: Path) -> None:
    where = embedded.ensure(data)
    assert query(data, "SHOW listen_addresses") == ""
    assert where.stat().st_mode & 0o077 == 0


def test_a_second_process_joins_the_running_server(data: Path) -> None:
    embedded.ensure(data)
    server = postmaster(data)
    with user(data):
        assert postmaster(data) == server


def test_six_processes_at_once_start_one_server(data: Path) -> None:
    users = [start_user(data) for _ in range(6)]
    assert {it.stdout.readline().strip() for it in users if it.stdout} == {str(embedded.socket_dir(data))}
    postmaster(data)
    for it in users:
        it.communicate("")


@pytest.mark.promise("RUN-2")
@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGKILL])
def test_the_server_stops_when_its_last_user_is_gone_however_it_went(data: Path, way: signal.Signals) -> None:
    with user(data) as first, user(data) as second:
        first.send_signal(way)
        first.wait()
        assert postmaster(data)
        second.send_signal(way)
        second.wait()
        wait_until(lambda: not processes(str(data)))


def test_leaving_waits_until_the_server_has_stopped(data: Path) -> None:
    embedded.ensure(data)
    embedded.leave(data)
    assert not processes(f"postgres -D {data} ")


def test_leaving_does_not_wait_for_other_users(data: Path) -> None:
    embedded.ensure(data)
    with user(data):
        embedded.leave(data)
        assert postmaster(data)


def test_a_killed_server_is_started_again_with_its_data(data: Path) -> None:
    where = embedded.ensure(data)
    embedded.ensure_database(where, "kept")
    os.kill(postmaster(data), signal.SIGKILL)
    wait_until(lambda: embedded.revive(data))
    assert query(data, "SELECT current_database()", "kept") == "kept"


def test_a_killed_keeper_takes_the_server_with_it_and_the_next_start_works(data: Path) -> None:
    embedded.ensure(data)
    (keeper,) = processes(f"config.keeper {data}")
    os.kill(keeper, signal.SIGKILL)
    wait_until(lambda: embedded.revive(data))
    assert query(data, "SELECT 1") == 1


def test_reviving_leaves_a_healthy_server_alone(data: Path) -> None:
    embedded.ensure(data)
    assert embedded.revive(data) is False


def test_a_stale_process_id_does_not_block_the_start(data: Path) -> None:
    embedded.ensure(data)
    embedded.leave(data)
    (data / "postmaster.pid").write_text(f"{os.getpid()}\n{data}\n0\n5432\n{data}\n\n0\n")
    embedded.ensure(data)
    assert query(data, "SELECT 1") == 1


def test_an_interrupted_first_start_leaves_nothing_half(data: Path) -> None:
    fresh = data.with_name("pg.new")
    fresh.mkdir(parents=True)
    (fresh / "PG_VERSION").write_text("18\n")
    embedded.ensure(data)
    assert query(data, "SELECT 1") == 1
    assert not fresh.exists()


def test_a_long_path_with_spaces_and_commas_works(tmp_path: Path) -> None:
    data = tmp_path / f"a folder, {'very ' * 20}deep" / "pg"
    where = embedded.ensure(data)
    assert where != data
    assert query(data, "SELECT 1") == 1
    embedded.leave(data)
    where.rmdir()


def test_a_socket_folder_that_others_can_enter_is_refused(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30) / "pg"
    with start_user(data, TMPDIR=str(tmp_path)) as stranger:
        stranger.communicate("")
    (where,) = tmp_path.glob("shortlist-*")
    where.chmod(0o777)
    with start_user(data, TMPDIR=str(tmp_path)) as process:
        _, errors = process.communicate("")
    assert f"{where} is not a private folder of this user." in errors


def test_variables_meant_for_other_servers_are_ignored(data: Path) -> None:
    with user(data, PGPORT="6000", PGHOST="db.example", PGDATA="/nowhere"):
        assert query(data, "SHOW port") == "5432"


def test_a_server_that_cannot_start_says_why(data: Path) -> None:
    embedded.ensure(data)
    embedded.leave(data)
    (data / "PG_VERSION").write_text("9\n")
    with pytest.raises(
        embedded.ServerNotStartedError, match=r"PostgreSQL did not start: .*incompatible with server"
    ) as caught:
        embedded.ensure(data)
    assert str(data.with_name("pg.log")) in caught.value.message


def test_creating_a_database_twice_is_no_error(data: Path) -> None:
    where = embedded.ensure(data)
    embedded.ensure_database(where, 'odd "name"')
    embedded.ensure_database(where, 'odd "name"')
    assert query(data, "SELECT current_database()", 'odd "name"') == 'odd "name"'
