"""The one way a test waits for another process: until a condition holds, and never longer than a deadline."""

import time
from collections.abc import Callable
from pathlib import Path


def wait_until(condition: Callable[[], object], *, seconds: float = 10.0) -> None:
    """Returns as soon as `condition()` is true; fails the test after `seconds`."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"{condition} did not come true within {seconds} s"
        time.sleep(0.02)  # between two looks; no test relies on its length


def processes(word: str) -> list[int]:
    """The ids of the living processes whose command line holds `word` (Linux)."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and word in _command(entry)]


def is_alive(process: int) -> bool:
    """Whether that process runs; a zombie doesn't."""
    return bool(_command(Path(f"/proc/{process}")))


def _command(entry: Path) -> str:
    try:
        return (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""
