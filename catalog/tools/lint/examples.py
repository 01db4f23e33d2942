"""The catalogue that every example starts from: two sound tools over shipped handlers, and ways to change one thing in it."""

from typing import Any

from catalog.tools.content import CatalogueContent, Direction, ParameterText, ToolText
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Example
from catalog.tools.schema import Schema

SEARCH = ToolText(
    name="search_jobs",
    handler="search_jobs",
    title="Search jobs",
    order=10,
    description=(
        "Finds open jobs by title and place and returns them as data. The user does not see the result. "
        "`jobs[].id` is the id that render_jobs takes."
    ),
    invoking_text="Searching jobs…",
    invoked_text="Searched jobs",
    parameters=[
        ParameterText(name="query", description="Job title or skills."),
        ParameterText(name="locations", description="Cities, regions or countries, up to 12."),
        ParameterText(name="sort", description="relevance, newest or pay_high."),
        ParameterText(name="limit", description="How many jobs to return, 25 at most."),
    ],
    directions=[
        Direction(outcome=outcome, instruction="Answer from the jobs, or search with other words.")
        for outcome in ("found", "narrowed", "too_many", "nothing_found", "places_unclear")
    ],
)
RENDER = ToolText(
    name="render_jobs",
    handler="render_jobs",
    title="Show jobs",
    order=20,
    description=(
        "The result is shown to the user automatically, as a compact list. `items[].id` are values of `jobs[].id` in results "
        "of search_jobs. Where a client shows no widget the result says so."
    ),
    invoking_text="Preparing the list…",
    invoked_text="Here is the list",
    parameters=[ParameterText(name="items", description="One to eight jobs, the best first.")],
    directions=[
        Direction(outcome=outcome, instruction="Add one sentence.")
        for outcome in ("shown", "to_be_written", "nothing_shown")
    ],
)
INSTRUCTIONS = (
    "A job board's open jobs. search_jobs returns data that only you read; render_jobs shows the jobs you picked."
)
SOUND = CatalogueContent(instructions=INSTRUCTIONS, tools=[SEARCH, RENDER])


def catalogue(shows: str, *tools: ToolText, level: Level | None = None) -> Example:
    """Exactly these tools."""
    return Example(shows, CatalogueContent(instructions=INSTRUCTIONS, tools=list(tools)), level)


def searching(shows: str, level: Level | None = None, **changes: Any) -> Example:
    """The search tool with other values."""
    return catalogue(shows, SEARCH.model_copy(update=changes), RENDER, level=level)


def rendering(shows: str, level: Level | None = None, **changes: Any) -> Example:
    """The render tool with other values."""
    return catalogue(shows, SEARCH, RENDER.model_copy(update=changes), level=level)


def instructing(text: str, level: Level | None = None) -> Example:
    """Other server instructions."""
    return Example(f"Instructions: {text}", SOUND.model_copy(update={"instructions": text}), level)


def describing(text: str, level: Level | None = None) -> Example:
    """The search tool described so."""
    return searching(text, level, description=text)


def directing(text: str, level: Level | None = None) -> Example:
    """The search tool's instruction after “found”."""
    found, *others = SEARCH.directions
    directions = [found.model_copy(update={"instruction": text}), *others]
    return searching(f"Direction: {text}", level, directions=directions)


def parameter(name: str, text: str, level: Level | None = None, **changes: Any) -> Example:
    """The search tool with one of its parameters described so."""
    row = ParameterText(name=name, description=text, **changes)
    others = [other for other in SEARCH.parameters if other.name != name]
    set_to = "".join(f", {key} {value}" for key, value in changes.items())
    return searching(f"`{name}`{set_to}: {text or '(no text)'}", level, parameters=[row, *others])


def with_inputs(shows: str, properties: Schema, level: Level | None = None) -> Example:
    """The search tool over a handler that takes such parameters."""
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return Example(shows, SOUND, level, inputs=schema)


def with_output(shows: str, properties: Schema, level: Level | None = None) -> Example:
    """The search tool over a handler that gives such an output."""
    output: Schema = {"type": "object", "properties": properties}
    return Example(shows, SOUND, level, outputs={"type": "object", "properties": {"output": output}})
