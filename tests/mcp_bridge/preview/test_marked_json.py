"""Two JSON values as one text: exact on both sides, marked where they differ."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.tools.diff import Kind, Piece
from mcp_bridge.preview.marked_json import marked_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def without(kind: Kind, pieces: list[Piece]) -> Any:
    return json.loads("".join(piece.text for piece in pieces if piece.kind is not kind))


@pytest.mark.promise("EDIT-1")
@given(old=VALUES, new=VALUES)
def test_each_side_is_the_whole_value(old: Any, new: Any) -> None:
    pieces = marked_json(old, new)
    assert without(Kind.OLD, pieces) == new
    assert without(Kind.NEW, pieces) == old


@given(value=VALUES)
def test_a_value_beside_itself_has_no_marks(value: Any) -> None:
    (piece,) = marked_json(value, value)
    assert piece.kind is Kind.SAME
    assert json.loads(piece.text) == value


@pytest.mark.promise("EDIT-1")
def test_words_are_marked_inside_a_text() -> None:
    old = {"description": "Finds open jobs by title and place, as data."}
    new = {"description": "Finds open jobs by title, skill and place, as data."}
    assert [piece for piece in marked_json(old, new) if piece.kind is not Kind.SAME] == [
        Piece(Kind.OLD, "title"),
        Piece(Kind.NEW, "title, skill"),
    ]


def test_a_changed_bound_leaves_its_neighbours_alone() -> None:
    old = {"type": "array", "maxItems": 5}
    assert marked_json(old, old | {"maxItems": 12}) == [
        Piece(Kind.SAME, '{ "type": "array", "maxItems": '),
        Piece(Kind.OLD, "5"),
        Piece(Kind.NEW, "12"),
        Piece(Kind.SAME, " }"),
    ]
