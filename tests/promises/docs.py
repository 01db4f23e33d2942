"""Documentation that can't fall behind."""

PROMISES = {
    "DOCS-1": "The README's table of variables is the one that the code reads.",
    "DOCS-2": "Every file that a document links to exists, and no document speaks of a machine's own paths.",
}
