"""The committed feeds, read as any reader would: from their bytes."""

import json
from dataclasses import dataclass
from functools import cache
from html import unescape
from xml.etree import ElementTree as ET

from demo.generate import FOLDER


@dataclass(frozen=True)
class Record:
    """What every dialect says about a job."""

    feed: str
    external_id: str
    title: str
    employer: str
    place: str
    industry: str
    url: str
    html: str
    says_pay: bool


@cache
def records() -> tuple[Record, ...]:
    """All records of the three feeds."""
    return (*_indeed("coffee-and-care.xml"), *_greenhouse("harbor-boards.json"), *_rss("field-notes.rss"))


def _indeed(feed: str) -> list[Record]:
    return [
        Record(
            feed=feed,
            external_id=job.findtext("referencenumber", ""),
            title=job.findtext("title", ""),
            employer=job.findtext("company", ""),
            place=f"{job.findtext('city')}, {job.findtext('state')}, {job.findtext('country')}",
            industry=job.findtext("category", ""),
            url=job.findtext("url", ""),
            html=job.findtext("description", ""),
            says_pay=_has_digit(job.findtext("salary", "")),
        )
        for job in ET.fromstring((FOLDER / feed).read_bytes()).iter("job")
    ]


def _greenhouse(feed: str) -> list[Record]:
    return [
        Record(
            feed=feed,
            external_id=str(job["id"]),
            title=job["title"],
            employer=job["company_name"],
            place=job["location"]["name"],
            industry=job["departments"][0]["name"],
            url=job["absolute_url"],
            html=unescape(job["content"]),
            says_pay=bool(job["pay_input_ranges"]),
        )
        for job in json.loads((FOLDER / feed).read_bytes())["jobs"]
    ]


def _rss(feed: str) -> list[Record]:
    return [
        Record(
            feed=feed,
            external_id=item.findtext("guid", ""),
            title=item.findtext("title", "").partition(": ")[2],
            employer=item.findtext("title", "").partition(": ")[0],
            place=item.findtext("region", ""),
            industry=item.findtext("category", ""),
            url=item.findtext("link", ""),
            html=item.findtext("description", ""),
            says_pay=_has_digit(item.findtext("salary", "")),
        )
        for item in ET.fromstring((FOLDER / feed).read_bytes()).iter("item")
    ]


def _has_digit(text: str) -> bool:
    return any(letter.isdigit() for letter in text)
