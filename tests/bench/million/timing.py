"""How long searches take: each of them several times, the engines in turns."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.bench.million.searches import Asked

ROUNDS = 3  # the best one of each search counts, as the machine disturbs least in it

PATIENCE = 5_000  # ms for one round

type Ask = Callable[[Asked], object]


@dataclass(frozen=True)
class Times:
    """Milliseconds of each search of a kind."""

    each: tuple[float, ...]

    @property
    def p50(self) -> float:
        return statistics.median(self.each)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.each, n=20, method="inclusive")[-1]


def times(ask: Ask, asked: Sequence[Asked], *, rounds: int = ROUNDS) -> Times:
    rounds_of_each = [[_once(ask, each) for each in asked] for _ in range(rounds)]
    return Times(tuple(min(rounds) for rounds in zip(*rounds_of_each, strict=True)))


def in_turns(engines: Mapping[str, Ask], asked: Sequence[Asked]) -> dict[str, Times]:
    """The same searches of several engines, one after the other in each round. One that takes minutes is asked once."""
    rounds: dict[str, list[Times]] = {name: [] for name in engines}
    for number in range(ROUNDS):
        for name, ask in engines.items():
            if number == 0 or sum(rounds[name][0].each) < PATIENCE:
                rounds[name].append(times(ask, asked, rounds=1))
    return {
        name: Times(tuple(map(min, zip(*(one.each for one in each), strict=True)))) for name, each in rounds.items()
    }


def _once(ask: Ask, asked: Asked) -> float:
    began = time.perf_counter()
    ask(asked)
    return (time.perf_counter() - began) * 1000
