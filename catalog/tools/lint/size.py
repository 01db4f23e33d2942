"""What a catalogue costs: every client's model reads the whole list before the first call."""

import json

from catalog.tools.compile import CompiledTool

BYTES_PER_TOKEN = 4  # a rule of thumb for English and JSON; models differ by a fifth either way


def estimated_tokens(tool: CompiledTool) -> int:
    """Of its item in tools/list as compact JSON, without `_meta`, which models don't read."""
    text = json.dumps(tool.item, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode(errors="replace")) // BYTES_PER_TOKEN
