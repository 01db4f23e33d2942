"""What people type finds what they mean: judged searches over the demo's listings, through the whole spine."""

import pytest

from catalog.listings.synonyms import forget
from catalog.tools.shipped import load_shipped
from mcp_bridge.snapshot import snapshots
from tests.bench.relevance.judging import mean_ndcg, verdicts, zero_results
from tests.demo.board import fill_board

FLOOR = 0.93  # what a change may cost before somebody has to look; the bench prints the figure itself
MOST_EMPTY = 0.02


@pytest.mark.django_db
@pytest.mark.promise("TOOL-17")
def test_judged_searches_find_what_was_meant() -> None:
    fill_board()
    load_shipped()
    snapshots.forget()
    every = verdicts()
    worst = [
        f"{each.ndcg:.2f} {each.found} {each.judged.arguments}" for each in sorted(every, key=lambda one: one.ndcg)
    ]
    assert len(every) >= 60
    assert zero_results(every) <= MOST_EMPTY, [each.judged.arguments for each in every if not each.found]
    assert mean_ndcg(every) >= FLOOR, "\n".join(worst[:20])
    forget()
