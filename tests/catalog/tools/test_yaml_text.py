"""A catalogue's YAML: what is written reads back as it was, and what is read is no more than JSON could hold."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.errors import ShortlistError
from catalog.tools.yaml_text import read_yaml, write_yaml

WORDS = (
    st.text(st.sampled_from("ab \n\t:#-'\"{}[]>|&*!%@`,?\r\u2028\x85\u00a0é😀\ufeff"), max_size=200)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=150)
    | st.text(st.sampled_from("abcde    \n:-#>'\""), min_size=80, max_size=300)
)
PLAIN = (
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats(allow_nan=False, allow_infinity=False) | WORDS
)
JSON = st.recursive(PLAIN, lambda v: st.lists(v, max_size=3) | st.dictionaries(WORDS, v, max_size=3), max_leaves=5)


@pytest.mark.promise("REL-8")
@settings(max_examples=300, deadline=None)
@given(JSON)
def test_what_is_written_reads_back_as_it_was(value: Any) -> None:
    assert read_yaml(write_yaml({"tools": [{"fixed": value}]})) == {"tools": [{"fixed": value}]}


@pytest.mark.promise("REL-8")
def test_long_texts_are_blocks_and_short_lists_stand_in_a_line() -> None:
    text = (
        "Finds open jobs by title or skills, place and other filters, and returns them as data. The user sees nothing."
    )
    assert write_yaml({"description": text, "instruction": "One.\nTwo.", "allowed": ["newest", "pay_high"]}) == (
        "description: >-\n"
        "  Finds open jobs by title or skills, place and other filters, and returns them as data. The user sees nothing.\n"
        "instruction: |-\n"
        "  One.\n"
        "  Two.\n"
        "allowed: [newest, pay_high]\n"
    )


@pytest.mark.promise("REL-8")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: &x [1]\nb: *x", "line 2: references"),
        ("a: 1\na: 2", "line 2: “a” stands here twice"),
        ("? [1]\n: 2", "line 1: a key must be a word"),
        ("a: !!python/object:os.system x", "line 1: could not determine a constructor"),
        ("a: !!binary aGk=", "not JSON serializable"),
        ("a: !!timestamp 2026-01-01", "not JSON serializable"),
        ("a: .inf", "not JSON compliant"),
        ('a: "\\ud800"', "surrogates not allowed"),
        ("a: [", "line 1"),
        ("a: \x00", "special characters are not allowed"),
        ("[" * 5000, "nested too deeply"),
        ("a" * 1_000_001, "longer than 1,000,000 characters"),
    ],
)
def test_what_is_more_than_json_is_refused_with_the_place(text: str, why: str) -> None:
    with pytest.raises(ShortlistError) as caught:
        read_yaml(text)
    assert caught.value.code == "not_yaml"
    assert why in caught.value.message


def test_dates_are_words() -> None:
    assert read_yaml("a: 2026-01-01\n<<: b") == {"a": "2026-01-01", "<<": "b"}
