"""The XML dialect that most job boards take: one `<job>` a posting and place, HTML in CDATA."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from email.utils import format_datetime

from demo.adverts import Advert

JOB_TYPES = {"full_time": "fulltime", "part_time": "parttime", "contract": "contract"}
REMOTE_TYPES = {"remote": "Fully remote", "hybrid": "Hybrid remote", "onsite": ""}


def external_id(number: int) -> str:
    """The reference number of an advert in this feed."""
    return f"CC-{number:05}"


def written(adverts: Iterable[Advert], anchor: date) -> bytes:
    """The feed as a UTF-8 document."""
    built = format_datetime(datetime.combine(anchor, time(5), UTC), usegmt=True)
    head = f"<publisher>Coffee &amp; Care</publisher>\n<publisherurl>https://coffee-and-care.example/</publisherurl>\n<lastBuildDate>{built}</lastBuildDate>"
    jobs = "\n".join(_job(advert) for advert in adverts)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<source>\n{head}\n{jobs}\n</source>\n'.encode()


def _job(advert: Advert) -> str:
    fields = {**_identity(advert), **_place(advert), **_terms(advert), "description": advert.description}
    return "<job>\n" + "".join(f"<{name}>{_cdata(value)}</{name}>\n" for name, value in fields.items()) + "</job>"


def _identity(advert: Advert) -> dict[str, str]:
    return {
        "title": advert.title,
        "date": format_datetime(advert.posted, usegmt=True),
        "referencenumber": external_id(advert.number),
        "requisitionid": advert.requisition,
        "url": advert.apply_url,
        "company": advert.employer,
    }


def _place(advert: Advert) -> dict[str, str]:
    city = advert.cities[0]
    return {
        "city": city.name,
        "state": city.written_region,
        "country": city.country.code,
        "remotetype": REMOTE_TYPES[advert.workplace],
    }


def _terms(advert: Advert) -> dict[str, str]:
    return {
        "salary": advert.pay_text,
        "jobtype": JOB_TYPES[advert.employment],
        "category": advert.industry,
    }


def _cdata(text: str) -> str:
    """CDATA can hold anything but its own end."""
    return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>" if text else ""
