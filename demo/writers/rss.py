"""RSS 2.0 as boards for remote work publish it: `Company: Role` in the title, the rest in elements of their own."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from email.utils import format_datetime
from xml.sax.saxutils import escape

from demo.adverts import Advert

TYPES = {"full_time": "Full-Time", "part_time": "Part-Time", "contract": "Contract"}


def external_id(number: int) -> str:
    """The guid of an advert in this feed."""
    return f"FN-{number:05}"


def written(adverts: Iterable[Advert], anchor: date) -> bytes:
    """The feed as a UTF-8 document."""
    built = format_datetime(datetime.combine(anchor, time(6), UTC), usegmt=True)
    head = (
        "<title>Field Notes</title>\n<link>https://field-notes.example/</link>\n"
        f"<description>Jobs outdoors, in classrooms and anywhere</description>\n<pubDate>{built}</pubDate>"
    )
    items = "\n".join(_item(advert) for advert in adverts)
    document = f'<rss version="2.0">\n<channel>\n{head}\n{items}\n</channel>\n</rss>\n'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{document}'.encode()


def _item(advert: Advert) -> str:
    fields = {
        "title": f"{advert.employer}: {advert.title}",
        "link": advert.apply_url,
        "region": _region(advert),
        "category": advert.industry,
        "type": TYPES[advert.employment],
        "salary": advert.pay_text,
        "pubDate": format_datetime(advert.posted, usegmt=True),
        "expires_at": advert.closes.isoformat(),
        "description": advert.description + _pay_line(advert),
    }
    guid = f'<guid isPermaLink="false">{external_id(advert.number)}</guid>\n'
    return (
        "<item>\n" + guid + "".join(f"<{name}>{escape(text)}</{name}>\n" for name, text in fields.items()) + "</item>"
    )


def _region(advert: Advert) -> str:
    """`Remote - Germany`, `Berlin / Hamburg, Germany`, `Austin, TX (Hybrid)`."""
    country = advert.cities[0].country
    if advert.workplace == "remote":
        return f"Remote - {country.name}"
    if country.code == "US":
        names = " / ".join(f"{city.name}, {city.region}" for city in advert.cities)
    else:
        names = f"{' / '.join(city.name for city in advert.cities)}, {country.name}"
    return f"{names} (Hybrid)" if advert.workplace == "hybrid" else names


def _pay_line(advert: Advert) -> str:
    return f"\n<p>Pay: {escape(advert.pay_text)}</p>" if advert.pay_text else ""
