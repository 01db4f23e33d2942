"""One run: the product at two sizes, then, at the larger one, beside SQLite's FTS5 and a naive table."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.utils import timezone

from catalog.listings.load_places import load_places
from catalog.listings.spelling import recount_words
from catalog.listings.synonyms import load_synonyms
from tests.bench.million import naive, ours, rows, searches
from tests.bench.million.fts5 import Fts5
from tests.bench.million.refresh import Refreshed, refreshed
from tests.bench.million.server import database
from tests.bench.million.timing import Ask, Times, in_turns, times
from tests.bench.report import Figure

GOAL = {"keyword_ranked": 25}
USUAL_GOAL = 20  # ms, p95

type Measured = dict[str, dict[str, Times]]  # by kind of search, then by engine


def measured(folder: Path, *, small: int, large: int) -> list[Figure]:
    """About nine minutes at a million."""
    now = timezone.now().isoformat()
    with database(folder):
        load_places()
        load_synonyms()
        rows.prepare()
        _grow(1, small, now)
        before = {kind: times(ask, asked) for kind, (ask, asked) in _ours().items()}
        if large > small:
            _grow(small + 1, large, now)
        with _told("words"):
            recount_words()
        with _told("FTS5"):
            fts5 = Fts5(folder / "fts5.sqlite")
        with _told("naive table"):
            naive.build()
        with _told("searches"):
            after = _beside_others(fts5)
        with _told("refresh"):
            refresh = refreshed()
    return _figures(before, after, refresh)


def _grow(first: int, last: int, now: str) -> None:
    with _told(f"listings {first:,} to {last:,}"):
        rows.generate(first, last, now=now)
    with _told("their search rows"):
        rows.index(first, last)
    with _told("vacuum"):
        rows.settle()


@contextmanager
def _told(step: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    print(f"{step}: {time.perf_counter() - began:.0f} s", flush=True)


def _ours() -> dict[str, tuple[Ask, list[searches.Asked]]]:
    """What is asked of the product, by the name of its figure."""
    found = list(map(ours.with_ids, searches.keyword_ranked()))
    return {
        "keyword_ranked": (ours.page, searches.keyword_ranked()),
        "keyword_city": (ours.page, searches.keyword_city()),
        "eight_cities_best_paid": (ours.page, searches.eight_cities_best_paid()),
        "eight_cities_each": (ours.page_of_each_place, searches.eight_cities_best_paid()),
        "compare_eight": (ours.compared, searches.compare_eight()),
        "facets": (ours.counted, searches.facets()),
        "details": (ours.details, found),
    }


def _beside_others(fts5: Fts5) -> Measured:
    others: Mapping[str, dict[str, Ask]] = {
        "keyword_ranked": {"fts5": fts5.page, "naive": naive.page},
        "keyword_city": {"fts5": fts5.page, "naive": naive.page},
        "eight_cities_best_paid": {"fts5": fts5.page, "naive": naive.page},
        "compare_eight": {"naive": naive.compared},
        "facets": {"fts5": fts5.counted, "naive": naive.counted},
    }
    return {kind: in_turns({"ours": ask, **others.get(kind, {})}, asked) for kind, (ask, asked) in _ours().items()}


def _figures(before: Mapping[str, Times], after: Measured, refresh: Refreshed) -> list[Figure]:
    return [*_latencies(after), *_ratios(before, after), *_refresh(refresh)]


def _latencies(after: Measured) -> Iterator[Figure]:
    for kind, engines in after.items():
        for engine, taken in engines.items():
            name = kind if engine == "ours" else f"{kind}_{engine}"
            goal = f"at most {GOAL.get(kind, USUAL_GOAL)} on two quiet cores" if engine == "ours" else ""
            yield Figure(f"{name}_p50_ms", round(taken.p50, 2), "ms")
            yield Figure(f"{name}_p95_ms", round(taken.p95, 2), "ms", goal)


def _ratios(before: Mapping[str, Times], after: Measured) -> Iterator[Figure]:
    p95 = {kind: {engine: taken.p95 for engine, taken in engines.items()} for kind, engines in after.items()}
    fts5 = max(each["ours"] / each["fts5"] for each in p95.values() if "fts5" in each)
    slower = min(each["naive"] / each["ours"] for each in p95.values() if "naive" in each)
    growth = max(each["ours"] / before[kind].p95 for kind, each in p95.items())
    yield Figure("worst_p95_vs_fts5", round(fts5, 2), "ratio", "ours / SQLite FTS5, the worst kind: at most 3")
    yield Figure("worst_p95_vs_naive", round(slower, 1), "ratio", "naive table / ours, the worst kind: at least 20")
    yield Figure("growth_100k_1m", round(growth, 2), "ratio", "p95 at the larger size / at 100,000, the worst kind")


def _refresh(refresh: Refreshed) -> Iterator[Figure]:
    yield Figure("refresh_staged_rows_per_s", round(refresh.staged.rows_per_s), "1/s", "COPY from Python")
    yield Figure("refresh_new_rows_per_s", round(refresh.new.rows_per_s), "1/s", "merge of 50,000 new rows")
    goal = "merge of 50,000 unchanged rows: at least 100,000"
    yield Figure("refresh_unchanged_rows_per_s", round(refresh.unchanged.rows_per_s), "1/s", goal)
    yield Figure("refresh_unchanged_wal_mb", round(refresh.unchanged.wal / 1e6, 3), "MB", "at most 1")
