"""Runs several programs as one: prefixed logs, one Ctrl-C for all, and none that outlives the others."""

import asyncio
import ctypes
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress

GRACE = 4.0  # seconds between "please stop" and kill -9
LAST_WORDS = 0.5  # seconds for the log lines that are still on their way
LONGEST_LINE = 1 << 20
PR_SET_PDEATHSIG = 1  # prctl(2)
COLOURS = {"web": 36, "worker": 33, "beat": 35, "up": 32}


async def supervise(
    programs: Mapping[str, Sequence[str]], *, meanwhile: Callable[[], Awaitable[None]], inherit: Sequence[int] = ()
) -> int:
    """Runs `programs` (name: command line) until a signal asks to stop or one of them ends; returns the exit code.

    `meanwhile` runs beside them and is cancelled in the end; the descriptors in `inherit` stay open in each program."""
    asked = _stop_signals()
    children: dict[str, Process] = {}
    logs = []
    for name, command in programs.items():
        children[name], output = await _start(command, inherit)
        logs.append(asyncio.create_task(_copy_log(name, output)))
    beside = asyncio.create_task(_run(meanwhile))
    dead = await _first_end(children, asked, beside)
    if dead:
        say("up", f"{dead}; stopping the rest.")
    beside.cancel()
    await _stop(list(children.values()))
    await asyncio.wait(logs, timeout=LAST_WORDS)
    return 1 if dead else 0


def say(name: str, text: str) -> None:
    """Prints a line under the name of the program that it comes from."""
    prefix = f"\033[{COLOURS.get(name, 37)}m{name:7}\033[0m" if sys.stdout.isatty() else f"{name:7}"
    with suppress(BrokenPipeError):
        print(f"{prefix} {text}", flush=True)


def end_with_parent(parent: int) -> None:
    """Asks the kernel to end this process by SIGTERM when `parent` is gone, even by kill -9 (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)  # it went before the line above


def _stop_signals() -> asyncio.Event:
    asked = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, asked.set)
    return asked


async def _start(command: Sequence[str], inherit: Sequence[int]) -> tuple[Process, asyncio.StreamReader]:
    parent = os.getpid()
    # A pipe of our own: with asyncio's, a program counts as running until its orphans have closed it too.
    read_end, write_end = os.pipe()
    child = await asyncio.create_subprocess_exec(
        *command,
        stdin=DEVNULL,
        stdout=write_end,
        stderr=write_end,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        pass_fds=inherit,
        start_new_session=True,  # so that Ctrl-C reaches the supervisor alone
        preexec_fn=lambda: end_with_parent(parent),  # the supervisor has one thread while it starts programs
    )
    os.close(write_end)
    return child, await _reader(read_end)


async def _reader(descriptor: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader(limit=LONGEST_LINE)
    pipe = os.fdopen(descriptor, "rb")
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


async def _run(meanwhile: Callable[[], Awaitable[None]]) -> None:
    await meanwhile()
    await asyncio.Event().wait()  # ends by being cancelled, so that only a failure counts as an end


async def _copy_log(name: str, output: asyncio.StreamReader) -> None:
    while True:
        try:
            line = await output.readline()
        except ValueError:
            continue  # a line longer than the limit loses its head
        if not line:
            return
        say(name, line.decode(errors="replace").rstrip())


async def _first_end(children: Mapping[str, Process], asked: asyncio.Event, beside: asyncio.Task[None]) -> str:
    """Waits; returns who ended and how, or nothing if we were asked to stop."""
    ends = {asyncio.create_task(child.wait()): name for name, child in children.items()}
    stop = asyncio.create_task(asked.wait())
    await asyncio.wait([*ends, stop, beside], return_when=asyncio.FIRST_COMPLETED)
    dead = [f"{name} ended with code {task.result()}" for task, name in ends.items() if task.done()]
    if beside.done():
        dead.append(str(beside.exception()))
    for task in (*ends, stop):
        task.cancel()
    return "" if asked.is_set() else " and ".join(dead)


async def _stop(children: Collection[Process]) -> None:
    for child in children:
        _signal(os.kill, child, signal.SIGTERM)
    waits = [asyncio.create_task(child.wait()) for child in children]
    await asyncio.wait(waits, timeout=GRACE)
    for child in children:
        _signal(os.killpg, child, signal.SIGKILL)  # whatever is left of its session, grandchildren included
    await asyncio.wait(waits)


def _signal(send: Callable[[int, int], None], child: Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        send(child.pid, number)
