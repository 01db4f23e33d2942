"""Feeds for tests, in the words of the dialects that the product reads."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Job:
    """A posting as a publisher knows it."""

    number: int
    title: str = "Barista"
    company: str = "Blue Door Coffee"
    city: str = "Austin"
    pay: str = "$18 - $22 an hour"
    url: str = ""
    extra: str = ""

    @property
    def id(self) -> str:
        return f"job-{self.number}"

    @property
    def address(self) -> str:
        return self.url or f"https://apply.blue-door.example/{self.number}"


def jobs(count: int) -> list[Job]:
    return [Job(number) for number in range(1, count + 1)]


def indeed(postings: Iterable[Job], *, head: str = "") -> bytes:
    """An Indeed-dialect document."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<source>{head}{"".join(map(_job, postings))}</source>\n'.encode()


def _job(job: Job) -> str:
    fields = {
        "title": job.title,
        "referencenumber": job.id,
        "company": job.company,
        "city": job.city,
        "state": "TX",
        "country": "US",
        "salary": job.pay,
        "url": job.address,
        "description": "Make coffee, talk to people, keep the bar tidy.",
    }
    return "<job>" + "".join(f"<{name}>{escape(text)}</{name}>" for name, text in fields.items()) + job.extra + "</job>"
