import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.listings.names import employer_key, normalise_title

TITLES = {
    "C++/C# Dev (m/w/d)": "cpp csharp dev",
    "Senior .NET Engineer": "senior dotnet engineer",
    "Node.js Developer": "nodejs developer",
    "RN/LPN": "rn lpn",
    "Registered Nurse - ICU [f/m/x]": "registered nurse icu",
    "R&D Engineer": "rnd engineer",
    "Sales & Marketing Manager": "sales marketing manager",
    "Bäcker:in (gn)": "backer",
    "Verkäufer/-in m/w/d": "verkaufer",
    "Check-in Agent": "check in agent",
    "Plug-in Developer": "plug in developer",
    "Front-End Engineer": "front end engineer",
    "  BARISTA ": "barista",
    "Инженер": "инженер",
    "": "",
}


@pytest.mark.promise("LIST-12")
@pytest.mark.parametrize(("raw", "words"), TITLES.items())
def test_a_title_becomes_words_that_an_index_understands(raw: str, words: str) -> None:
    assert normalise_title(raw) == words


@pytest.mark.promise("LIST-12")
@pytest.mark.parametrize(
    ("names", "key"),
    [
        (("Acme, Inc.", "ACME", "The Acme Company", "Acme GmbH & Co. KG", "Acme S.r.l."), "acme"),
        (("Novo Nordisk A/S", "novo nordisk"), "novo nordisk"),
        (("L'Oréal S.A.", "LOREAL"), "loreal"),
        (("J.P. Morgan", "JP Morgan Ltd."), "jp morgan"),
        (("Ben & Jerry's", "Ben and Jerrys"), "ben jerrys"),
        (("Limited",), "limited"),
        (("株式会社",), "株式会社"),
    ],
)
def test_an_employer_is_one_however_its_name_is_written(names: tuple[str, ...], key: str) -> None:
    assert {employer_key(name) for name in names} == {key}


@given(st.text(max_size=300))
def test_any_text_folds_to_words_and_stays_so(text: str) -> None:
    words = normalise_title(text)
    assert words == " ".join(words.split())
    assert len(employer_key(text)) <= 120
