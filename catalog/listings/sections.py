"""A posting's text in sections, under the headings that its employer wrote; nothing is guessed beyond them, nothing is lost."""

import re
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from catalog.listings.text import plain_text

_LONGEST = 80  # characters of a heading
_MOST = 40  # headings; a posting with more of them is a table, and stays as it is
_LETTERS = 4  # of a heading in capitals: “IT” or “§ 4” is none
_SENTENCE = re.compile(r"[.!?]\s")

# nh3's regular output: a heading, or a line that is bold as a whole.
_MARKED = re.compile(
    r"<h([34])>(?P<heading>.*?)</h\1>|(?:<p>|<br>)<(strong|b)>(?P<bold>(?:(?!<br>|</?p>).)*?)</\3>\s*:?(?=</p>|<br>|<[uo]l>)"
)


type Kind = Literal["summary", "requirements", "benefits", "pay", "company"]

# The first kind one of whose words stands in a heading. Whole words, or beginnings of words where a dash ends them.
_WORDS: dict[Kind, str] = {
    "pay": "pay salary salar- compensation wage wages gehalt vergütung lohn rémunération salaire salario retribuzione loon",
    "benefits": "benefit- perks offer offers bieten angebot vorteile avantages offrons beneficios ofrecemos benefici voordelen",
    "company": "company employer team unternehmen firma entreprise empresa azienda bedrijf uns us nous nosotros",
    "requirements": """require- requirement- qualif- skill- bring experience need have candidate ideal profil- anforderung-
        kenntnisse mitbringen exigences compétences requisit- perfil conocimientos competenze eisen""",
    "summary": """role job position responsib- duties tasks task do day overview summary description work aufgaben stelle tätigkeit-
        missions poste descriptif funciones puesto tareas mansioni ruolo taken functie""",
}
_KINDS = {
    kind: re.compile(rf"\b(?:{'|'.join(word.replace('-', '[^\\W_]*') for word in words.split())})\b", re.IGNORECASE)
    for kind, words in _WORDS.items()
}


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a posting; the first has no heading where the text doesn't begin with one."""

    heading: str
    text: str

    @property
    def kind(self) -> Kind | None:
        """What its heading announces; None where it says nothing that we know. Without a heading it sums the job up."""
        if not self.heading:
            return "summary"
        return next((kind for kind, words in _KINDS.items() if words.search(self.heading)), None)


def sections(text: str, html: str) -> list[Section]:
    """The parts of a posting, in their order: `text` as the model reads it, `html` for what was marked as a heading.

    Headings are lines of their own with something below: those marked in `html`, lines in capitals, and short ones that
    end with a colon or stand over a list."""
    marked = _headings_in(html)
    found = [("", list[str]())]
    lines = text.split("\n")
    for place, line in enumerate(lines):
        above, below = lines[place - 1] if place else "", next(filter(None, lines[place + 1 : place + 3]), "")
        if _is_heading(line, marked, above=above, below=below):
            found.append((line, []))
        else:
            found[-1][1].append(line)
    if len(found) - 1 > _MOST:
        return [Section("", text)]
    parts = [Section(heading, "\n".join(text_below).strip()) for heading, text_below in found]
    return [part for part in parts if part.heading or part.text]


def _headings_in(html: str) -> set[str]:
    matches = islice(_MARKED.finditer(html), _MOST + 1)
    return {" ".join(plain_text(match["heading"] or match["bold"]).split()) for match in matches}


def _is_heading(line: str, marked: set[str], *, above: str, below: str) -> bool:
    """`above` is the line right above, empty where a paragraph begins; `below` the next one that says something."""
    if not line or not below or len(line) > _LONGEST or line.startswith("- "):
        return False
    words = line.removesuffix(":")
    if line in marked or words in marked:
        return True
    if above:
        return False
    if words.isupper():
        return sum(map(str.isalpha, words)) >= _LETTERS
    names_what_follows = words != line or (below.startswith("- ") and line[-1].isalnum())
    return names_what_follows and words[:1].isalnum() and not _SENTENCE.search(words)
