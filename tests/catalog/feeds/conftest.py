from collections.abc import Iterator
from pathlib import Path

import pytest
import stamina

from catalog.models import Feed
from tests.catalog.feeds.server import Publisher, publishing
from tests.factories import make_places


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


@pytest.fixture
def feed(db: None, publisher: Publisher) -> Feed:
    """A feed of that publisher, on a board that knows a few cities."""
    make_places()
    return Feed.objects.create(
        slug="blue-door", name="Blue Door", url=publisher.url, preset="indeed-xml", attribution="via Blue Door"
    )
