import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.listings.industries import industry_codes, industry_of

HINTS = [
    (("Food service",), "", "food_service"),
    (("HOSPITALITY",), "", "food_service"),
    (("Restaurants, cafés and hotels",), "", "food_service"),
    (("Construction/Skilled Trade",), "", "construction"),
    (("Information Technology & Services",), "", "software"),
    (("Technology",), "", "software"),
    (("722515",), "", "food_service"),
    (("62",), "", "healthcare"),
    (("6244",), "", "social_care"),
    (("Public administration",), "", "government"),
    (("Engineering", "Banking"), "", "finance"),
    (("Team Green", ""), "Barista (m/w/d)", "food_service"),
    ((), "Senior Software Engineer, C++", "software"),
    ((), "Nurse Recruiter", "staffing"),
    ((), "Registered Nurse – ICU", "healthcare"),
    ((), "Warehouse Associate", "logistics"),
    ((), "LKW-Fahrer (m/w/d)", "logistics"),
    ((), "Wizard of Light Bulb Moments", "unknown"),
    ((), "", "unknown"),
]


@pytest.mark.promise("LIST-12")
@pytest.mark.parametrize(("hints", "title", "code"), HINTS)
def test_an_industry_comes_from_the_feeds_hints_or_else_the_title(
    hints: tuple[str, ...], title: str, code: str
) -> None:
    assert industry_of(*hints, title=title) == code


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_has_one_of_our_industries_or_none(hint: str, title: str) -> None:
    code = industry_of(hint, title=title)
    assert code == "unknown" or industry_codes([code]) == ((code,), ())


def test_names_that_are_no_industry_are_told() -> None:
    assert industry_codes(["Retail", "Alchemy"]) == (("retail",), ("Alchemy",))
