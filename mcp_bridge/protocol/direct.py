"""The short way: `tools/list` and `tools/call` of a client since 2026, answered without the SDK's machinery.

For these two the machinery costs more than the answer (docs/adr/0007-the-short-way.md). What is not wholly regular goes the
SDK's way, which knows what to say of it; both ways give the same answers, and a test holds them to it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeGuard

import orjson
from mcp.server.connection import Connection
from mcp.shared.exceptions import MCPError
from mcp.shared.inbound import ERROR_CODE_HTTP_STATUS
from mcp_types import (
    CLIENT_CAPABILITIES_META_KEY,
    CLIENT_INFO_META_KEY,
    PROTOCOL_VERSION_META_KEY,
    SERVER_INFO_META_KEY,
    methods,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from catalog.tools.labels import LIVE
from mcp_bridge.call import Caller, ToolCall
from mcp_bridge.listing import listed_tools
from mcp_bridge.protocol.answers import Answers
from mcp_bridge.protocol.callers import can_show_widgets, described_caller
from mcp_bridge.protocol.greeting import server_info
from mcp_bridge.protocol.messages import Message
from mcp_bridge.protocol.plain_words import plain_error
from mcp_bridge.protocol.server import MINUTE
from mcp_bridge.protocol.session_ids import printable
from mcp_bridge.results import ToolResult
from mcp_bridge.snapshot import Snapshot

LIST, CALL = "tools/list", "tools/call"
PARAMETERS = {LIST: {"_meta"}, CALL: {"_meta", "name", "arguments"}}
PROGRESS = "progressToken"  # the one member of `_meta` that each request may have anew
RESERVED = "io.modelcontextprotocol/"  # what a host says of its user is not remembered here
LONGEST_META = 2048  # characters of a client's `_meta` that are remembered

type Reply = tuple[int, bytes]


@dataclass(frozen=True)
class Request:
    """A regular request: nothing in it is left for the SDK to say something about."""

    id: str | int
    method: str
    protocol: str
    label: str
    client: "_Client"
    params: Mapping[str, Any]

    @property
    def caller(self) -> Caller:
        return described_caller(
            protocol=self.protocol,
            client=self.client.name,
            shows_widgets=self.client.shows_widgets,
            meta=self.params["_meta"],
            request_id=self.id,
        )


def regular_request(message: Message, headers: Mapping[str, str], label: str) -> Request | None:
    """The request, where headers and body are what the revision asks for; `headers` must hold each name that was sent once."""
    params, protocol = message.params, headers.get("mcp-protocol-version", "")
    allowed = PARAMETERS.get(message.method)
    if (
        allowed is None
        or not _is_writable(message.request_id)
        or protocol not in MODERN_PROTOCOL_VERSIONS
        or headers.get("mcp-method") != message.method
        or not allowed >= params.keys()
        or (message.method == CALL and not _names_a_tool(params, headers))
    ):
        return None
    client = _described_client(params.get("_meta"), protocol)
    return Request(message.request_id, message.method, protocol, label, client, params) if client else None


class Direct:
    """Answers regular requests with an HTTP status and a body."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    async def reply(self, request: Request) -> Reply:
        try:
            result = await (self._list(request) if request.method == LIST else self._call(request))
        except Exception as error:  # noqa: BLE001 - the edge: whatever was raised gets the protocol's words
            return _failed(request, plain_error(error, request.method, is_modern=True))
        stamp = orjson.dumps({SERVER_INFO_META_KEY: server_info()})
        return 200, b'{"jsonrpc":"2.0","id":%b,"result":{%b,"_meta":%b}}' % (orjson.dumps(request.id), result, stamp)

    async def _list(self, request: Request) -> bytes:
        snapshot = await self._answers.listed(request.caller, request.label)
        return _list_members(snapshot, request.protocol, request.label)

    async def _call(self, request: Request) -> bytes:
        call = ToolCall(request.params["name"], request.params.get("arguments", {}), request.caller, request.label)
        return _result_members(await self._answers.called(call))


@dataclass(frozen=True)
class _Client:
    name: str
    shows_widgets: bool


def _names_a_tool(params: Mapping[str, Any], headers: Mapping[str, str]) -> bool:
    name = params.get("name")
    is_plain = isinstance(name, str) and not name.startswith("=?")  # headers may spell a name in another way
    return is_plain and headers.get("mcp-name") == name and isinstance(params.get("arguments", {}), dict)


def _is_writable(request_id: str | int | None) -> TypeGuard[str | int]:
    """JSON's numbers have no end, orjson's have 64 bits."""
    return isinstance(request_id, str) or (isinstance(request_id, int) and abs(request_id) < 2**63)


def _described_client(meta: Any, protocol: str) -> _Client | None:
    """What `_meta` says of a client; None where the SDK would find fault with it. Clients say the same in each request."""
    if not isinstance(meta, dict) or meta.get(PROTOCOL_VERSION_META_KEY) != protocol:
        return None
    token = meta.get(PROGRESS, "")
    if isinstance(token, bool) or not isinstance(token, str | int):
        return None
    try:
        said = json.dumps({name: value for name, value in meta.items() if name.startswith(RESERVED)}, allow_nan=False)
    except ValueError:  # 1e999, which JSON can spell and no client means
        return None
    return _read_client(said, protocol) if len(said) <= LONGEST_META else None


@lru_cache(maxsize=512)
def _read_client(said: str, protocol: str) -> _Client | None:
    meta = json.loads(said)
    if CLIENT_CAPABILITIES_META_KEY not in meta:
        return None
    try:
        methods.validate_client_request(LIST, protocol, {"_meta": meta})
    except ValidationError:
        return None
    known = Connection.from_envelope(protocol, meta.get(CLIENT_INFO_META_KEY), meta[CLIENT_CAPABILITIES_META_KEY])
    name = printable(known.client_params.client_info.name) if known.client_params else ""
    return _Client(name, can_show_widgets(known.client_capabilities))


@lru_cache(maxsize=8)
def _list_members(snapshot: Snapshot | None, protocol: str, label: str) -> bytes:
    """The members of the result of `tools/list`, without braces: written once for each snapshot."""
    result = {
        "resultType": "complete",
        "ttlMs": MINUTE.ttl_ms,
        "cacheScope": "public" if label == LIVE else "private",
        "tools": listed_tools(snapshot) if snapshot else [],
    }
    return orjson.dumps(methods.serialize_server_result(LIST, protocol, result))[1:-1]


def _result_members(result: ToolResult) -> bytes:
    """The same of `tools/call`. Text and structured content are one JSON text, which is written once."""
    return b'"resultType":"complete","content":[{"type":"text","text":%b}],"structuredContent":%b,"isError":%b' % (
        orjson.dumps(result.text),
        result.text.encode(),
        b"true" if result.is_error else b"false",
    )


def _failed(request: Request, error: MCPError) -> Reply:
    body = {"jsonrpc": "2.0", "id": request.id, "error": error.error.model_dump(mode="json", exclude_none=True)}
    return ERROR_CODE_HTTP_STATUS.get(error.error.code, 200), orjson.dumps(body)
