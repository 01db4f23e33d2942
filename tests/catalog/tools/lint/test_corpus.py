"""What the lint says of texts that were labelled by hand."""

import pytest

from catalog.tools.lint import Level, lint
from catalog.tools.lint.examples import describing
from tests.catalog.tools.lint.corpus import BENIGN, POISONED

GRAVITY = list(Level)


def worst(description: str) -> Level | None:
    levels = {finding.level for finding in lint(describing(description).content).findings}
    return min(levels - {Level.NOTE}, key=GRAVITY.index, default=None)


@pytest.mark.promise("LINT-5")
@pytest.mark.parametrize(("level", "description"), POISONED)
def test_a_poisoned_description_is_caught_at_its_level(level: str, description: str) -> None:
    assert worst(description) == level


@pytest.mark.promise("LINT-5")
@pytest.mark.parametrize("description", BENIGN)
def test_a_benign_description_is_no_error(description: str) -> None:
    assert worst(description) is not Level.ERROR


@pytest.mark.promise("LINT-5")
def test_most_benign_descriptions_are_left_alone() -> None:
    assert sum(worst(description) is None for description in BENIGN) >= 0.9 * len(BENIGN)
