"""What is linted: everything that a client would read of one content, with what the code says beside it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from catalog.tools.content import CatalogueContent
from catalog.tools.lint.naming import Names, names_of
from catalog.tools.lint.texts import Kind, Text, texts_in
from catalog.tools.lint.tool import LintedTool, linted


@dataclass(frozen=True)
class Surface:
    """The enabled tools in listing order, and the texts of them all."""

    content: CatalogueContent
    tools: tuple[LintedTool, ...]

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        return tuple(texts_in(self.content))

    def texts_of(self, *kinds: Kind) -> Iterator[Text]:
        return (text for text in self.texts if text.kind in kinds)

    @cached_property
    def by_name(self) -> dict[str, LintedTool]:
        return {tool.name: tool for tool in self.tools}

    @cached_property
    def names(self) -> Names:
        return names_of(self.tools)


def surface_of(content: CatalogueContent) -> Surface:
    """Never raises."""
    enabled = sorted((tool for tool in content.tools if tool.enabled), key=lambda tool: (tool.order, tool.name))
    return Surface(content, tuple(map(linted, enabled)))
