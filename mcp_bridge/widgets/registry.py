"""The widgets there are. A view is a template in `templates/widgets/`, named by the handler whose output it shows."""

from dataclasses import dataclass

from pydantic import BaseModel

STATIC_VIEWS = ("error", "loading")  # every widget has them; no handler's output stands behind them


@dataclass(frozen=True)
class Widget:
    """One resource in a chat app: what it opens with, and what it may load into itself."""

    slug: str
    title: str
    description: str
    views: tuple[str, ...]

    @property
    def templates(self) -> tuple[str, ...]:
        return (*self.views, *STATIC_VIEWS)

    @property
    def stylesheets(self) -> tuple[str, str]:
        """What all widgets share, then what this one alone needs: names of static files."""
        return "widgets/widget.css", f"widgets/{self.slug}.css"


class ShownProblem(BaseModel):
    """What the error view may say."""

    code: str = ""
    message: str = ""
    hint: str = ""


class ErrorContent(BaseModel):
    """The root of the error view's paths."""

    error: ShownProblem


RENDER_JOBS = Widget(
    slug="render_jobs",
    title="Jobs",
    description=(
        "A list of the chosen jobs with why each fits. The user reads a whole posting in place, saves it, applies, or opens "
        "it on the job board. The list is on the user's screen already."
    ),
    views=("render_jobs", "get_job_details", "update_shortlist"),
)

RENDER_FEATURED_JOB = Widget(
    slug="render_featured_job",
    title="The best match",
    description=(
        "One job, large, with why it fits. The user reads the whole posting in place, saves it, applies, or opens it on the "
        "job board. The card is on the user's screen already."
    ),
    views=("render_featured_job", "get_job_details", "update_shortlist"),
)

RENDER_COMPARISON = Widget(
    slug="render_comparison",
    title="Jobs compared",
    description=(
        "Two to four jobs side by side, with what differs marked. The user reads a whole posting in place, saves it, "
        "applies, or opens it on the job board. The comparison is on the user's screen already."
    ),
    views=("render_comparison", "get_job_details", "update_shortlist"),
)

WIDGETS: dict[str, Widget] = {widget.slug: widget for widget in (RENDER_JOBS, RENDER_FEATURED_JOB, RENDER_COMPARISON)}


def view_template(view: str) -> str:
    """The template's name."""
    return f"widgets/{view}.html"
