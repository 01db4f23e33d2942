"""One small conversation, as data, so that every client and every transport can play the same."""

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

# What stands behind `$job` and `$shortlist` comes from the results before.
STEPS: list[tuple[str, dict[str, Any]]] = [
    ("search_jobs", {"query": "barista", "locations": ["Austin, TX"]}),
    ("search_jobs", {"query": 3, "limit": "many"}),
    ("get_job_details", {"ids": ["$job"], "shortlist": "$shortlist"}),
    ("update_shortlist", {"changes": [{"id": "$job", "action": "save"}], "shortlist": "$shortlist"}),
    ("render_jobs", {"items": [{"id": "$job", "reason": "Near you."}], "shortlist": "$shortlist"}),
    ("get_shortlist", {"shortlist": "$shortlist"}),
    ("get_job_details", {"ids": ["0000000000"], "shortlist": "a handle that nobody gave"}),
]
MINTED = re.compile(r'"(shortlist|view)":"[^"]+"')
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^\"]*|\b\d\d:\d\d\b")

Call = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]


async def played(call: Call) -> list[dict[str, Any]]:
    """The structured results of all steps, as `call` gives them."""
    results: list[dict[str, Any]] = []
    for name, arguments in STEPS:
        results.append(await call(name, filled(arguments, results)))
    return results


def filled(arguments: dict[str, Any], results: list[dict[str, Any]]) -> dict[str, Any]:
    written = json.dumps(arguments)
    if results:
        found = results[0]["output"]
        written = written.replace("$job", found["jobs"][0]["id"]).replace("$shortlist", found["shortlist"])
    return dict(json.loads(written))


def comparable(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without what each conversation has of its own: handles, views and the time of day."""
    written = json.dumps(results, separators=(",", ":"), sort_keys=True)
    return list(json.loads(MOMENT.sub("…", MINTED.sub(r'"\1":"…"', written))))
