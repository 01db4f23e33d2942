"""What the edge turns away before the protocol sees it: an HTTP status and a JSON-RPC error in plain words."""

import json
from collections.abc import Mapping
from typing import Any

from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR
from starlette.types import Send

from catalog.errors import ShortlistError

METHODS = "POST, GET, DELETE, OPTIONS"


class RefusedError(ShortlistError):
    """A request that goes no further. `rpc_code` is JSON-RPC's; `headers` are added to the answer."""

    def __init__(
        self, status: int, code: str, message: str, hint: str = "", *, rpc_code: int = INVALID_REQUEST, **headers: str
    ) -> None:
        super().__init__(code, message, hint)
        self.status = status
        self.rpc_code = rpc_code
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def unknown_host() -> RefusedError:
    hint = "Use the address in PUBLIC_URL, or add the name to ALLOWED_HOSTS."
    return RefusedError(421, "unknown_host", "This server doesn't answer under that host name.", hint)


def foreign_origin() -> RefusedError:
    hint = "Connect from the board's own pages or from a client that is not a web page."
    return RefusedError(403, "foreign_origin", "Pages of that origin may not call this server.", hint)


def wrong_method() -> RefusedError:
    hint = "Send JSON-RPC messages by POST; /connect/ shows how to connect a client."
    return RefusedError(405, "wrong_method", "This is an MCP endpoint.", hint, allow=METHODS)


def no_stream() -> RefusedError:
    hint = "Send JSON-RPC messages by POST; /connect/ shows how to connect a client."
    return RefusedError(405, "no_stream", "There is no event stream to read here.", hint, allow="POST, DELETE, OPTIONS")


def too_many_streams() -> RefusedError:
    hint = "Close one, or go on without: calls need no stream."
    return RefusedError(
        503, "too_many_streams", "Too many event streams are open.", hint, rpc_code=INTERNAL_ERROR, retry_after="60"
    )


def not_acceptable() -> RefusedError:
    hint = "Send “Accept: application/json, text/event-stream”."
    return RefusedError(406, "not_acceptable", "Answers are JSON, which this request doesn't accept.", hint)


def not_labelled_json() -> RefusedError:
    return RefusedError(
        415, "not_labelled_json", "The body is not labelled as JSON.", "Send “Content-Type: application/json”."
    )


def too_large(limit: int) -> RefusedError:
    message = f"The message is larger than {limit // 1024} KiB."
    return RefusedError(413, "too_large", message, "Send less at once.", connection="close")


def too_slow(seconds: float) -> RefusedError:
    message = f"The message did not arrive within {seconds:g} seconds."
    return RefusedError(408, "too_slow", message, "Send it again, without a break.", connection="close")


def not_json() -> RefusedError:
    return RefusedError(400, "not_json", "The message is not valid JSON.", rpc_code=PARSE_ERROR)


def too_deep(limit: int) -> RefusedError:
    return RefusedError(400, "too_deep", f"The message is nested deeper than {limit} levels.", rpc_code=PARSE_ERROR)


def not_a_message() -> RefusedError:
    hint = "Send one JSON-RPC 2.0 object with “method” and, for a request, “id”; batches are not supported."
    return RefusedError(400, "not_a_message", "The body is not a JSON-RPC message.", hint)


def wrong_params() -> RefusedError:
    return RefusedError(400, "wrong_params", "“params” must be an object.", rpc_code=INVALID_PARAMS)


def unknown_session() -> RefusedError:
    hint = "Start over with “initialize”, without a session id."
    return RefusedError(404, "unknown_session", "This session is unknown or has expired.", hint)


def no_session() -> RefusedError:
    return RefusedError(400, "no_session", "There is no session to end.", "Send the “Mcp-Session-Id” header.")


def no_token() -> RefusedError:
    hint = "Send “Authorization: Bearer …” with a token that has the label's scope; /mcp needs none."
    return RefusedError(401, "no_token", "This address is for holders of a token.", hint, www_authenticate="Bearer")


def bad_token(error: ShortlistError) -> RefusedError:
    challenge = 'Bearer error="invalid_token"'
    return RefusedError(401, error.code, error.message, error.hint, www_authenticate=challenge)


def not_in_scope(error: ShortlistError) -> RefusedError:
    challenge = 'Bearer error="insufficient_scope"'
    return RefusedError(403, error.code, error.message, error.hint, www_authenticate=challenge)


def unknown_label(label: str) -> RefusedError:
    hint = "The releases' page in the admin shows the labels."
    return RefusedError(404, "unknown_label", f"No label is named “{label}”.", hint)


def database_away() -> RefusedError:
    message = "The job board's database can't be reached right now."
    return RefusedError(
        503,
        "temporarily_unavailable",
        message,
        "Try again in half a minute.",
        rpc_code=INTERNAL_ERROR,
        retry_after="30",
    )


def busy(seconds: int) -> RefusedError:
    return RefusedError(
        503,
        "busy",
        "The job board is busy.",
        f"Try again in {seconds} seconds.",
        rpc_code=INTERNAL_ERROR,
        retry_after=str(seconds),
    )


def failed() -> RefusedError:
    hint = "Try again once; if it repeats, tell the people who run it."
    return RefusedError(
        500, "internal_error", "Something went wrong on the job board's side.", hint, rpc_code=INTERNAL_ERROR
    )


async def send_refusal(refusal: RefusedError, send: Send, *, request_id: Any = None) -> None:
    """Answers with a JSON-RPC error; `id` is null where the request's is not known (JSON-RPC 2.0, §5)."""
    error: Mapping[str, Any] = {
        "code": refusal.rpc_code,
        "message": str(refusal),
        "data": {"code": refusal.code},
    }
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
