"""What the edge turns away before the protocol sees it: an HTTP status and a JSON-RPC error in plain words."""

import json
from typing import Any

from mcp.shared.exceptions import MCPError
from starlette.types import Send

from catalog.errors import ShortlistError
from mcp_bridge.protocol.fault import Answer
from mcp_bridge.protocol.faults import EDGE, PROTOCOL


class RefusedError(ShortlistError):
    """A request that goes no further. `rpc_code` is JSON-RPC's; `headers` are added to the answer, `data` to its error."""

    def __init__(self, code: str, data: dict[str, Any], filled: dict[str, object]) -> None:
        fault = EDGE[code]
        super().__init__(code, fault.message.format_map(filled), fault.hint.format_map(filled))
        answer = fault.legacy or fault.modern or Answer(400)
        self.status, self.rpc_code, self.data = answer.status, answer.rpc_code, data
        self.headers = {name: value.format_map(filled) for name, value in fault.headers.items()}


def refused(code: str, *, data: dict[str, Any] | None = None, **filled: object) -> RefusedError:
    """The error of that code in `faults.EDGE`, with its message's {names} filled in."""
    return RefusedError(code, data or {}, filled)


def protocol_error(code: str, *, is_modern: bool, data: dict[str, Any] | None = None, **filled: object) -> MCPError:
    """The error of that code in `faults.PROTOCOL`, as the era spells it. `data` in place of ours, where the protocol asks."""
    fault = PROTOCOL[code]
    answer = fault.modern if is_modern else fault.legacy
    if answer is None or answer.rpc_code is None:
        raise LookupError(f"{code} can't happen in this era")
    said = f"{fault.message} {fault.hint}".strip().format_map(filled)
    return MCPError(answer.rpc_code, said, {"code": code} if data is None else data)


async def send_refusal(refusal: RefusedError, send: Send, *, request_id: Any = None) -> None:
    """Answers with a JSON-RPC error; `id` is null where the request's is not known (JSON-RPC 2.0, §5)."""
    error = {"code": refusal.rpc_code, "message": str(refusal), "data": {"code": refusal.code, **refusal.data}}
    body = json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}, ensure_ascii=False).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **refusal.headers}
    await send(
        {
            "type": "http.response.start",
            "status": refusal.status,
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
    )
    await send({"type": "http.response.body", "body": body})
