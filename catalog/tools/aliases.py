"""Names that a label's releases listed once: hosts keep lists for days, so they go on answering, though no list shows them."""

from collections.abc import Iterator, Mapping

from catalog.tools.compile import CompiledTool
from catalog.tools.content import ToolText
from catalog.tools.fitting import fit_tool
from catalog.tools.labels import served_releases

REMEMBERED = 20  # releases of a label, the newest by number, whose names go on answering


def earlier_names(*, label: str, release: int, tools: Mapping[str, CompiledTool]) -> dict[str, CompiledTool]:
    """What answers to each name that `tools`, those of `release`, don't have themselves; one query.

    An alias leads to its tool. Where none does, or it leads to another handler than the one that was listed, the old definition
    answers, as long as the code has its handler.
    """
    retired = {name: tool for name, tool in _retired(label, release) if name not in tools}
    for tool in tools.values():
        for alias in tool.text.aliases:
            listed = retired.get(alias)
            if listed is None or listed.handler is tool.handler:
                retired[alias] = tool
    return retired


def _retired(label: str, release: int) -> Iterator[tuple[str, CompiledTool]]:
    """Old definitions, as far as the code still fits them, each name once, as the newest release had it."""
    seen: set[str] = set()
    for content in served_releases(label).exclude(pk=release).values_list("content", flat=True)[:REMEMBERED]:
        for text in content["tools"]:
            if text["name"] not in seen:
                seen.add(text["name"])
                if tool := fit_tool(ToolText.model_validate(text)):  # else unknown now; the error lists what is known
                    yield tool.name, tool
