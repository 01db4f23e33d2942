from collections.abc import Iterator
from pathlib import Path

import pytest
import stamina

from tests.catalog.feeds.server import Publisher, publishing


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with publishing() as found:
        yield found


@pytest.fixture(autouse=True)
def _no_pauses() -> Iterator[None]:
    """Tries are counted as in earnest, but nobody waits between them."""
    with stamina.set_testing(True, attempts=3):
        yield


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Where a fetched document goes."""
    return tmp_path / "copy"
