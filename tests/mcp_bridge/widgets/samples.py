"""Results as the tools give them: built with the handlers' own output models, so that they can't drift."""

from typing import Any

from catalog.tools.handler import Handled, Output
from mcp_bridge.results import envelope
from mcp_bridge.snapshot import Board
from mcp_bridge.tools.get_job_details import DetailsOutput
from mcp_bridge.tools.render_jobs import RenderJobsOutput
from mcp_bridge.tools.shapes import GoneJob, JobCard, JobDetails, PayShape, PostingSection, ShownJob, UnknownId
from mcp_bridge.tools.update_shortlist import UpdateOutput

FACTS = ("company", "location", "workplace", "pay", "posted", "employment_type")
BOARD = Board("Lone Star Jobs", "#0b5cad", "#7db8f7", FACTS)
TOOLS = (
    ("get_job_details", "read_jobs"),
    ("render_jobs", "show_jobs"),
    ("update_shortlist", "keep_jobs"),
    ("render_featured_job", "show_best"),
    ("render_comparison", "show_beside"),
)
SHORTLIST, VIEW = "s" * 26, "v" * 26

HOSTILE = (
    """<script>window.pwned = 1</script> "double" 'single' & {{output.board}} {% now %} `tick` \\ \t\r\n"""
    "</template><img src=x onerror='window.pwned = 2'> \u202e \U0001f600 " + "W" * 60
)

_TITLES = (
    ("Lead Barista", "Morning Star Coffee", "$21–24 an hour"),
    ("Barista, weekday mornings", "Hyde & Co.", "$18–20 an hour"),
    ("Café Manager", "Cedar Mill Roasters", "$58,000–64,000 a year"),
    ("Barista and Baker’s Assistant", "Second Rise Bread", "$19 an hour"),
    ("Coffee Educator", "Pour Over Academy", ""),
    ("Shift Supervisor, Espresso Bar", "Riverside Kiosks", "$20–22 an hour"),
    ("Mobile Barista for Events", "Cart & Crema", "$25 an hour plus tips"),
    ("Roastery Apprentice", "Cedar Mill Roasters", "$17 an hour"),
)
_REASONS = (
    "Evenings free, and the highest pay by the hour of all that were found.",
    "Mornings only, twelve minutes by bus from your place.",
    "One step up: you have led a team of four before.",
    "Weekday shifts end at two, and you like to bake.",
    "No weekend work at all.",
)
LEAD = """\
Open the bar at six, train new colleagues, keep the grinders honest. Shifts end at two in the afternoon, five days \
a week, weekends by turns."""
SECTIONS = [
    PostingSection(
        heading="What you bring",
        text="- two years behind an espresso machine\n- patience with milk, and with people before their first cup",
    ),
    PostingSection(
        heading="What we bring",
        text="A wage above the city’s median, paid breaks, health insurance after sixty days and a bicycle allowance.",
    ),
]


def shown_job(number: int = 0, **changed: Any) -> ShownJob:
    """One of eight jobs."""
    title, company, pay = _TITLES[number]
    facts: dict[str, Any] = {
        "id": f"{1204500371 + number}",
        "title": title,
        "company": company,
        "location": "Austin, TX",
        "workplace": "On site",
        "employment_type": "Full time",
        "pay": PayShape(text=pay) if pay else None,
        "posted": f"{24 - number} Nov 2026",
        "url": f"https://board.example/jobs/{1204500371 + number}/",
        "reason": _REASONS[number % len(_REASONS)],
        "highlight": "Shifts end at two in the afternoon" if number % 2 == 0 else "",
        "apply_url": f"https://employer.example/apply/{number}",
    }
    return ShownJob(**facts | changed)


def job_details(number: int = 0, **changed: Any) -> JobDetails:
    """The same job, whole."""
    shown = shown_job(number).model_dump(exclude={"reason", "highlight"})
    more = {
        "text": LEAD,
        "sections": SECTIONS,
        "seniority": "Mid level",
        "industry": "food service",
        "closes": "15 Dec 2026",
    }
    return JobDetails(**shown | more | changed)


def hostile_job() -> ShownJob:
    """Every text is an attack; the addresses too."""
    texts = dict.fromkeys(("title", "company", "location", "workplace", "posted", "reason", "highlight"), HOSTILE)
    addresses = {"url": "javascript:alert(1)", "apply_url": "data:text/html,<script>alert(1)</script>"}
    return shown_job(0, **texts, **addresses, pay=PayShape(text=HOSTILE), attribution=HOSTILE)


def hostile_details() -> JobDetails:
    """The same job's posting."""
    facts = hostile_job().model_dump(exclude={"reason", "highlight"})
    return JobDetails(**facts, text=HOSTILE, sections=[PostingSection(heading=HOSTILE, text=HOSTILE)])


def _structured(output: Output) -> dict[str, Any]:
    introduced = output.model_copy(update={"board": BOARD.name, "shortlist": SHORTLIST})
    return envelope(Handled(introduced), None).structured


def list_of(*jobs: ShownJob, title: str = "Barista jobs in Austin", gone: tuple[GoneJob, ...] = ()) -> dict[str, Any]:
    """What render_jobs gives for these jobs."""
    outcome = "shown" if jobs else "nothing_shown"
    output = RenderJobsOutput(outcome=outcome, view=VIEW, title=title, jobs=list(jobs), not_shown=list(gone))
    return _structured(output)


def jobs(count: int) -> dict[str, Any]:
    """What render_jobs gives for the first of the eight jobs."""
    return list_of(*map(shown_job, range(count)))


def details(
    *read: JobDetails, expired: tuple[GoneJob, ...] = (), unknown: tuple[UnknownId, ...] = ()
) -> dict[str, Any]:
    """What get_job_details gives."""
    output = DetailsOutput(outcome="details_read", jobs=list(read), expired=list(expired), not_found=list(unknown))
    return _structured(output)


def updated(number: int = 0, **changed: Any) -> dict[str, Any]:
    """What update_shortlist gives for one job, by default once it is saved."""
    facts = shown_job(number, **{"saved": True} | changed).model_dump(include=set(JobCard.model_fields))
    return _structured(UpdateOutput(outcome="saved", jobs=[JobCard(**facts)]))


GONE = GoneJob(id="1204500399", title="Night Barista", reason="Closed on 20 Nov 2026: the feed no longer lists it.")
UNKNOWN = UnknownId(id="1204500000", did_you_mean=["1204500371"])
ERROR = {
    "error": {"code": "took_too_long", "message": "There was no answer within 10 seconds.", "hint": "Try again once."},
    "agent_directions": {"assistant_instruction": "Try again once.", "reason": "The call did not succeed."},
}

STATES: dict[str, tuple[str, dict[str, Any]]] = {
    "empty": ("render_jobs", list_of(title="", gone=(GONE, GONE.model_copy(update={"title": ""})))),
    "one": ("render_jobs", jobs(1)),
    "many": ("render_jobs", jobs(8)),
    "saved": ("render_jobs", list_of(shown_job(0, saved=True), shown_job(1))),
    "partly": ("render_jobs", list_of(shown_job(0), shown_job(4), gone=(GONE,))),
    "hostile": (
        "render_jobs",
        list_of(hostile_job(), title=HOSTILE, gone=(GoneJob(id=HOSTILE, title=HOSTILE, reason=HOSTILE),)),
    ),
    "details": ("get_job_details", details(job_details(0))),
    "hostile details": (
        "get_job_details",
        details(
            JobDetails(
                **hostile_job().model_dump(exclude={"reason", "highlight"}),
                text=HOSTILE,
                sections=[PostingSection(heading=HOSTILE, text=HOSTILE)],
            )
        ),
    ),
    "saved details": ("get_job_details", details(job_details(0, saved=True))),
    "saving": ("update_shortlist", updated()),
    "unsaving": ("update_shortlist", updated(saved=None)),
    "hostile saving": ("update_shortlist", updated(title=HOSTILE)),
    "expired": ("get_job_details", details(expired=(GONE,))),
    "unknown": ("get_job_details", details(unknown=(UNKNOWN,))),
    "error": ("error", ERROR),
    "loading": ("loading", {}),
}
