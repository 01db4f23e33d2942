"""The endpoint: two protocol eras on one address, safe at the edge, steady when things go away."""

PROMISES = {
    "MCP-1": "The official client in both eras lists the tools, searches, reads, renders and reads the ui:// resource.",
    "MCP-2": "Instructions, title and the widget extension come from the release in force, in discover and in initialize.",
    "MCP-3": "/mcp and /mcp/ both answer; no redirect loses a body.",
    "MCP-4": "An unknown tool is a protocol error that names the known ones; an unknown resource likewise.",
    "MCP-5": "A foreign Host gets 421 and a foreign Origin 403; the board's own pages may call and read the session id.",
    "MCP-6": "Bodies are bounded in size, time and depth; what is not a JSON-RPC message gets a plain JSON-RPC error.",
    "MCP-7": "A signed session id tells any process who the client is; a forged or old one gets 404, DELETE 204.",
    "MCP-8": "Widgets are shown where the client says it can, in both eras; elsewhere the model is told to write.",
    "MCP-9": "Another process serves a publish within a second, and open streams of both eras hear of it.",
    "MCP-18": "Who listens at a label hears, in both eras and in every process, when that label moves, and of no other label.",
    "MCP-10": "SIGTERM ends the process within two seconds, with streams open; they end gracefully.",
    "MCP-11": "While the database is away, lists are served from memory and calls get a plain error; then all is well again.",
    "MCP-12": "Open streams are capped in total and per client.",
    "MCP-13": "A call without an answer after ten seconds, or without a free thread, gets a plain error.",
    "MCP-14": "Whatever is posted, the answer is JSON-RPC, below 500 and without internals.",
    "MCP-15": "The endpoint also works under servers that have no lifespan.",
    "MCP-16": "/livez answers without the database; /readyz says what is missing.",
    "MCP-17": "Lists may be cached for a minute by anyone; nothing else may be kept by proxies.",
    "MCP-40": "/metrics adds up the calls of all web processes, for holders of a token with that scope; strangers make no series.",
    "MCP-41": "Whether a worker is there is told by /readyz, /metrics and doctor, and makes no reader's call fail.",
}
