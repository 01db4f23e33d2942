"""Drafts as if they were a release: for people to see, and to try, what clients would get."""

from django.utils import timezone

from catalog.tools.compile import compile_content, problems_of
from catalog.tools.content import CatalogueContent
from mcp_bridge.snapshot import Snapshot, current_board, data_version

DRAFT = "draft"  # of the snapshot's label; no release has it


def candidate_snapshot(content: CatalogueContent) -> Snapshot:
    """Release 0, served by nobody. Raises `draft_invalid` where an enabled tool doesn't fit the code."""
    compiled = compile_content(content)
    return Snapshot(
        label=DRAFT,
        release=0,
        sha256=content.sha256(),
        board=current_board(),
        data=data_version(),
        since=timezone.now(),
        instructions=compiled.instructions,
        tools={tool.name: tool for tool in compiled.tools},
    )


def fitting(content: CatalogueContent) -> CatalogueContent:
    """Without the tools that don't fit the code: one broken draft doesn't hide the others."""
    return content.model_copy(update={"tools": [tool for tool in content.tools if not any(problems_of(tool))]})
