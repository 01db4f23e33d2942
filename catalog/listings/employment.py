"""How a job is done, in our words: where (on site, hybrid, remote), as what (full time …) and at which level."""

import re
from collections.abc import Iterable
from typing import Literal

from catalog.listings.folding import fold

Workplace = Literal["onsite", "hybrid", "remote", "unknown"]
EmploymentType = Literal["full_time", "part_time", "contract", "temporary", "internship", "unknown"]
Seniority = Literal["", "entry", "mid", "senior", "lead", "manager", "executive"]


def _any_of(words: str) -> re.Pattern[str]:
    """A pattern for whole words or phrases of folded text, given between `|`."""
    return re.compile(rf"\b(?:{'|'.join(word.strip() for word in words.split('|'))})\b")


_REMOTE = """remote\\w*|telecommut\\w+|telework\\w*|work from home|work from anywhere|wfh|home ?office|anywhere|worldwide
    |virtual|teletravail|teletrabajo|remoto|true|yes"""
_HYBRID = (
    "hybrid\\w*|flex office|partially remote|part remote|teilweise remote|remote days|remote possible|remote optional"
)
_ONSITE = "on ?site|in office|in the office|in person|office based|vor ort|presencial|sur site"
_NOT_REMOTE = "(?:no|not|non|kein|keine|sans) (?:remote\\w*|telecommuting|telework|home ?office|teletravail)"
_WORKPLACES: tuple[tuple[Workplace, re.Pattern[str]], ...] = (
    ("onsite", _any_of(_NOT_REMOTE)),
    ("hybrid", _any_of(_HYBRID)),
    ("remote", _any_of(_REMOTE)),
    ("onsite", _any_of(_ONSITE)),
)
# A remote sensing engineer works on site: in a title the word counts only where it stands apart.
_REMOTE_TITLE = re.compile(
    r"""[(\[|,–—-]\s*(?:100[ ]?%\s*|fully\s+)?(?:remote|home[- ]?office|wfh)\b(?!\s+(?:sens|support|pilot|oper|control|monitor))
        |\bremote\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_HYBRID_TITLE = re.compile(r"[(\[|,–—-]\s*hybrid\b|\bhybrid\s*[)\]]", re.IGNORECASE)

# In this order: a permanent part-time job is part time, a temporary full-time job is temporary.
_TYPES: tuple[tuple[EmploymentType, re.Pattern[str]], ...] = (
    (
        "internship",
        _any_of("interns?|internships?|praktik\\w*|werkstudent\\w*|stage|stagiaire|becario|practicas|trainee|co op"),
    ),
    ("full_time", _any_of("unbefristet|cdi")),
    (
        "temporary",
        _any_of("temp|temporary|seasonal|befristet\\w*|saison\\w*|interim|zeitarbeit|temporal|casual|per diem|prn"),
    ),
    (
        "part_time",
        _any_of(
            "part ?time|teilzeit\\w*|mini ?job\\w*|temps partiel|media jornada|tiempo parcial|meio periodo|tempo parziale"
        ),
    ),
    ("full_time", _any_of("permanent|festanstellung|indefinido")),
    (
        "contract",
        _any_of("contract\\w*|freelanc\\w*|independent|self employed|cdd|fixed term|werkvertrag|b2b|per project"),
    ),
    (
        "full_time",
        _any_of("full ?time|vollzeit\\w*|regular|temps plein|jornada completa|tiempo completo|tempo integral|employee"),
    ),
)
_INTERN_TITLE = _any_of("intern|internship|praktik\\w*|werkstudent\\w*")

_EXECUTIVE = "chief|ceo|cto|cfo|coo|cmo|cio|ciso|vp|svp|evp|vice president|president|director|head of"
_ENTRY = """junior|jr|entry|entry level|graduate|new grad|trainee|intern|internship|apprentice|azubi|ausbildung
    |werkstudent\\w*|praktik\\w*|no experience"""
_SENIORITIES: tuple[tuple[Seniority, re.Pattern[str]], ...] = (
    ("executive", _any_of(_EXECUTIVE)),
    ("manager", _any_of("manager|supervisor|leiter\\w*|teamleiter\\w*|superintendent")),
    ("lead", _any_of("lead|leader|principal|foreman|staff (?:\\w+ ){0,2}(?:engineer|developer|scientist|designer)")),
    ("senior", _any_of("senior|sr|snr|experienced|expert|iii|iv")),
    ("entry", _any_of(_ENTRY)),
    ("mid", _any_of("mid|mid level|intermediate|professional|ii")),
)
_LEADS_NOBODY = _any_of(
    "(?:product|project|program|account|case|community|office) manager|assistant (?:to|of) .*|(?:executive|director s?) assistant"
)


def workplace_of(fields: Iterable[str], location_text: str = "", title: str = "") -> Workplace:
    """Where the work is done, by the feed's own fields (`Hybrid`, `TELECOMMUTE`, `true` of a remote flag), place, title."""
    for text in map(fold, (*fields, location_text)):
        for workplace, words in _WORKPLACES:
            if words.search(text):
                return workplace
    if _HYBRID_TITLE.search(title):
        return "hybrid"
    return "remote" if _REMOTE_TITLE.search(title) else "unknown"


def employment_type_of(*values: str, title: str = "") -> EmploymentType:
    """The first value that we know (`FULL_TIME`, `Vollzeit`, `full-time, contract`); of the title only internships."""
    for part in (part for value in values for part in re.split(r"[,;|]", value)):
        for kind, words in _TYPES:
            if words.search(fold(part)):
                return kind
    return "internship" if _INTERN_TITLE.search(fold(title)) else "unknown"


def seniority_of(title: str, *hints: str) -> Seniority:
    """The level that the feed's own words or else the title name; empty where neither does."""
    for text in (_LEADS_NOBODY.sub("", fold(words)) for words in (*hints, title)):
        for level, words in _SENIORITIES:
            if words.search(text):
                return level
    return ""
