"""The decision table: which moves a result suggests, by its outcome and the words of its directions alone."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


@dataclass(frozen=True)
class Answer:
    """A result as a model gets it. `text` is what it costs to read."""

    tool: str
    structured: Mapping[str, Any]
    text: str

    @property
    def output(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.structured.get("output", {})
        return found

    @property
    def outcome(self) -> str:
        """The outcome's code, or the error's."""
        return str(self.output.get("outcome") or self.structured.get("error", {}).get("code", ""))

    @property
    def instruction(self) -> str:
        return str(self.structured.get("agent_directions", {}).get("assistant_instruction", ""))


class Move(StrEnum):
    CLARIFY = "name the place more precisely"
    LOOSEN = "drop a filter"
    SEARCH = "search for what is still open"
    READ = "read the finalists"
    SHOW = "show the picks"
    WRITE = "write the list"
    ANSWER = "answer from the text"


@dataclass(frozen=True)
class Suggestion:
    """A move that a result suggests. `detail` is the filter to drop; `answer` the result itself."""

    move: Move
    answer: Answer
    detail: str = ""


@dataclass(frozen=True)
class Rule:
    """Words that suggest a move; only after these outcomes, where any are named."""

    move: Move
    words: re.Pattern[str]
    outcomes: frozenset[str] = frozenset()


def _rule(move: Move, words: str, *outcomes: str) -> Rule:
    return Rule(move, re.compile(words, re.IGNORECASE), frozenset(outcomes))


TABLE = (
    _rule(Move.CLARIFY, r"search again with the place", "places_unclear"),
    _rule(Move.LOOSEN, r"search again without (?P<detail>\w+)", "nothing_found"),
    _rule(Move.SEARCH, r"\bsearch\b|\bnarrow\b"),
    _rule(Move.READ, r"\bread the\b|\bread a\b"),
    _rule(Move.SHOW, r"\bshow\b"),
    _rule(Move.WRITE, r"\blist them\b", "to_be_written"),
    _rule(Move.ANSWER, r"\bas the job that the user means\b", "job_open"),
)


def suggestions(answer: Answer) -> tuple[Suggestion, ...]:
    """In the order in which the instruction names them; none where it is blank."""
    found = sorted(_matches(answer), key=lambda pair: pair[0])  # equal places keep the table's order
    return tuple(suggestion for _, suggestion in found)


def _matches(answer: Answer) -> Iterator[tuple[int, Suggestion]]:
    for rule in TABLE:
        match = rule.words.search(answer.instruction)
        if match and (not rule.outcomes or answer.outcome in rule.outcomes):
            yield match.start(), Suggestion(rule.move, answer, match.groupdict().get("detail") or "")
