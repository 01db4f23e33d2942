"""A board with a published catalogue, for tests of the bridge."""

import pytest

from catalog.tools.shipped import load_shipped
from mcp_bridge.snapshot import snapshots
from tests.factories import make_places


@pytest.fixture
def board(db: None) -> None:
    """Shipped texts published, a few places known, no listing yet."""
    make_places()
    load_shipped()
    snapshots.forget()
