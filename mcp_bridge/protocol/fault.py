"""What a way of saying no consists of, in each era."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mcp_types import INVALID_REQUEST


@dataclass(frozen=True)
class Answer:
    """An HTTP status, and JSON-RPC's code where there is one."""

    status: int
    rpc_code: int | None = None


@dataclass(frozen=True)
class Fault:
    """`message` and `hint` may hold {names} that are filled in; None stands for an era in which this can't happen.

    An error says its code, its key in the tables, in `error.data.code`; a result says it in `error.code`."""

    when: str
    message: str
    hint: str = ""
    legacy: Answer | None = None
    modern: Answer | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def edge(when: str, message: str, hint: str = "", *, status: int, rpc: int = INVALID_REQUEST, **headers: str) -> Fault:
    answer = Answer(status, rpc)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Fault(when, message, hint, answer, answer, named)


def protocol(
    when: str, message: str, hint: str = "", *, rpc: int, status: int = 400, legacy: int | None = None
) -> Fault:
    """2025 clients get their errors with HTTP status 200, as that transport has it."""
    return Fault(when, message, hint, Answer(200, legacy or rpc), Answer(status, rpc))


def modern(when: str, message: str, *, rpc: int) -> Fault:
    return Fault(when, message, modern=Answer(400, rpc))


def result(when: str, message: str, hint: str) -> Fault:
    return Fault(when, message, hint, Answer(200), Answer(200))
