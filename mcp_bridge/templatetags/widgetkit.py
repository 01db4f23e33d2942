"""Five tags that make one Django template serve two renderings.

On the server they render real values. In client mode the same file becomes markup for the browser: `{{path}}` where a
value belongs and `<template data-…>` around what repeats or depends; `static/widgets/hx-mcp.js` fills it in. Both sides
know the same few rules, so what a widget shows is what the preview shows:

    {% val job.title %}  {% val job.id json %}  {% val job.url link %}
    {% each output.jobs as job %}…{% endeach %}      {% alias output.board as board %}…{% endalias %}
    {% when job.reason %}…{% endwhen %}              {% unless job.reason %}…{% endunless %}
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import template
from django.template import Context, NodeList, TemplateSyntaxError
from django.template.base import Parser, Token
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

CLIENT_MODE = "widget_client_mode"
FORMATS = ("", "json", "link")

_PATH = re.compile(r"[a-z][a-z_]*(?:\.(?:[a-z][a-z0-9_]*|[0-9]))*")
_NAME = re.compile(r"[a-z][a-z_]*")
_LINK = re.compile(
    r"https://[^/?#]|http://(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:[/?#]|\Z)", re.IGNORECASE | re.ASCII
)


def find_value(context: Context | Mapping[str, Any], path: str) -> Any:
    """What a path leads to through objects and lists; None where it leads nowhere."""
    first, *rest = path.split(".")
    value = context.get(first)
    for part in rest:
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def as_text(value: Any) -> str:
    """A scalar as text; nothing for objects, lists, None and False. Line ends as an HTML parser leaves them."""
    if isinstance(value, str):
        return value.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(value, bool):
        return "true" if value else ""
    return str(value) if isinstance(value, int) else ""


def as_link(value: Any) -> str:
    """An address that is safe to follow: https, or http on this machine; else nothing."""
    text = as_text(value)
    return text if _LINK.match(text) else ""


_WRITERS: dict[str, Callable[[Any], str]] = {
    "": as_text,
    "json": lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
    "link": as_link,
}


class Val(template.Node):
    """A value as text, as JSON (for an attribute that htmx reads) or as a link."""

    def __init__(self, path: str, form: str) -> None:
        self.path = path
        self.form = form

    def render(self, context: Context) -> SafeString:
        if context.get(CLIENT_MODE):
            return mark_safe("{{%s}}" % (f"{self.path}|{self.form}" if self.form else self.path))  # noqa: S308
        return escape(_WRITERS[self.form](find_value(context, self.path)))


class Block(template.Node):
    """What the four block tags share: a path, a body and, in client mode, a `<template>` that says which."""

    kind: ClassVar[str]
    child_nodelists = ("nodelist",)

    def __init__(self, path: str, name: str, nodelist: NodeList) -> None:
        self.path = path
        self.name = name
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        if context.get(CLIENT_MODE):
            named = f' data-as="{self.name}"' if self.name else ""
            body = self.nodelist.render(context)
            return mark_safe(f'<template data-{self.kind}="{self.path}"{named}>{body}</template>')  # noqa: S308
        return self.render_value(context, find_value(context, self.path))

    def render_value(self, context: Context, value: Any) -> SafeString:
        raise NotImplementedError

    def render_as(self, context: Context, value: Any) -> SafeString:
        with context.push(**{self.name: value}):
            return self.nodelist.render(context)


class Each(Block):
    """The body once for each item of a list."""

    kind = "each"

    def render_value(self, context: Context, value: Any) -> SafeString:
        items = value if isinstance(value, list) else []
        return SafeString("".join(self.render_as(context, item) for item in items))


class Alias(Block):
    """The body with a value under a shorter name."""

    kind = "alias"

    def render_value(self, context: Context, value: Any) -> SafeString:
        return self.render_as(context, value)


class When(Block):
    """The body where the value is there and not empty."""

    kind = "when"

    def render_value(self, context: Context, value: Any) -> SafeString:
        return self.nodelist.render(context) if value else SafeString("")


class Unless(Block):
    """The body where the value is absent or empty."""

    kind = "unless"

    def render_value(self, context: Context, value: Any) -> SafeString:
        return SafeString("") if value else self.nodelist.render(context)


@register.tag("val")
def _val(_parser: Parser, token: Token) -> Val:
    _, *words = token.split_contents()
    path, form = (*words, "")[:2] if len(words) in (1, 2) else ("", "")
    if not _PATH.fullmatch(path) or form not in FORMATS:
        raise _misread(token, "val path", "val path json", "val path link")
    return Val(path, form)


def _block(parser: Parser, token: Token, node: type[Block], *, is_named: bool) -> Block:
    tag, *words = token.split_contents()
    fits = (len(words) == 3 and words[1] == "as") if is_named else len(words) == 1
    name = words[2] if fits and is_named else ""
    if not fits or not _PATH.fullmatch(words[0]) or (is_named and not _NAME.fullmatch(name)):
        raise _misread(token, f"{tag} path as name" if is_named else f"{tag} path")
    nodelist = parser.parse((f"end{tag}",))
    parser.delete_first_token()
    return node(words[0], name, nodelist)


def _misread(token: Token, *forms: str) -> TemplateSyntaxError:
    known = " or ".join(f"{{% {form} %}}" for form in forms)
    return TemplateSyntaxError(
        f"{{% {token.contents} %}} is not understood: write {known}, with a path such as output.jobs or job.pay.text."
    )


@register.tag("each")
def _each(parser: Parser, token: Token) -> Block:
    return _block(parser, token, Each, is_named=True)


@register.tag("alias")
def _alias(parser: Parser, token: Token) -> Block:
    return _block(parser, token, Alias, is_named=True)


@register.tag("when")
def _when(parser: Parser, token: Token) -> Block:
    return _block(parser, token, When, is_named=False)


@register.tag("unless")
def _unless(parser: Parser, token: Token) -> Block:
    return _block(parser, token, Unless, is_named=False)
