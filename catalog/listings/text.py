"""Cleaning what feeds send, once, at ingest: HTML for our own pages, plain text for models, single lines for titles.

Everything here is idempotent, never raises, and treats its input as hostile.
"""

import html
import re
from dataclasses import dataclass
from itertools import islice
from typing import Final

import ftfy
import nh3
from ftfy.badness import is_bad

from catalog.listings.hidden import without_hidden_elements
from catalog.listings.invisible import without_invisible
from catalog.listings.urls import safe_url

__all__ = [
    "COMPANY_LIMIT",
    "DESCRIPTION_LIMIT",
    "TITLE_LIMIT",
    "Description",
    "clean_description",
    "clean_html",
    "clean_line",
    "plain_text",
    "safe_url",
]

TITLE_LIMIT: Final = 200
COMPANY_LIMIT: Final = 120
DESCRIPTION_LIMIT: Final = 20_000
_MOST_READ = 100_000  # of a record's text; the rest of a monster is not worth parsing
_MOST_TAGS = 4_000  # HTML parsers take quadratic time for deep nesting; honest postings have a few hundred tags
_ROUNDS = 3
_MOST_ESCAPES = 8  # honest texts take one or two

_TAGS = {"p", "br", "ul", "ol", "li", "strong", "em", "b", "i", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "a"}
_ONLY_BREAK_LINES = {
    "div",
    "section",
    "article",
    "header",
    "footer",
    "main",
    "aside",
    "table",
    "tr",
    "dl",
    "dt",
    "dd",
    "pre",
    "hr",
    "td",
    "th",
}
_DROPPED_WITH_CONTENT = {
    "script",
    "style",
    "noscript",
    "template",
    "iframe",
    "object",
    "svg",
    "math",
    "title",
    "textarea",
    "select",
    "head",
    "xmp",
}

_BLANKS = re.compile(r"[ \t\f\v]+")  # not the no-break space, which is half of some mojibake
_SPACES = re.compile(r"[ \t\r\n\f\v]+")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<!--")
_ESCAPED_TAG = re.compile(r"&(?:amp;)*(?:lt|#0*60|#x0*3c);?\s*[a-zA-Z/!]", re.IGNORECASE)
_TAG_START = re.compile(r"<(?=[a-zA-Z/!?])")
_MOJIBAKE_ONLY = ftfy.TextFixerConfig(
    unescape_html=False, uncurl_quotes=False, fix_latin_ligatures=False, fix_character_width=False, normalization="NFC"
)


@dataclass(frozen=True, slots=True)
class Description:
    """A posting's text in both forms: `html` for our pages, `text` for models and search."""

    html: str
    text: str


def clean_description(raw: str) -> Description:
    """Both forms of a description for the price of one cleaning."""
    cleaned = clean_html(raw)
    return Description(cleaned, _as_text(cleaned, DESCRIPTION_LIMIT))


def clean_html(raw: str) -> str:
    """A safe subset of HTML: paragraphs, lists, headings from h3 down, emphasis, https links. At most 20,000 characters."""
    source = _first_tags(_as_html(_repaired(raw[:_MOST_READ])))
    cleaned = _tidied(_sanitised(without_hidden_elements(source)))
    return cleaned if len(cleaned) <= DESCRIPTION_LIMIT else _cut_html(cleaned)


def plain_text(raw: str) -> str:
    """Text with line breaks for paragraphs and `- ` for list items; no markup survives. At most 20,000 characters."""
    return _as_text(clean_html(raw), DESCRIPTION_LIMIT)


def clean_line(raw: str, limit: int) -> str:
    """One line without markup, cut at a word to `limit` characters: titles, names, places."""
    text = raw[: limit * 20]
    if not (text.isascii() and text.isprintable() and "<" not in text and "&" not in text):
        one_line = _SPACES.sub(" ", text)  # first, because what counts as mojibake depends on the blank behind it
        text = _without_markup(_repaired(one_line))
    return _cut_line(" ".join(text.split()), limit)


def _repaired(raw: str) -> str:
    """Mojibake mended and invisible characters gone; entities and tags as they were."""
    raw = _BLANKS.sub(" ", raw)  # first, because what counts as mojibake depends on the blank behind it
    is_broken = not raw.isascii() and is_bad(raw)  # the check costs a twentieth of the repair
    return without_invisible(ftfy.fix_text(raw, _MOJIBAKE_ONLY) if is_broken else raw)


def _as_html(text: str) -> str:
    """Escaped HTML unescaped (up to three times), plain text with its lines as paragraphs."""
    for _ in range(_ROUNDS):
        if _TAG.search(text) or not _ESCAPED_TAG.search(text):
            break
        text = without_invisible(html.unescape(text))
    if _TAG.search(text):
        return text
    paragraphs = (part.strip().replace("\n", "<br>") for part in re.split(r"\n\s*\n", text))
    return "".join(f"<p>{part}</p>" for part in paragraphs if part)


def _first_tags(source: str) -> str:
    tag = next(islice(re.finditer("<", source), _MOST_TAGS, None), None)
    return source[: tag.start()] if tag else source


def _sanitised(source: str) -> str:
    safe = nh3.clean(
        source,
        tags=_TAGS | _ONLY_BREAK_LINES,
        clean_content_tags=_DROPPED_WITH_CONTENT,
        attributes={"a": {"href"}},
        attribute_filter=_only_safe_links,
        url_schemes={"https"},
        link_rel=None,  # we write it ourselves: nh3 puts the two attributes in random order, and listings are hashed
    )
    return without_invisible(safe)  # again, for what was written as entities


def _only_safe_links(_tag: str, name: str, value: str) -> str | None:
    return (safe_url(value) or None) if name == "href" else None  # nh3 allows lang and title everywhere


_HEADING = re.compile(r"<(/?)h([1256])>")
_HEADING_BELOW_THE_PAGES = {"1": "3", "2": "3", "5": "4", "6": "4"}
_CELL = re.compile(r"</?t[dh]>")
_BOXES = re.compile(rf"(?:\s*</?(?:{'|'.join(sorted(_ONLY_BREAK_LINES))})>)+")
_BLOCK = r"</?(?:p|ul|ol|li|blockquote|h[34])>"
_BREAKS_BEFORE_BLOCK = re.compile(rf"(?:<br>)+(?={_BLOCK})")
_BREAKS_AFTER_BLOCK = re.compile(r"(</(?:p|ul|ol|h3|h4)>)(?:<br>)+")
_LINK_TO_NOWHERE = re.compile(r"<a>(.*?)</a>", re.DOTALL)
_LINK = re.compile(r'<a href="([^"]*)">')
_SAFE_LINK = r'<a href="\1" rel="nofollow noopener noreferrer">'
_EMPTY = re.compile(r"<(p|li|ul|ol|strong|em|b|i|blockquote|h3|h4)>(?:\s|<br>)*</\1>")


def _tidied(cleaned: str) -> str:
    """Headings below the page's own, boxes and tables as line breaks, nothing empty. Works on nh3's regular output only."""
    text = _HEADING.sub(lambda tag: f"<{tag[1]}h{_HEADING_BELOW_THE_PAGES[tag[2]]}>", cleaned)
    text = _LINK.sub(_SAFE_LINK, _LINK_TO_NOWHERE.sub(r"\1", text))
    text = _BOXES.sub("<br>", _CELL.sub(" ", text))
    text = re.sub(r" ?<br> ?", "<br>", re.sub(r"\s+", " ", text.replace("&nbsp;", " "))).strip()
    text = re.sub(r"(?:<br>){3,}", "<br><br>", text)
    for _ in range(_ROUNDS):
        before, text = text, _EMPTY.sub("", _without_useless_breaks(text))
        if text == before:
            break
    return text if not text or re.search(_BLOCK, text) else f"<p>{text}</p>"


def _without_useless_breaks(text: str) -> str:
    if "<br>" not in text:
        return text
    text = _BREAKS_AFTER_BLOCK.sub(r"\1", _BREAKS_BEFORE_BLOCK.sub("", text))
    return re.sub(r"^(?:<br>)+", "", re.sub(r"(?:<br>)+\Z", "", text))


def _cut_html(cleaned: str) -> str:
    """Cut before a tag or word and close what was open."""
    head = re.sub(r"(?:<[^>]*|&\w{0,8}|\s\S{0,40})$", "", cleaned[: DESCRIPTION_LIMIT - 500])
    return _tidied(_sanitised(f"{head} …"))


def _as_text(cleaned: str, limit: int) -> str:
    text = re.sub(r"\s+", " ", cleaned)
    text = re.sub(r"\s*<li>\s*", "\n- ", text)
    text = re.sub(r"\s*(?:<br>|</li>|</?[uo]l>)\s*", "\n", text)
    text = re.sub(r"\s*</?(?:p|blockquote|h[34])>\s*", "\n\n", text)
    lines = [" ".join(line.split()) for line in _without_markup(text).splitlines()]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _without_markup(text: str) -> str:
    """No tag, escaped however often, and no entity is left; a lone `<` before a letter goes, too."""
    for _ in range(_MOST_ESCAPES):
        before = text
        seen = without_hidden_elements(text) if "<" in text else text  # a title may hold some, too
        stripped = nh3.clean(seen, tags=set(), clean_content_tags=_DROPPED_WITH_CONTENT) if "<" in seen else seen
        text = without_invisible(html.unescape(stripped))
        if text == before:
            break
    return _TAG_START.sub("", text)


def _cut_line(line: str, limit: int) -> str:
    if len(line) <= limit:
        return line
    head = line[: limit - 1]
    return (head.rpartition(" ")[0] if " " in head[limit // 2 :] else head).rstrip(" ,;:–-") + "…"
