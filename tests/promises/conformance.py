"""What the official tools say of the endpoint, and what it says when something is wrong."""

PROMISES = {
    "CONF-1": "The official suite passes for 2025-11-25 and 2026-07-28, but for scenarios that want fixtures, each with its reason.",
    "CONF-2": "With those fixtures on board the same bridge passes all that both revisions require: nothing is expected to fail.",
    "CONF-3": "The Inspector finds the schemas portable and the widgets of render tools, in each of its eras.",
    "CONF-4": "The Python and TypeScript clients get equal results over HTTP in both eras, over stdio and by REST.",
    "CONF-5": "manage.py mcp_stdio serves both eras; nothing but messages is on stdout; a publish is heard there too.",
    "CONF-6": "What a client lists has titles, annotations and schemas, in one order whoever asks; the server has an icon.",
}
