"""One running product for all black-box tests of a run, and the browser tests' Chromium."""

from collections.abc import Iterator

import pytest

from tests.blackbox.product import Product, started, wait_for_demo
from tests.browser.conftest import browser

__all__ = ["browser", "running"]


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """The product with its demo board loaded, in two web processes."""
    with started(tmp_path_factory.mktemp("product") / "var", WEB_WORKERS="2") as product:
        wait_for_demo(product)
        yield product
