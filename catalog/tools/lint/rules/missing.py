from collections.abc import Iterator

from catalog.tools.lint.examples import SEARCH, searching
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.tool import LintedTool


def check(surface: Surface) -> Iterator[Found]:
    for tool in surface.tools:
        if not tool.text.title.strip():
            yield Found(
                Level.ERROR, tool.name, "title", "It has no title.", "People read the title before they allow a call."
            )
        if not tool.text.description.strip():
            hint = "Say what it finds or does, with what, and what comes back."
            yield Found(Level.ERROR, tool.name, "description", "It has no description.", hint)
        yield from _unworded(tool)
        for attribute in ("invoking_text", "invoked_text"):
            if not getattr(tool.text, attribute).strip():
                field = attribute.replace("_", " ")
                hint = "Without it a chat app shows the tool's name while it waits."
                yield Found(Level.NOTE, tool.name, field, f"It has no {field}.", hint)


def _unworded(tool: LintedTool) -> Iterator[Found]:
    worded = {direction.outcome for direction in tool.text.directions if direction.instruction.strip()}
    for outcome in tool.handler.outcomes if tool.handler else ():
        if outcome.code not in worded:
            message = f"The model is told nothing after “{outcome.code}”: {outcome.meaning}"
            hint = "Word the next step in one short sentence."
            yield Found(Level.CAREFUL, tool.name, f"outcome {outcome.code}: instruction", message, hint)


RULE = Rule(
    id="missing",
    finds="A tool without title or description, an outcome without a next step, or a call without its status texts.",
    why="Directories refuse tools without a title; a model that isn't told the next step after a result often stops.",
    check=check,
    good=(searching("Titled, described, with a direction for each outcome."),),
    bad=(
        searching("No title.", Level.ERROR, title=" "),
        searching("No description.", Level.ERROR, description=""),
        searching("Nothing said after “nothing_found”.", Level.CAREFUL, directions=SEARCH.directions[:3]),
        searching("No text while it runs.", Level.NOTE, invoking_text=""),
    ),
)
