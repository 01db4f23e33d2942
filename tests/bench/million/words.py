"""What the million is made of: real titles, employers and texts of the demo, and small tables to draw them from."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from catalog.listings.employers import employer_key
from catalog.listings.industries import industry_of
from demo.employers import employers
from demo.occupations import Occupation, occupations

FIRST = ("registered-nurse", "retail-associate", "software-engineer", "truck-driver", "warehouse-associate", "barista")
BODIES = 24  # texts of each occupation
BEFORE = ("", "", "", "", "", "", "Senior ", "Lead ", "Junior ", "Travel ", "Bilingual ", "Assistant ")
AFTER = (
    *("",) * 12,
    " – Night Shift",
    " - Weekends",
    ", Part Time",
    " II",
    " (m/w/d)",
    ", Emergency Room",
    " / Team Lead",
    " (Remote)",
    ", New Graduate",
    " - $2,000 Sign-On Bonus",
    ", Downtown",
    " - Immediate Start",
)
_BRANCHES = """
    Group North South East West Central Lakeside Riverside Coastal Valley Summit Harbour Partners United Metro Heritage
    Pacific Atlantic Midland Highland Prairie Garden Union Crown Pioneer Liberty Beacon Cedar Granite Maple
"""
HOURS_A_YEAR, WEEKS_A_YEAR = 2080, 52


@dataclass(frozen=True)
class Title:
    """A line of work as one title; `job` numbers its occupation, whose texts it shares."""

    number: int
    job: int
    title: str
    industry: str
    yearly: int
    is_hourly: bool
    is_desk_work: bool


def titles() -> list[Title]:
    """The commonest first: `rows.py` draws them so that the first one has three in a hundred, and all nurses five."""
    jobs = sorted(occupations(), key=lambda job: FIRST.index(job.key) if job.key in FIRST else len(FIRST))
    every = [(place, number, job) for number, job in enumerate(jobs) for place in range(len(job.titles))]
    ordered = sorted(every, key=lambda each: (each[2].key not in FIRST, each[0]))
    return [_title(at, number, job, place) for at, (place, number, job) in enumerate(ordered)]


def bodies() -> Iterator[tuple[int, int, str]]:
    """Occupation, number and text of about 1,300 characters."""
    numbers = {title.job: title for title in titles()}
    by_job = {job.titles[0].rpartition(": ")[2]: job for job in occupations()}
    for number in sorted(numbers):
        job = next(by_job[title.title] for title in titles() if title.job == number and title.title in by_job)
        for body in range(BODIES):
            yield number, body, _body(job, Random(f"{job.key}/{body}"))


def companies() -> list[tuple[int, str, str]]:
    """Number, name and key of about 6,500 employers."""
    names = [f"{employer.name} {branch}" for branch in _BRANCHES.split() for employer in employers()]
    unique = {employer_key(name): name for name in names}
    return [(number, name, key) for number, (key, name) in enumerate(unique.items())]


def _title(number: int, job: int, occupation: Occupation, place: int) -> Title:
    times = {"hour": HOURS_A_YEAR, "week": WEEKS_A_YEAR}.get(occupation.unit, 1)
    return Title(
        number=number,
        job=job,
        title=occupation.titles[place].rpartition(": ")[2],
        industry=industry_of(occupation.industry),
        yearly=round(sum(occupation.pay) / 2 * times),
        is_hourly=occupation.unit == "hour",
        is_desk_work=occupation.desk,
    )


def _body(job: Occupation, rng: Random) -> str:
    parts = [
        rng.choice(job.openings),
        rng.choice(job.days),
        "What you will do: " + "; ".join(rng.sample(job.duties, len(job.duties) - 1)) + ".",
        "What we look for: " + "; ".join(rng.sample(job.needs, len(job.needs) - 1)) + ".",
        rng.choice(job.shifts),
        rng.choice(job.days),
        "What you get: " + "; ".join(job.offers) + ".",
    ]
    return "\n\n".join(parts)
