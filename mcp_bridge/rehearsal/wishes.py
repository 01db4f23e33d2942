"""What the users of the rehearsal want, as plain data. No call is written down here: the driver finds those itself."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Market:
    """One of the questions of a wish: this title in this city."""

    title: str
    city: str


@dataclass(frozen=True)
class Wish:
    """One thing that a user says. Either jobs are wanted, or `about` names what the user points at: “this one”."""

    says: str
    titles: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    leaving_out: tuple[str, ...] = ()  # industries
    is_about_pay: bool = False
    posted_within_days: int | None = None  # a wish that may be dropped
    reads_closely: bool = False  # the finalists' postings are read before they are shown
    picks: int = 5
    about: str = ""

    @property
    def markets(self) -> tuple[Market, ...]:
        return tuple(Market(title, city) for title in self.titles for city in self.cities)


@dataclass(frozen=True)
class Conversation:
    """Wishes in turn. Before a wish that is about something, the user opens the first job on the screen."""

    name: str
    wishes: tuple[Wish, ...]


AUSTIN = Conversation(
    "Austin",
    (
        Wish("Barista jobs in Austin, please.", titles=("barista",), cities=("Austin, TX",)),
        Wish("Write a cover letter for this one.", about="this one"),
    ),
)

EIGHT_CITIES = Conversation(
    "Eight cities",
    (
        Wish(
            "Where do registered nurses earn most: Austin, Denver, Seattle, Chicago, Boston, Atlanta, Phoenix or New York? "
            "No staffing agencies, no hotels. The best of each, please, checked closely.",
            titles=("registered nurse",),
            cities=(
                "Austin, TX",
                "Denver, CO",
                "Seattle, WA",
                "Chicago, IL",
                "Boston, MA",
                "Atlanta, GA",
                "Phoenix, AZ",
                "New York, NY",
            ),
            leaving_out=("staffing", "hospitality"),
            is_about_pay=True,
            reads_closely=True,
            picks=8,
        ),
    ),
)

CONVERSATIONS = (AUSTIN, EIGHT_CITIES)
