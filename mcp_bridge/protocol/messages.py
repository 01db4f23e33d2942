"""One JSON-RPC message from an HTTP body: bounded in size, time and depth before anything looks at it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pydantic_core
from mcp_types import PROTOCOL_VERSION_META_KEY
from starlette.types import Message as Event
from starlette.types import Receive

from mcp_bridge.protocol.refusals import refused

LARGEST = 256 * 1024  # bytes
SLOWEST = 10.0  # seconds
DEEPEST = 32  # levels

ID_TYPES = (str, int)


@dataclass(frozen=True)
class Message:
    """A message whose envelope is sound; `method` is empty for a response that a client posts."""

    body: bytes
    method: str
    request_id: str | int | None
    params: Any = None
    is_self_describing: bool = False  # since 2026-07-28 each request carries its version in `_meta`

    def replay(self, receive: Receive) -> Receive:
        """What the SDK reads instead of `receive`: this body first, then whatever comes (the disconnect)."""
        pending: list[Event] = [{"type": "http.request", "body": self.body, "more_body": False}]

        async def replayed() -> Event:
            return pending.pop() if pending else await receive()

        return replayed


async def read_message(headers: Mapping[str, str], receive: Receive) -> Message:
    """Raises RefusedError for a body that is mislabelled, too large, too slow, too deep or not one JSON-RPC message."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise refused("not_labelled_json")
    body = await _read_body(headers, receive)
    return _message(body, _parsed(body))


async def _read_body(headers: Mapping[str, str], receive: Receive) -> bytes:
    declared = headers.get("content-length", "")
    if declared.isdigit() and int(declared[:12]) > LARGEST:
        raise refused("too_large", limit=LARGEST // 1024)
    try:
        async with asyncio.timeout(SLOWEST):
            return await _joined(receive)
    except TimeoutError:
        raise refused("too_slow", seconds=f"{SLOWEST:g}") from None


async def _joined(receive: Receive) -> bytes:
    body = bytearray()
    more = True
    while more:
        event = await receive()
        body += event.get("body", b"")
        if len(body) > LARGEST:
            raise refused("too_large", limit=LARGEST // 1024)
        more = event["type"] == "http.request" and event.get("more_body", False)
    return bytes(body)


def _parsed(body: bytes) -> Any:
    try:
        decoded = pydantic_core.from_json(body, allow_inf_nan=False)  # also refuses lone surrogates
    except ValueError:
        raise refused("not_json") from None
    if _is_deeper(decoded, DEEPEST):
        raise refused("too_deep", limit=DEEPEST)
    return decoded


def _is_deeper(value: Any, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    children = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_is_deeper(child, levels - 1) for child in children)


def _message(body: bytes, decoded: Any) -> Message:
    if not isinstance(decoded, dict) or decoded.get("jsonrpc") != "2.0":
        raise refused("not_a_message")
    method, request_id = decoded.get("method", ""), decoded.get("id")
    if not isinstance(method, str) or not (method or "result" in decoded or "error" in decoded):
        raise refused("not_a_message")
    if "id" in decoded and (not isinstance(request_id, ID_TYPES) or isinstance(request_id, bool)):
        raise refused("not_a_message")
    if method and not isinstance(decoded.get("params", {}), dict):
        raise refused("wrong_params")
    params = decoded.get("params", {})
    return Message(body, method, request_id, params, _is_self_describing(params))


def _is_self_describing(params: Any) -> bool:
    return (
        isinstance(params, dict)
        and isinstance(params.get("_meta"), dict)
        and PROTOCOL_VERSION_META_KEY in params["_meta"]
    )
