"""The official conformance suite, for both revisions that matter: the product as shipped, and the bridge with the fixture on board."""

from pathlib import Path

import pytest

from tests.conformance.official import HERE, judged
from tests.mcp_bridge.protocol.web import LEGACY, MODERN, Web

both_revisions = pytest.mark.parametrize("revision", [LEGACY, MODERN])
pytestmark = pytest.mark.conformance


@both_revisions
@pytest.mark.promise("CONF-1")
def test_the_product_passes_all_that_needs_no_fixture(product: Web, revision: str, tmp_path: Path) -> None:
    judged(product.mcp, requirements=revision, baseline=HERE / f"baseline-{revision}.yml", report=tmp_path)


@both_revisions
@pytest.mark.promise("CONF-2")
def test_with_the_fixture_on_board_the_bridge_passes_all(equipped: Web, revision: str, tmp_path: Path) -> None:
    judged(equipped.mcp, requirements=revision, baseline=HERE / "baseline-empty.yml", report=tmp_path)


@pytest.mark.promise("CONF-2")
def test_no_failure_is_expected_with_the_fixture_on_board() -> None:
    entries = [line for line in (HERE / "baseline-empty.yml").read_text().splitlines() if not line.startswith("#")]
    assert entries == ["server: []"]


@both_revisions
@pytest.mark.promise("CONF-1")
def test_every_expected_failure_has_its_reason(revision: str) -> None:
    lines = (HERE / f"baseline-{revision}.yml").read_text().splitlines()
    assert [line for line in lines if line.startswith("  - ") and "  # " not in line] == []
