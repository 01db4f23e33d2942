"""Whatever a draft, a file or the API brings: the lint judges it and does not fail."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from catalog.tools.content import CatalogueContent, Direction, ParameterText, ToolText
from catalog.tools.handler import all_handlers
from catalog.tools.lint import lint

WORDS = some.one_of(
    some.text(max_size=80),
    some.sampled_from(
        [
            "up to 99 ",
            "`jobs[].id` of search_jobs",
            "default {x",
            "One of: a, b.",
            "relevance or `x`",
            "\ud800",
            "You MUST",
        ]
    ),
)
VALUES = some.one_of(some.none(), some.integers(), some.booleans(), some.lists(some.integers(), max_size=2), WORDS)
NAMES = ["search_jobs", "render_jobs", "", "x", "Ünknown"]


@some.composite
def tools(draw: some.DrawFn) -> ToolText:
    handlers = {handler.name: handler for handler in all_handlers()}
    handler = handlers[draw(some.sampled_from(sorted(handlers)))]
    fields = draw(some.lists(some.sampled_from(sorted(handler.parameters.model_fields)), unique=True))
    rows = [
        ParameterText(
            name=field,
            description=draw(WORDS),
            default=draw(VALUES),
            fixed=draw(VALUES),
            allowed=draw(some.one_of(some.none(), some.lists(VALUES, max_size=3))),
            minimum=draw(some.one_of(some.none(), some.integers(-1, 99))),
            maximum=draw(some.one_of(some.none(), some.integers(-1, 99))),
        )
        for field in fields
    ]
    codes = [outcome.code for outcome in handler.outcomes]
    directions = [Direction(outcome=code, instruction=draw(WORDS), reason=draw(WORDS)) for code in codes]
    name = draw(some.sampled_from([*NAMES, handler.name]))
    about = {"title": draw(WORDS), "description": draw(WORDS), "widget": draw(some.sampled_from(["", "render_jobs"]))}
    return ToolText(name=name, handler=handler.name, parameters=rows, directions=directions, **about)


@pytest.mark.promise("LINT-3")
@settings(max_examples=150, deadline=None)
@given(some.lists(tools(), max_size=3), WORDS)
def test_any_content_is_judged(found: list[ToolText], instructions: str) -> None:
    report = lint(CatalogueContent(instructions=instructions, tools=found))
    assert all(finding.message.isprintable() for finding in report.findings)
    assert len(set(report.findings)) == len(report.findings)
