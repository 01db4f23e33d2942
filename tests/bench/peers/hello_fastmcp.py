"""fastmcp's hello world; runs in an environment of its own (`servers.py`), under the same uvicorn as the others."""

from fastmcp import FastMCP  # type: ignore[import-not-found, unused-ignore]

server = FastMCP("hello")


@server.tool
def echo(text: str) -> str:
    """Says it again."""
    return text


application = server.http_app(stateless_http=True, json_response=True)
