"""What can stand in the way of a start, each found before anything runs and told in one sentence."""

import fcntl
import os
import socket
import time
from pathlib import Path

import psycopg
from django.db import connection

from catalog.errors import ShortlistError

LEFTOVERS_SECONDS = 6.0  # the programs of a killed start end within this time


def claim_folder(var_dir: Path) -> int:
    """Locks `var_dir` for this start and returns the descriptor; programs that inherit it share the lock.

    So the lock is free only when the programs of an earlier start have ended too, even if that one was killed."""
    var_dir.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(var_dir / "up.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    until = time.monotonic() + LEFTOVERS_SECONDS
    while not _locked(descriptor):
        holder = _holder(descriptor)
        if _runs(holder) or time.monotonic() > until:
            which = f" (process {holder})" if holder else ""
            raise ShortlistError(
                "already_running",
                f"Shortlist is already running from this folder{which}.",
                "Stop that one first, or give this one a folder of its own with VAR_DIR and another PORT.",
            )
        time.sleep(0.05)
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    return descriptor


def refuse_taken_port(host: str, port: int) -> None:
    """Binds the address as the web server will, and lets go of it."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise ShortlistError(
            "port_taken",
            f"Shortlist can't listen on {host} port {port}: {(error.strerror or str(error)).lower()}.",
            f"Choose another port, for example PORT={port + 1 if port < 65535 else 8000}.",
        ) from None


def refuse_broken_database() -> None:
    """Connects once, past the pool, whose own message would say only that it waited."""
    try:
        psycopg.connect(**connection.get_connection_params()).close()
    except psycopg.Error as error:
        why = " ".join(str(error).split())
        raise ShortlistError(
            "database_unreachable",
            f"Shortlist can't reach the database that DATABASE_URL names: {why}.",
            "Correct it, or unset it to use the PostgreSQL that comes with Shortlist.",
        ) from None


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(descriptor: int) -> int:
    """The process id that its holder wrote, or 0 where the file holds anything else."""
    written = os.pread(descriptor, 20, 0)
    return int(written) if written.isdigit() else 0


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True  # another user's
    return process > 0
