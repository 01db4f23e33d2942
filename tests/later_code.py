"""Handlers as later code may have them: gone, or without some of their parameters and outcomes."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pydantic import create_model

from catalog.tools import handler as handlers
from catalog.tools.handler import DataTool, Parameters, RenderTool


@dataclass(frozen=True)
class Lost:
    """What a handler has lost; all of it where `handler` is true."""

    handler: bool = False
    parameters: Collection[str] = ()
    outcomes: Collection[str] = ()


@contextmanager
def later_code(lost: dict[str, Lost]) -> Iterator[None]:
    """Inside, this process runs code that has lost these things, by the handler's name."""
    before = dict(handlers._handlers)
    for name, loss in lost.items():
        handlers._handlers[name] = _reduced(before[name], loss)
        if loss.handler:
            del handlers._handlers[name]
    try:
        yield
    finally:
        handlers._handlers.clear()
        handlers._handlers.update(before)


def _reduced(handler: DataTool | RenderTool, lost: Lost) -> DataTool | RenderTool:
    outcomes = tuple(outcome for outcome in handler.outcomes if outcome.code not in lost.outcomes)
    return replace(handler, parameters=_fewer(handler.parameters, frozenset(lost.parameters)), outcomes=outcomes)


@cache  # a model is dear, and its schema is kept as long as the process lives
def _fewer(model: type[Parameters], names: frozenset[str]) -> type[Parameters]:
    kept: dict[str, Any] = {
        name: (field.annotation, field) for name, field in model.model_fields.items() if name not in names
    }
    return create_model("Fewer", __base__=Parameters, **kept) if names else model
