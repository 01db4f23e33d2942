import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from catalog.errors import ShortlistError
from catalog.listings.ids import is_well_formed, near_misses, parse_public_id, public_id

NUMBERS = st.integers(1, 99_999_999)


@pytest.mark.promise("LIST-6")
@given(NUMBERS)
def test_an_id_is_ten_digits_and_gives_its_number_back(number: int) -> None:
    text = public_id(number)
    assert (len(text), text.isdigit(), parse_public_id(text)) == (10, True, number)


@pytest.mark.promise("LIST-6")
@given(NUMBERS, st.integers(0, 9), st.sampled_from("0123456789"))
def test_one_wrong_digit_is_never_another_listing_and_the_right_one_is_suggested(
    number: int, at: int, digit: str
) -> None:
    right = public_id(number)
    assume(right[at] != digit)
    wrong = right[:at] + digit + right[at + 1 :]
    assert parse_public_id(wrong) is None
    assert right in near_misses(wrong)


@pytest.mark.promise("LIST-6")
@given(NUMBERS, st.integers(0, 8))
def test_two_swapped_digits_are_never_another_listing_and_the_right_one_is_suggested(number: int, at: int) -> None:
    right = public_id(number)
    assume(right[at] != right[at + 1])
    wrong = right[:at] + right[at + 1] + right[at] + right[at + 2 :]
    assert parse_public_id(wrong) is None
    assert right in near_misses(wrong)


@given(NUMBERS, st.integers(0, 9))
def test_a_lost_digit_is_noticed(number: int, at: int) -> None:
    right = public_id(number)
    wrong = right[:at] + right[at + 1 :]
    assert not is_well_formed(wrong)
    assert all(is_well_formed(suggestion) for suggestion in near_misses(wrong))


@given(st.text(max_size=60))
def test_any_text_is_answered_calmly(text: str) -> None:
    number = parse_public_id(text)
    assert number is None or public_id(number) == text.strip()
    assert len(near_misses(text)) <= 8


@pytest.mark.parametrize("text", ["", "१२३४५६७८९०", "-123456789", "12345", "greenhouse:1", "1e9", "0000000000"])
def test_what_is_no_id_is_none(text: str) -> None:
    assert parse_public_id(text) is None


def test_neighbours_do_not_look_alike() -> None:
    assert len({public_id(number)[:3] for number in range(1, 200)}) > 100


@pytest.mark.parametrize("number", [0, -1, 100_000_000])
def test_a_number_out_of_range_says_so(number: int) -> None:
    with pytest.raises(ShortlistError, match="no public id"):
        public_id(number)
