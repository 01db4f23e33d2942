"""The ASGI edge: `/mcp`, and `/mcp/<label>/` for holders of a token, go through our checks to the SDK's session manager,
everything else to Django.

Beside Django rather than in a view, because an empty Django view costs twice a whole call (docs/adr/0003-mcp-endpoint.md)."""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from catalog.tools.labels import LIVE
from mcp_bridge.protocol import origins
from mcp_bridge.protocol.callers import ISSUED, LABEL, SESSION
from mcp_bridge.protocol.direct import Direct, Request, regular_request
from mcp_bridge.protocol.labels import admit, label_at
from mcp_bridge.protocol.legacy_stream import serve_stream
from mcp_bridge.protocol.messages import Message as RpcMessage
from mcp_bridge.protocol.messages import read_message
from mcp_bridge.protocol.refusals import RefusedError, refused, send_refusal
from mcp_bridge.protocol.runtime import Runtime, current_runtime, streams_end_on_signals
from mcp_bridge.protocol.session_ids import ClientSession, read_session
from mcp_bridge.protocol.streams import StreamClient

logger = logging.getLogger(__name__)

RETRY_AFTER = 2  # seconds
SPOKEN = (*HANDSHAKE_PROTOCOL_VERSIONS, *MODERN_PROTOCOL_VERSIONS)
BLANKS = b" \t"  # around a header's value they are no part of it (RFC 9110, §5.5); servers leave them in
PRIVATE = [(b"cache-control", b"no-store, no-transform"), (b"x-content-type-options", b"nosniff")]


class Endpoint:
    """One ASGI application in front of another."""

    def __init__(self, django_application: ASGIApp, make_runtime: type[Runtime] = Runtime) -> None:
        self._django = django_application
        self._runtime = partial(current_runtime, make_runtime)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await serve_lifespan(await self._runtime(), receive, send)
        elif scope["type"] == "http" and (label := label_at(scope["path"])):
            own = {**scope, LABEL: label, "headers": [(name, value.strip(BLANKS)) for name, value in scope["headers"]]}
            await Exchange(own, receive, send, self._runtime).answer()
        else:
            await self._django(scope, receive, send)


class Exchange:
    """One HTTP request to `/mcp` or `/mcp/<label>/` and its answer."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, runtime: Callable[[], Coroutine[Any, Any, Runtime]]
    ) -> None:
        self.scope = scope
        self.receive = receive
        self._send = send
        self._runtime = runtime
        self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(scope["headers"])}
        self._added = PRIVATE
        self._has_begun = False
        self._message: RpcMessage | None = None

    async def answer(self) -> None:
        """Answers always: what is refused gets a JSON-RPC error."""
        try:
            origins.check_host(self.headers)
            self._added = [*PRIVATE, *origins.cors_headers(origins.check_origin(self.headers))]
            await self._admit()
            await self._by_method()
        except RefusedError as refusal:
            await self._refuse(refusal)
        except Exception:  # the edge: whatever fails inside, a client gets an answer that it can read
            logger.exception("A request to /mcp failed.")
            if self._has_begun:
                raise
            await self._refuse(refused("internal_error"))

    async def send(self, message: Message) -> None:
        """Adds our headers to the answer, whoever writes it."""
        if message["type"] == "http.response.start":
            self._has_begun = True
            message = {**message, "headers": [*map(tuple, filter(_is_kept, message["headers"])), *self._own_headers()]}
        await self._send(message)

    async def _refuse(self, refusal: RefusedError) -> None:
        await send_refusal(refusal, self.send, request_id=self._message.request_id if self._message else None)

    async def _admit(self) -> None:
        """A browser's preflight carries no token; everything else to a label needs one, unless it is `live`."""
        if self.scope[LABEL] != LIVE and self.scope["method"] != "OPTIONS":
            runtime = await self._runtime()
            await admit(self.scope[LABEL], self.headers.get("authorization", ""), runtime.threads)

    async def _by_method(self) -> None:
        match self.scope["method"]:
            case "POST":
                await self._post(await self._runtime())
            case "GET":
                await self._get(await self._runtime())
            case "DELETE":
                await self._delete()
            case "OPTIONS":
                await self._empty(204, origins.preflight_headers())
            case _:
                raise refused("wrong_method")

    async def _post(self, runtime: Runtime) -> None:
        self._require_acceptance("application/json")
        self._message = message = await read_message(self.headers, self.receive)
        self._check_version(message)
        self.scope[SESSION] = self._session()
        if message.method == "subscriptions/listen":
            self._require_acceptance("text/event-stream")
            with runtime.streams.admitted(self._client(), _nothing):
                await self._by_sdk(runtime, message)
            return
        if runtime.in_flight.locked():
            raise refused("busy", seconds=RETRY_AFTER)
        async with runtime.in_flight:
            await (self._directly(runtime, message) or self._by_sdk(runtime, message))

    def _directly(self, runtime: Runtime, message: RpcMessage) -> Awaitable[None] | None:
        """The short way, where there is one and the request is regular; of a header that came twice, only the SDK can tell."""
        if runtime.direct is None or len(self.headers) < len(self.scope["headers"]):
            return None
        request = regular_request(message, self.headers, self.scope[LABEL])
        return self._answer_directly(runtime.direct, request) if request else None

    async def _answer_directly(self, direct: Direct, request: Request) -> None:
        status, body = await direct.reply(request)
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *self._added]
        self._has_begun = True
        await self._send({"type": "http.response.start", "status": status, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})

    async def _by_sdk(self, runtime: Runtime, message: RpcMessage) -> None:
        await runtime.manager.handle_request(self.scope, message.replay(self.receive), self.send)

    async def _get(self, runtime: Runtime) -> None:
        if not self._is_legacy or "text/event-stream" not in self.headers.get("accept", ""):
            raise refused("no_stream")
        client = self._client(self._session())
        await serve_stream(runtime.bus.of(self.scope[LABEL]), runtime.streams, client, self.receive, self.send)

    async def _delete(self) -> None:
        """Nothing is stored, so there is nothing to forget; the client is told that it may."""
        if self._session() is None:
            raise refused("no_session")
        await self._empty(204, [])

    def _require_acceptance(self, kind: str) -> None:
        if not _accepts(self.headers, kind):
            raise refused("not_acceptable")

    def _check_version(self, message: RpcMessage) -> None:
        """Only for requests of the older form; what the newer one says of its version, the SDK compares with the header."""
        requested = self.headers.get("mcp-protocol-version", SPOKEN[0])
        if requested not in SPOKEN and not message.is_self_describing:
            raise refused("unknown_version", data={"supported": list(SPOKEN), "requested": requested[:64]})

    @property
    def _is_legacy(self) -> bool:
        return self.headers.get("mcp-protocol-version", HANDSHAKE_PROTOCOL_VERSIONS[0]) in HANDSHAKE_PROTOCOL_VERSIONS

    def _session(self) -> ClientSession | None:
        """What the session id says. Requests without one are served too, as of a client that we know nothing of."""
        session_id = self.headers.get("mcp-session-id")
        if session_id is None or not self._is_legacy:
            return None
        session = read_session(session_id)
        if session is None:
            raise refused("unknown_session")
        return session

    def _client(self, session: ClientSession | None = None) -> StreamClient:
        return StreamClient(origins.client_address(self.scope, self.headers), session.nonce if session else "")

    def _own_headers(self) -> list[tuple[bytes, bytes]]:
        issued: str = self.scope.get(ISSUED, "")
        return [*self._added, (b"mcp-session-id", issued.encode())] if issued else self._added

    async def _empty(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": b""})


async def serve_lifespan(runtime: Runtime, receive: Receive, send: Send) -> None:
    """Tells the server that the runtime is there, and ends it with the server."""
    await receive()
    with streams_end_on_signals(runtime):
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await runtime.close()
    await send({"type": "lifespan.shutdown.complete"})


def _accepts(headers: dict[str, str], kind: str) -> bool:
    offered = {part.partition(";")[0].strip().lower() for part in headers.get("accept", "").split(",")}
    return bool(offered & {"*/*", kind, f"{kind.partition('/')[0]}/*"})


def _is_kept(header: tuple[bytes, bytes]) -> bool:
    return header[0].lower() != b"cache-control"  # the SDK's allows what ours forbids


def _nothing() -> None:
    pass
