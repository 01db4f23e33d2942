"""What calls are compared with: the least that the SDK's low-level server can be, with nothing of ours in it."""

from typing import Any

from mcp.server.lowlevel import Server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent, Tool

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
ECHO = Tool(name="echo", description="Says it again.", input_schema=SCHEMA)


async def list_tools(_ctx: Any, _params: PaginatedRequestParams | None) -> ListToolsResult:
    return ListToolsResult(tools=[ECHO])


async def call_tool(_ctx: Any, params: CallToolRequestParams) -> CallToolResult:
    text = str((params.arguments or {})["text"])
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content={"text": text})


server = Server("hello", on_list_tools=list_tools, on_call_tool=call_tool, get_tool_input_schema=lambda _name: SCHEMA)
application = server.streamable_http_app(json_response=True, stateless_http=True)
