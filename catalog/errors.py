"""The one error family. Edges translate it once: to an MCP result, a page, a JSON body or a command's last line."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class FieldProblem:
    """One wrong argument: the field's path as the caller wrote it, and what is wrong in plain words."""

    field: str
    problem: str


class ShortlistError(Exception):
    """Something went wrong that a person or a model can act on: what happened, and in `hint` what to do next."""

    def __init__(self, code: str, message: str, hint: str = "", *, fields: Sequence[FieldProblem] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.fields = tuple(fields)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()
