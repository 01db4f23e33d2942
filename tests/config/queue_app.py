"""The product's Celery with two tasks for tests and a short wait for what a killed worker had taken."""

import threading
from pathlib import Path

from config.celery import app

app.conf.broker_transport_options["visibility_timeout"] = 2


@app.task(name="tests.write")
def write(path: str, line: str) -> None:
    """Appends a line to the file."""
    with Path(path).open("a") as file:
        file.write(f"{line}\n")


@app.task(name="tests.stall_once")
def stall_once(path: str) -> None:
    """Never ends at its first run, and ends at its second."""
    first = not Path(path).exists()
    write(path, "taken")
    if first:
        threading.Event().wait()
    write(path, "done")
