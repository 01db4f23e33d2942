"""A posting in sections: headings that were written, and no word lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.listings.sections import Section, sections
from catalog.listings.text import clean_description


def parts(raw: str) -> list[Section]:
    cleaned = clean_description(raw)
    return sections(cleaned.text, cleaned.html)


def headings(raw: str) -> list[str]:
    return [part.heading for part in parts(raw)]


@pytest.mark.promise("VIEW-7")
def test_headings_and_bold_lines_begin_sections() -> None:
    raw = """<p>We roast.</p><h2>Your day</h2><p>Open the bar.</p><p><strong>You bring:</strong></p><ul><li>care</li><li>calm</li></ul>
    <p><b>We offer</b><br>Paid breaks<br><b>How to apply</b><br>By post.</p>"""
    assert parts(raw) == [
        Section("", "We roast."),
        Section("Your day", "Open the bar."),
        Section("You bring:", "- care\n- calm"),
        Section("We offer", "Paid breaks"),
        Section("How to apply", "By post."),
    ]


@pytest.mark.promise("VIEW-7")
@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("We roast.\n\nWHAT YOU DO\n\nOpen the bar.", ["", "WHAT YOU DO"]),
        ("Your tasks:\n- open\n- close", ["Your tasks:"]),
        ("What you bring\n- care\n- calm", ["What you bring"]),
        ("ÜBER UNS\nWir rösten.", ["ÜBER UNS"]),
        ("<h3>المهام</h3><p>افتح المقهى</p>", ["المهام"]),
    ],
)
def test_plain_lines_in_capitals_or_before_a_colon_begin_sections(raw: str, expected: list[str]) -> None:
    assert headings(raw) == expected


@pytest.mark.promise("VIEW-7")
@pytest.mark.parametrize(
    "raw",
    [
        "",
        "We roast coffee.",
        "<p>We are a <strong>small</strong> team.</p>",
        "IT\n\nis what we do.",
        "Please note. We answer within a week:\nby post.",
        "- TASKS IN CAPITALS\n- more",
        "Apply by post:",
        "We brew, and you bring us your calm.\n- care",
        "<p>" + "x" * 90 + ":</p><p>more</p>",
        "<p>Call me</p><p><strong>Thank you</strong></p>",
    ],
)
def test_what_is_no_heading_begins_none(raw: str) -> None:
    assert [heading for heading in headings(raw) if heading] == []


@pytest.mark.promise("VIEW-7")
def test_a_table_of_headings_stays_one_text() -> None:
    raw = "".join(f"<h3>Row {number}</h3><p>{number}</p>" for number in range(60))
    assert headings(raw) == [""]


LINES = st.lists(
    st.one_of(
        st.text(max_size=30), st.sampled_from(["", "TASKS NOW", "You do:", "- one", "<h2>Day</h2>", "<b>X y</b>"])
    )
)


@pytest.mark.promise("VIEW-7")
@given(LINES, st.sampled_from(["\n", "\n\n", "<br>", "</p><p>"]))
def test_no_word_is_lost_or_doubled_and_order_stays(lines: list[str], between: str) -> None:
    cleaned = clean_description(between.join(lines))
    found = sections(cleaned.text, cleaned.html)
    assert " ".join(f"{part.heading} {part.text}" for part in found).split() == cleaned.text.split()
    assert all(part.heading for part in found[1:])


@pytest.mark.promise("VIEW-7")
@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("", "summary"),
        ("Your Responsibilities", "summary"),
        ("What you’ll do:", "summary"),
        ("Deine Aufgaben", "summary"),
        ("Minimum qualifications", "requirements"),
        ("WHAT YOU BRING", "requirements"),
        ("Dein Profil", "requirements"),
        ("What we offer", "benefits"),
        ("Perks & benefits", "benefits"),
        ("Compensation", "pay"),
        ("Salary range", "pay"),
        ("About the company", "company"),
        ("Über uns", "company"),
        ("How to apply", None),
        ("Equal opportunity", None),
        ("المهام", None),
    ],
)
def test_a_heading_says_what_kind_of_section_follows(heading: str, kind: str | None) -> None:
    assert Section(heading, "…").kind == kind
