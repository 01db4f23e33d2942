"""The keeper of an embedded PostgreSQL: `python -m config.keeper DATA` owns the server until its last user is gone.

It runs in a session of its own and holds two locks: `<data>.alive`, which every process of the server inherits, so that it
is free only if none of them lives; and in the end `<data>.users`, which it gets when nobody uses the server any more."""

import ctypes
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.embedded import beside, binaries, environment, lock, socket_dir

PR_SET_PDEATHSIG = 1  # prctl(2)
PATIENCE = 10.0  # seconds for a fast shutdown
SETTINGS = {
    "listen_addresses": "",  # no TCP: two clones at once never collide, and nobody else can connect
    "port": "5432",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
}
INITDB = [
    "--username=postgres",
    "--auth=trust",  # the socket's folder is private
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--locale-provider=builtin",  # the same sorting and case folding on every machine
    "--builtin-locale=C.UTF-8",
    "--no-sync",
    "--no-instructions",
]


@dataclass(frozen=True)
class Account:
    """The uid and gid that PostgreSQL runs under if it can't be ours."""

    uid: int
    gid: int

    def options(self) -> dict[str, Any]:
        """Keyword arguments for `subprocess`."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def keep(data: Path) -> None:
    """Makes the cluster if there is none, runs its server, and stops it when nobody uses it any more."""
    users = os.open(beside(data, "users"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    alive = lock(beside(data, "alive"), fcntl.LOCK_EX)  # waits for stragglers of a server that was killed
    where = socket_dir(data)  # while our uid is still the users'
    account = _not_root(data)
    if not (data / "PG_VERSION").exists():
        _make_cluster(data, account)
    (data / "postmaster.pid").unlink(missing_ok=True)  # only a stale one can be here: we hold `alive`
    server = _run_server(data, where, account, alive)
    os.close(alive)
    fcntl.flock(users, fcntl.LOCK_EX)
    _stop(server)


def _make_cluster(data: Path, account: Account | None) -> None:
    fresh = data.with_name(f"{data.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)  # the half of an initdb that was interrupted
    fresh.mkdir(mode=0o700)
    if account:
        os.chown(fresh, account.uid, account.gid)
    command = [str(binaries() / "initdb"), "-D", str(fresh), *INITDB]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment(), **_options(account))
    fresh.rename(data)  # whole or not at all


def _run_server(data: Path, where: Path, account: Account | None, alive: int) -> "subprocess.Popen[bytes]":
    if account and where != data:
        os.chown(where, account.uid, -1)
    settings = SETTINGS | {"unix_socket_directories": str(where)}
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    server = subprocess.Popen(
        [str(binaries() / "postgres"), "-D", str(data), *options],
        pass_fds=[alive],
        preexec_fn=_stop_with_keeper,  # noqa: PLW1509 - this process has one thread
        env=environment(),
        **_options(account),
    )
    signal.signal(signal.SIGTERM, lambda *_: server.send_signal(signal.SIGINT))
    signal.signal(signal.SIGCHLD, lambda *_: _end_with(server))
    _end_with(server)  # if it ended before the line above
    return server


def _options(account: Account | None) -> dict[str, Any]:
    return account.options() if account else {}


def _stop_with_keeper() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def _end_with(server: "subprocess.Popen[bytes]") -> None:
    if server.poll() is not None:
        os._exit(1)


def _stop(server: "subprocess.Popen[bytes]") -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    server.send_signal(signal.SIGINT)  # fast: SIGTERM would wait for clients
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.send_signal(signal.SIGQUIT)  # at once; the next start recovers from the log
        server.wait()


def _not_root(data: Path) -> Account | None:
    """PostgreSQL refuses uid 0, so root needs another one: by a namespace if the kernel allows it, else for real."""
    if os.getuid() != 0:
        return None
    someone = next(entry for entry in pwd.getpwall() if entry.pw_uid)  # initdb wants an account with a name
    owner = data.stat().st_uid if data.exists() else 0
    if owner == 0 and _enter_namespace(someone):
        return None
    account = Account(uid=owner or someone.pw_uid, gid=someone.pw_gid)
    if owner == 0 and data.exists():
        for path in [data, *data.rglob("*")]:
            os.chown(path, account.uid, account.gid, follow_symlinks=False)
    _refuse_closed_folders(data, account)
    return account


def _enter_namespace(someone: pwd.struct_passwd) -> bool:
    """In a user namespace root looks like `someone` while its files stay root's: no account to create, no folder to open.

    Some kernels and container profiles forbid it (user_namespaces(7))."""
    if sys.platform != "linux":
        return False
    try:
        os.unshare(os.CLONE_NEWUSER)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{someone.pw_uid} 0 1")
        Path("/proc/self/gid_map").write_text(f"{someone.pw_gid} 0 1")
    except OSError:
        return False
    return True


def _refuse_closed_folders(data: Path, account: Account) -> None:
    probe = ["/bin/sh", "-c", 'test -x "$1" && test -x "$2"', "sh", str(binaries() / "initdb"), str(data.parent)]
    if subprocess.run(probe, check=False, **account.options()).returncode:
        raise SystemExit(
            f"PostgreSQL refuses to run as root, and uid {account.uid} can't reach {data.parent} or {binaries()}: "
            "move the clone out of the closed folder, run as a plain user, or set DATABASE_URL."
        )


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
