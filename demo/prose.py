"""From words to the text of an advert: a little HTML, in the few layouts that most adverts have."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

from demo.cities import City
from demo.vocabulary import words


@dataclass(frozen=True, kw_only=True)
class Story:
    """What an advert has to say, before it is laid out. Sentences end in a full stop; list items don't."""

    about: str
    opening: str
    where: str
    day: str
    duties: Sequence[str]
    needs: Sequence[str]
    shift: str
    offers: Sequence[str]
    closing: Sequence[str]


def laid_out(story: Story, rng: Random) -> str:
    """The story as HTML in one of three layouts."""
    layout: Callable[[Story, Random], str] = rng.choices((_sections, _bold_labels, _letter), weights=(5, 3, 2))[0]
    return layout(story, rng)


def where_you_work(cities: Sequence[City], workplace: str, rng: Random) -> str:
    """One sentence on the place of work."""
    template: str = rng.choice(words("common")[workplace])
    country = cities[0].country.name
    named = f"the {country}" if country.startswith("United") or country == "Netherlands" else country
    return template.format(city=either([city.name for city in cities]), country=named)


def either(items: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *rest, last = items
    return f"{', '.join(rest)} or {last}" if rest else last


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def _sections(story: Story, rng: Random) -> str:
    heads = rng.choice(words("common")["headings"])
    return "\n".join(
        (
            _paragraph(story.about, story.opening),
            f"<h3>{heads['duties']}</h3>{_bullets(story.duties)}",
            f"<h3>{heads['needs']}</h3>{_bullets(story.needs)}",
            f"<h3>{heads['shift']}</h3>{_paragraph(story.shift, story.where)}",
            f"<h3>{heads['offers']}</h3>{_bullets(story.offers)}",
            _paragraph(story.day),
            _paragraph(*story.closing),
        )
    )


def _bold_labels(story: Story, rng: Random) -> str:
    heads = rng.choice(words("common")["headings"])
    return "\n".join(
        (
            _paragraph(story.opening, story.where),
            _paragraph(story.about),
            f"<p><strong>{heads['duties']}:</strong></p>{_bullets(story.duties)}",
            f"<p><strong>{heads['needs']}:</strong></p>{_bullets(story.needs)}",
            f"<p><strong>{heads['offers']}:</strong></p>{_bullets(story.offers)}",
            f"<p><strong>{heads['shift']}:</strong> {escape(story.shift, quote=False)}</p>",
            _paragraph(story.day),
            _paragraph(*story.closing),
        )
    )


def _letter(story: Story, _rng: Random) -> str:
    return "\n".join(
        (
            _paragraph(story.about, story.opening),
            _paragraph(f"You will {_and(story.duties)}.", story.where, story.shift),
            _paragraph(story.day),
            _paragraph(f"What we look for: {_and(story.needs)}."),
            _paragraph(f"What you get: {_and(story.offers)}."),
            _paragraph(*story.closing),
        )
    )


def _and(items: Sequence[str]) -> str:
    *rest, last = items
    return f"{'; '.join(rest)}; and {last}" if rest else last


def _paragraph(*sentences: str) -> str:
    return f"<p>{escape(' '.join(filter(None, sentences)), quote=False)}</p>"


def _bullets(items: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(sentence(item), quote=False)}</li>" for item in items) + "</ul>"
