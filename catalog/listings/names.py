"""One comparable form for titles and employers. For searching and grouping; what people see stays as written."""

import re

from catalog.listings.folding import fold

# PostgreSQL's parser makes one odd token, or none, of these. IT is a word that its English dictionary leaves out.
_WRITTEN_WITH_SIGNS = (
    (re.compile(r"\bc\+\+"), "cpp"),
    (re.compile(r"\bg\+\+"), "gpp"),
    (re.compile(r"\b([cf])(?:#|♯| sharp\b)"), r"\1sharp"),
    (re.compile(r"\basp\.net\b"), "aspnet dotnet"),
    (re.compile(r"(?<!\w)\.net\b|\bdot net\b"), "dotnet"),
    (
        re.compile(r"\b(node|vue|react|next|nuxt|express|angular|three|d3|nest|ember|backbone|chart|discord)\.?js\b"),
        r"\1js",
    ),
    (re.compile(r"\b(type|java) script\b"), r"\1script"),
    (re.compile(r"\bit\b"), "infotech"),
    (re.compile(r"\br\s*&\s*d\b"), "rnd"),
    (re.compile(r"\bq\s*&\s*a\b"), "qa"),
    (re.compile(r"\bp\s*&\s*l\b"), "pnl"),
    (re.compile(r"\b(\d)(?:st|nd|rd|th)\b"), r"\1"),
)
# (m/w/d), (f/m/x), (all genders), m/w/d without brackets, :in, *in and /-in endings
_GENDER = re.compile(
    r"[(\[]\s*(?:[mwfdxhgnu](?:\s*[/|,.\-*:]\s*[mwfdxhgnu]){1,3}|all genders?|alle geschlechter|gn\*?|any gender)\s*[)\]]"
    r"|(?<![\w/])[mwfdx](?:\s*[/|]\s*[mwfdx]){2}(?![\w/])|(?<=\w)[:*_/]-?in(?:nen)?\b"
)
_AND = re.compile(r"\s*(?:&|\+)\s*")
_LEGAL_FORMS_OF_THE_WORLD = """
    inc incorporated llc llp lp ltd limited plc corp corporation co company gmbh ggmbh mbh ag kg kgaa ohg gbr ug ev se
    sa sas sasu sarl sl slu srl spa sro as asa ab aps oy oyj nv bv bvba pty pte pvt private kk kft zrt doo dd ltda
    eireli sac cv sapi haftungsbeschrankt holding holdings group
"""
_LEGAL_FORMS = frozenset(_LEGAL_FORMS_OF_THE_WORLD.split())
_ARTICLES = frozenset({"the", "and", "und", "et", "y"})
_INITIALS = re.compile(r"\b(?:[a-z]\.\s?)+[a-z]\b\.?|\b[a-z]/[a-z]\b")


def normalise_title(raw: str) -> str:
    """A title or a search in words that an index understands: `C++/C# Dev (m/w/d)` → `cpp csharp dev`."""
    text = _GENDER.sub(" ", raw.casefold())
    for written, word in _WRITTEN_WITH_SIGNS:
        text = written.sub(f" {word} ", text)
    return fold(_AND.sub(" ", text))


def employer_key(name: str) -> str:
    """`Acme, Inc.`, `ACME GmbH & Co. KG` and `The Acme Company` → `acme`; a name of legal forms alone is kept."""
    joined = _INITIALS.sub(lambda letters: re.sub(r"\W", "", letters[0]), name.casefold())
    words = fold(joined.replace("&", " and ")).split()
    telling = [word for word in words if word not in _ARTICLES]
    while len(telling) > 1 and telling[-1] in _LEGAL_FORMS:
        telling.pop()
    return " ".join(telling or words)[:120].strip()
