"""The supervisor, with small real programs in place of web, worker and beat."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from config.env import BASE_DIR
from tests.waiting import processes, wait_until

SUPERVISOR = """
import asyncio, os, sys
from config.supervisor import supervise, say
async def meanwhile():
    if "fail" in sys.argv:
        raise RuntimeError("the web never answered")
    say("up", "started")
programs = {name: [sys.executable, "-c", code, sys.argv[1]] for name, code in zip(("web", "worker"), sys.argv[2:4])}
sys.exit(asyncio.run(supervise(programs, meanwhile=meanwhile)))
"""
OBEDIENT = "import signal; print('hello', flush=True); signal.pause()"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('hello', flush=True)\nwhile True: signal.pause()"
SPAWNING = (
    "import signal, subprocess, sys; child = subprocess.Popen([sys.executable, '-c', "
    "'import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\\nwhile True: signal.pause()', sys.argv[1]]); "
    "print('hello', flush=True); "
)
PARENT = f"{SPAWNING} signal.pause()"
ORPHANING = f"{SPAWNING} sys.exit(3)"
MORTAL = "print('hello', flush=True); input()"
TALKATIVE = f"print('x' * (2 << 20)); {OBEDIENT}"


@contextmanager
def supervised(*programs: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A supervisor whose programs have all started, and the word that marks their command lines."""
    mark = uuid.uuid4().hex
    command = [sys.executable, "-c", SUPERVISOR, mark, *programs]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=BASE_DIR, text=True, start_new_session=True, **pipes) as process:
        try:
            yield process, mark
        finally:
            for left in processes(mark):
                with suppress(ProcessLookupError):  # it was just ending by itself
                    os.kill(left, signal.SIGKILL)


def read_until(process: "subprocess.Popen[str]", word: str, times: int = 1) -> list[str]:
    """The lines up to the one that holds `word` for the last of `times`."""
    lines: list[str] = []
    for line in process.stdout or ():
        lines.append(line.rstrip())
        if sum(word in it for it in lines) == times:
            return lines
    raise AssertionError(f"{word!r} never came: {lines}")


@pytest.mark.promise("RUN-5")
@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_stop_ends_all_programs_with_code_zero(way: signal.Signals) -> None:
    with supervised(OBEDIENT, OBEDIENT) as (process, mark):
        read_until(process, "hello", 2)
        process.send_signal(way)
        assert process.wait(5) == 0
        assert not processes(mark)


@pytest.mark.promise("RUN-5")
def test_a_program_that_will_not_stop_and_its_children_are_killed_within_five_seconds() -> None:
    with supervised(STUBBORN, PARENT) as (process, mark):
        read_until(process, "hello", 2)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(15) == 0
        assert time.monotonic() - began < 15
        assert not processes(mark)


@pytest.mark.promise("RUN-6")
def test_killing_the_supervisor_ends_its_programs() -> None:
    with supervised(OBEDIENT, OBEDIENT) as (process, mark):
        read_until(process, "hello", 2)
        process.kill()
        wait_until(lambda: not processes(mark))


@pytest.mark.promise("RUN-7")
def test_a_program_that_ends_takes_the_others_with_it_and_is_named() -> None:
    with supervised(OBEDIENT, MORTAL) as (process, mark):
        last = read_until(process, "stopping the rest")[-1]
        assert last == "up      worker ended with code 1; stopping the rest."
        assert process.wait(5) == 1
        assert not processes(mark)


@pytest.mark.promise("RUN-7")
def test_a_program_that_leaves_orphans_ends_all_the_same_and_they_with_it() -> None:
    with supervised(OBEDIENT, ORPHANING) as (process, mark):
        read_until(process, "up      worker ended with code 3; stopping the rest.")
        assert process.wait(6) == 1
        assert not processes(mark)


def test_a_failure_beside_the_programs_stops_them_and_is_told() -> None:
    with supervised(OBEDIENT, OBEDIENT, "fail") as (process, mark):
        read_until(process, "up      the web never answered; stopping the rest.")
        assert process.wait(5) == 1
        assert not processes(mark)


def test_every_line_carries_the_name_of_its_program_and_an_endless_one_loses_its_head() -> None:
    with supervised(OBEDIENT, TALKATIVE) as (process, _):
        lines = read_until(process, "hello", 2)
        assert {line[:8] for line in lines} == {"up      ", "web     ", "worker  "}
        assert max(map(len, lines)) < 2 << 20
        process.terminate()
