"""The one way a test waits for another process: until a condition holds, and never longer than a deadline."""

import time
from collections.abc import Callable
from pathlib import Path


def wait_until(condition: Callable[[], object], *, seconds: float = 30.0) -> None:
    """Returns as soon as `condition()` is true; fails the test after `seconds`."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"{condition} did not come true within {seconds} s"
        time.sleep(0.02)  # between two looks; no test relies on its length


def processes(word: str, *, also_in: str = "cmdline") -> list[int]:
    """The ids of the living processes whose command line, or whose `/proc` file `also_in`, holds `word` (Linux)."""
    entries = [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [int(entry.name) for entry in entries if any(word in _read(entry / name) for name in ("cmdline", also_in))]


def _read(path: Path) -> str:
    try:
        return path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return ""
