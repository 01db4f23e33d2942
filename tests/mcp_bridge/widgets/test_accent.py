"""The board's colour, made readable."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.colours import contrast
from mcp_bridge.widgets.accent import ENOUGH, SURFACES, Accent, readable_accent

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_contrast_is_the_standards() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_readable_colour_stays_as_it_is() -> None:
    assert readable_accent("#0b5cad", "light") == Accent("#0b5cad", "#ffffff")


@pytest.mark.promise("WIDGET-15")
@given(COLOURS, st.sampled_from(sorted(SURFACES)))
def test_every_colour_becomes_one_that_can_be_read(colour: str, theme: str) -> None:
    accent = readable_accent(colour, theme)
    assert contrast(accent.colour, SURFACES[theme]) >= ENOUGH
    assert contrast(accent.text_on_it, accent.colour) >= ENOUGH


@pytest.mark.parametrize("slip", ["", "red", "#fff", "#12345g", "#0b5cad;", "#0b5cad\n"])
def test_what_is_no_colour_gives_way_to_ours(slip: str) -> None:
    assert readable_accent(slip, "dark") == readable_accent("#7db8f7", "dark")
