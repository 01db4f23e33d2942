"""One advert: the facts that all three feeds tell in their own dialects."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from demo.cities import City
from demo.employers import Employer, domain
from demo.occupations import Occupation, some_title
from demo.pay import Pay, unsaid, usual_pay, written
from demo.prose import Story, laid_out, where_you_work
from demo.vocabulary import words

# Adverts are one to OLDEST days old and stay open for some weeks more.
OLDEST = 44
PAY_SHARE = 0.62

# “Part time from 24 hours is possible” is an offer, not the job's hours.
PART_TIME = re.compile(
    r"\bpart[- ]time\b(?! (?:from|patterns|is))"
    r"|(?:mornings|weekends|weekend work) only|weekend (?:barista|team|crew)|saturdays and sundays"
    r"|three days a week|shifts of (?:five|six) hours|twenty hours|sixteen to twenty|at least six a week",
    re.IGNORECASE,
)
CONTRACT = re.compile(r"freelance|project work|fixed term|project weeks", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Advert:
    """A job as its employer advertises it. `description` is HTML; `link` is set only where it is not the usual one."""

    number: int = 0
    requisition: str
    title: str
    employer: str
    industry: str
    cities: tuple[City, ...]
    workplace: str
    employment: str
    pay: Pay | None
    pay_text: str
    description: str
    posted: datetime
    closes: date
    link: str = ""

    @property
    def apply_url(self) -> str:
        """Where to apply: a host of the employer's own, under a domain that can never exist."""
        return self.link or f"https://apply.{domain(self.employer)}/jobs/{self.number}"


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What decides an advert before a word of it is written."""

    requisition: str
    occupation: Occupation
    employer: Employer
    cities: tuple[City, ...]
    title: str = ""
    says_pay: bool | None = None


def advertise(opening: Opening, *, anchor: date, rng: Random) -> Advert:
    """Write the advert for an opening."""
    job, city = opening.occupation, opening.cities[0]
    title = opening.title or some_title(job, city.country.code, rng)
    workplace = _workplace(job, rng)
    story = _story(opening, workplace, rng)
    pay = _pay(opening, title, rng)
    return Advert(
        requisition=opening.requisition,
        title=title,
        employer=opening.employer.name,
        industry=job.industry,
        cities=opening.cities,
        workplace=workplace,
        employment=employment_of(f"{title}. {story.shift}"),
        pay=pay,
        pay_text=written(pay, city.country.code, rng) if pay else unsaid(rng),
        description=laid_out(story, rng),
        posted=posted_within(anchor, rng),
        closes=closes_after(anchor, rng),
    )


def employment_of(text: str) -> str:
    """Full time, unless the title or the hours say otherwise."""
    if CONTRACT.search(text):
        return "contract"
    return "part_time" if PART_TIME.search(text) else "full_time"


def closing_words(rng: Random) -> tuple[str, ...]:
    """The sentences with which an advert ends: the team, the next step, a word of welcome."""
    common = words("common")
    return (rng.choice(common["teams"]), rng.choice(common["hiring"]), rng.choice(common["welcome"]))


def benefits_in(country: str, rng: Random) -> list[str]:
    """Two things that most employers of the country offer."""
    return rng.sample(words("common")["benefits"][country], 2)


def posted_within(anchor: date, rng: Random) -> datetime:
    """A moment before the anchor day; recent ones come up more often."""
    days = 1 + int(OLDEST * rng.random() ** 1.4)
    return datetime.combine(anchor, time(rng.randint(6, 18), rng.randrange(60)), UTC) - timedelta(days=days)


def closes_after(anchor: date, rng: Random) -> date:
    """The last day to apply."""
    return anchor + timedelta(days=rng.randint(10, 60))


def _story(opening: Opening, workplace: str, rng: Random) -> Story:
    job, country = opening.occupation, opening.cities[0].country.code
    return Story(
        about=opening.employer.about,
        opening=rng.choice(job.openings),
        where=where_you_work(opening.cities, workplace, rng),
        day=rng.choice(job.days),
        duties=some_of(job.duties, rng, fewest=4),
        needs=some_of(job.needs, rng, fewest=3),
        shift=rng.choice(job.shifts),
        offers=[*some_of(job.offers, rng, fewest=2), *benefits_in(country, rng)],
        closing=closing_words(rng),
    )


def some_of(items: Sequence[str], rng: Random, *, fewest: int) -> list[str]:
    """At least `fewest` of the items, in their own order."""
    chosen = set(rng.sample(range(len(items)), rng.randint(fewest, len(items) - 1)))
    return [item for place, item in enumerate(items) if place in chosen]


def _workplace(job: Occupation, rng: Random) -> str:
    if not job.desk:
        return "onsite"
    return rng.choices(("onsite", "hybrid", "remote"), weights=(35, 35, 30))[0]


def _pay(opening: Opening, title: str, rng: Random) -> Pay | None:
    pay = usual_pay(opening.occupation, title, opening.cities[0], rng)
    says_pay = rng.random() < PAY_SHARE if opening.says_pay is None else opening.says_pay
    return pay if says_pay else None
