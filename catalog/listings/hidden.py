"""Text that a page would not show but a model would read: taken out together with its element."""

import re
from collections.abc import Iterator

from lxml import html as lxml_html
from lxml.etree import LxmlError

_MAY_HIDE = re.compile(
    r"\b(?:hidden|style|class|color|aria-hidden)\b", re.IGNORECASE
)  # wherever: only a reason to parse
_HIDING_STYLE = re.compile(
    r"""(?:^|;)\s*(?:
        display\s*:\s*none | visibility\s*:\s*(?:hidden|collapse) | opacity\s*:\s*0*(?:\.0+)?(?:\D|$)
        | font(?:-size)?\s*:\s*(?:[a-z ]*\s)?[01]?(?:\.\d+)?(?:px|pt|em|rem|%)?\s*(?:;|!|/|$)
        | (?:text-indent|left|right|top|bottom|margin(?:-\w+)?)\s*:\s*-\d{3,}
        | (?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$) | clip(?:-path)?\s*:\s*(?:rect|inset|circle)
        | transform\s*:\s*(?:scale\(\s*0|translate\w*\(\s*-\d{3,})
        | color\s*:\s*(?:\#f{3,8}\b | white\b | transparent\b | rgba?\(\s*255\s*,\s*255\s*,\s*255 | rgba\([^)]*,\s*0?\.?0*\s*\)))
    """,
    re.IGNORECASE | re.VERBOSE,
)
_HIDING_CLASSES = frozenset(
    {"sr-only", "visually-hidden", "screen-reader-text", "screen-reader-only", "hidden", "d-none", "hide", "invisible"}
)
_COMMENT_IN_STYLE = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_ESCAPE_IN_STYLE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)")


def without_hidden_elements(source: str) -> str:
    """The same HTML without elements that their attributes hide. What a stylesheet of the sender would hide stays."""
    if not _MAY_HIDE.search(source):
        return source
    try:
        root = lxml_html.fragment_fromstring(source, create_parent="div")
    except (LxmlError, ValueError):  # not parseable here; the sanitiser, which follows, parses everything
        return source
    for element in list(_hidden(root)):
        element.drop_tree()
    return str(lxml_html.tostring(root, encoding="unicode"))


def _hidden(root: lxml_html.HtmlElement) -> Iterator[lxml_html.HtmlElement]:
    for element in root.iterdescendants():
        if isinstance(element, lxml_html.HtmlElement) and _is_hidden(element):
            yield element


def _is_hidden(element: lxml_html.HtmlElement) -> bool:
    attributes = {str(name).lower(): str(value) for name, value in element.attrib.items()}
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden", "").strip().lower() == "true"
        or bool(_HIDING_STYLE.search(_plain_style(attributes.get("style", ""))))
        or attributes.get("color", "").strip().lower() in {"white", "#fff", "#ffffff"}
        or not _HIDING_CLASSES.isdisjoint(attributes.get("class", "").lower().split())
    )


def _plain_style(style: str) -> str:
    """CSS allows `dis/**/play` and `d\\69 splay`; read it as a browser does."""
    return _ESCAPE_IN_STYLE.sub(_unescaped, _COMMENT_IN_STYLE.sub("", style))


def _unescaped(escape: re.Match[str]) -> str:
    code = int(escape[1], 16) if escape[1] else 0
    return chr(code) if 0 < code < 0x110000 else escape[2] or ""
