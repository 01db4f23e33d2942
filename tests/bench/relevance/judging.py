"""Grades from 3 (what was meant) to 0, by patterns that titles match; nDCG@10 of what `search_jobs` gives, by the whole spine."""

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catalog.listings.facets import place_filter, understood
from catalog.listings.industries import industry_codes
from catalog.listings.statements import rows
from catalog.models import JobListing
from mcp_bridge.call import ToolCall, call_tool

JUDGED = Path(__file__).parent / "judged.json"
LOOKED_AT = 10
_GRADES = (3, 2, 1)
_ARGUMENTS = ("query", "locations", "workplace", "exclude_industries")


@dataclass(frozen=True)
class Judged:
    """A search and what would be a good answer: titles by grade, remote jobs alone where `remote`."""

    arguments: dict[str, Any]
    patterns: tuple[tuple[int, re.Pattern[str]], ...]
    is_remote: bool = False

    def grade(self, listing: JobListing) -> int:
        """A listing that another filter rules out is no answer, whatever its title."""
        if self.is_remote and listing.workplace != "remote":
            return 0
        if listing.industry in industry_codes(self.arguments.get("exclude_industries", ()))[0]:
            return 0
        return next((grade for grade, pattern in self.patterns if pattern.search(listing.title)), 0)


@dataclass(frozen=True)
class Verdict:
    """How well one search did; `found` is how many jobs it gave."""

    judged: Judged
    ndcg: float
    found: int


def judged_searches() -> list[Judged]:
    return [_judged(row) for row in json.loads(JUDGED.read_text(encoding="utf-8"))]


def verdicts() -> list[Verdict]:
    """All searches, on the listings that are open now."""
    board = list(JobListing.objects.filter(status="active").defer("description", "description_html"))
    return [_verdict(judged, board) for judged in judged_searches()]


def mean_ndcg(every: Sequence[Verdict]) -> float:
    return sum(each.ndcg for each in every) / len(every)


def zero_results(every: Sequence[Verdict]) -> float:
    """The share of searches that found nothing."""
    return sum(not each.found for each in every) / len(every)


def _verdict(judged: Judged, board: Sequence[JobListing]) -> Verdict:
    output = call_tool(ToolCall("search_jobs", {**judged.arguments, "limit": LOOKED_AT})).structured["output"]
    by_id = {listing.public_id: listing for listing in board}
    shown = [judged.grade(by_id[job["id"]]) for job in output.get("jobs", ())]
    there = _there(judged, board)
    best = sorted((judged.grade(listing) for listing in there), reverse=True)[:LOOKED_AT]
    return Verdict(judged, _dcg(shown) / _dcg(best), len(shown))


def _there(judged: Judged, board: Sequence[JobListing]) -> list[JobListing]:
    """Those at the places that were asked for, of which the database says which they are."""
    places = tuple(place_filter(understood(name)) for name in judged.arguments.get("locations", ()))
    if not places:
        return list(board)
    wanted = " | ".join(f"({place.tsquery})" for place in places)
    near = {
        pk
        for [pk] in rows(
            "SELECT listing_id FROM catalog_jobsearch WHERE tsv @@ %(wanted)s::tsquery", {"wanted": wanted}
        )
    }
    return [listing for listing in board if listing.pk in near]


def _dcg(grades: Iterable[int]) -> float:
    return sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def _judged(row: dict[str, Any]) -> Judged:
    patterns = tuple((grade, re.compile(row[str(grade)], re.IGNORECASE)) for grade in _GRADES if str(grade) in row)
    arguments = {name: row[name] for name in _ARGUMENTS if name in row}
    return Judged(arguments, patterns, is_remote=row.get("remote", False))
