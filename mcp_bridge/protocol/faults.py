"""Every way in which the endpoint says no: one table, which the edge answers from and docs/errors.md is made of.

Three kinds. EDGE: turned away before the protocol sees it. PROTOCOL: a JSON-RPC error, for what the client's program did.
RESULT: a tool's result with `isError`, for what the model can mend."""

from collections.abc import Mapping

from mcp_types import (
    HEADER_MISMATCH,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    UNSUPPORTED_PROTOCOL_VERSION,
)

from mcp_bridge import errors
from mcp_bridge.protocol.fault import Answer, Fault, edge, modern, protocol, result

RESOURCE_NOT_FOUND = -32002  # until 2025-11-25; later revisions say -32602
METHODS = "POST, GET, DELETE, OPTIONS"
BY_POST = "Send JSON-RPC messages by POST; /connect/ shows how to connect a client."
LABELLED = "Send “Content-Type: application/json”."
BUSY, FAILED = "The job board is busy.", "Something went wrong on the job board's side."
AGAIN = "Try again once; if it repeats, tell the people who run it."
AWAY, NOTHING = errors.database_away(), errors.no_release()

EDGE: Mapping[str, Fault] = {
    "unknown_host": edge(
        "the `Host` is none of ours",
        "This server doesn't answer under that host name.",
        "Use the address in PUBLIC_URL, or add the name to ALLOWED_HOSTS.",
        status=421,
    ),
    "foreign_origin": edge(
        "a browser page that is not ours asks",
        "Pages of that origin may not call this server.",
        "Connect from the board's own pages or from a client that is not a web page.",
        status=403,
    ),
    "no_token": edge(
        "another label than `live`, without a token",
        "This address is for holders of a token.",
        "Send “Authorization: Bearer …” with a token that has the label's scope; /mcp needs none.",
        status=401,
        www_authenticate="Bearer",
    ),
    "bad_token": edge(
        "… with a token that is unknown, expired or revoked",
        "The token is unknown, has expired or was revoked.",
        "Ask for a new one.",
        status=401,
        www_authenticate='Bearer error="invalid_token"',
    ),
    "not_in_scope": edge(
        "… with a token for something else",
        "The token doesn't have the scope “label:{label}”.",
        "Ask for one that has it.",
        status=403,
        www_authenticate='Bearer error="insufficient_scope"',
    ),
    "unknown_label": edge(
        "a label that isn't there",
        "No label is named “{label}”.",
        "The releases' page in the admin shows the labels.",
        status=404,
    ),
    "wrong_method": edge("PUT, HEAD and the like", "This is an MCP endpoint.", BY_POST, status=405, allow=METHODS),
    "no_stream": edge(
        "GET by a 2026 client, or without `text/event-stream`",
        "There is no event stream to read here.",
        BY_POST,
        status=405,
        allow="POST, DELETE, OPTIONS",
    ),
    "not_acceptable": edge(
        "`Accept` leaves out what the answer is",
        "This request doesn't accept what the answer would be.",
        "Send “Accept: application/json, text/event-stream”.",
        status=406,
    ),
    "not_labelled_json": edge(
        "`Content-Type` is something else", "The body is not labelled as JSON.", LABELLED, status=415
    ),
    "too_large": edge(
        "the body is larger than 256 KiB",
        "The message is larger than {limit} KiB.",
        "Send less at once.",
        status=413,
        connection="close",
    ),
    "too_slow": edge(
        "the body doesn't arrive within 10 seconds",
        "The message did not arrive within {seconds} seconds.",
        "Send it again, without a break.",
        status=408,
        connection="close",
    ),
    "not_json": edge("the body is no JSON", "The message is not valid JSON.", status=400, rpc=PARSE_ERROR),
    "too_deep": edge(
        "the body is nested deeper than 32 levels",
        "The message is nested deeper than {limit} levels.",
        status=400,
        rpc=PARSE_ERROR,
    ),
    "not_a_message": edge(
        "the body is JSON, but no message of JSON-RPC 2.0, or a batch of them",
        "The body is not a JSON-RPC message.",
        "Send one JSON-RPC 2.0 object with “method” and, for a request, “id”; batches are not supported.",
        status=400,
    ),
    "wrong_params": edge(
        "`params` is a list or a single value", "“params” must be an object.", status=400, rpc=INVALID_PARAMS
    ),
    "unknown_version": edge(
        "`MCP-Protocol-Version` names none that is spoken here, in a request of the older form",
        "This protocol version is not spoken here.",
        "Use one of those in “supported”.",
        status=400,
        rpc=UNSUPPORTED_PROTOCOL_VERSION,
    ),
    "unknown_session": Fault(
        "a session id that is older than a day, or not ours",
        "This session is unknown or has expired.",
        "Start over with “initialize”, without a session id.",
        legacy=Answer(404, INVALID_REQUEST),
    ),
    "no_session": Fault(
        "DELETE without a session id",
        "There is no session to end.",
        "Send the “Mcp-Session-Id” header.",
        legacy=Answer(400, INVALID_REQUEST),
    ),
    "too_many_streams": edge(
        "the server, the address or the session has its share of open streams",
        "Too many event streams are open.",
        "Close one, or go on without: calls need no stream.",
        status=503,
        rpc=INTERNAL_ERROR,
        retry_after="60",
    ),
    "busy": edge(
        "256 messages are being answered",
        BUSY,
        "Try again in {seconds} seconds.",
        status=503,
        rpc=INTERNAL_ERROR,
        retry_after="{seconds}",
    ),
    "temporarily_unavailable": edge(
        "a label's token can't be checked, because the database is away",
        AWAY.message,
        AWAY.hint,
        status=503,
        rpc=INTERNAL_ERROR,
        retry_after="30",
    ),
    "internal_error": edge(
        "anything that nobody thought of",
        FAILED,
        AGAIN,
        status=500,
        rpc=INTERNAL_ERROR,
    ),
}

PROTOCOL: Mapping[str, Fault] = {
    "unknown_method": protocol("a method that isn't there", "Method not found", rpc=METHOD_NOT_FOUND, status=404),
    "wrong_version": modern(
        "a version that is not spoken here; `error.data.supported` names those that are",
        "Unsupported protocol version",
        rpc=UNSUPPORTED_PROTOCOL_VERSION,
    ),
    "header_mismatch": modern(
        "`MCP-Protocol-Version`, `Mcp-Method` or `Mcp-Name` is missing or says something else than the body",
        "{header} header does not match {what}",
        rpc=HEADER_MISMATCH,
    ),
    "missing_envelope": modern(
        "`params._meta` leaves out the protocol version or the client's capabilities",
        "params._meta {what}",
        rpc=INVALID_PARAMS,
    ),
    "wrong_params": protocol(
        "parameters of a method that don't fit it; `error.data.fields` names them all",
        "{method} can't use these parameters: {problems}.",
        rpc=INVALID_PARAMS,
    ),
    "unknown_tool": protocol(
        "a tool that isn't in the release, under any name that it ever had",
        "Unknown tool: {name}.",
        "Known tools: {known}.",
        rpc=INVALID_PARAMS,
    ),
    "out_of_order": protocol(
        "a tool of the release that the code, changed since, no longer fits",
        "The tool {name} is out of order for now.",
        "Tools that work: {known}.",
        rpc=INVALID_PARAMS,
    ),
    "unknown_resource": protocol(
        "an address of no widget",
        "Resource not found: resources/list names those there are.",
        rpc=INVALID_PARAMS,
        legacy=RESOURCE_NOT_FOUND,
    ),
    "expired_cursor": protocol(
        "a cursor for a list: each list has one page",
        "This cursor is unknown or has expired.",
        "Call again without it: the list has one page.",
        rpc=INVALID_PARAMS,
    ),
    "no_release": protocol(
        "a resource, while nothing has been published",
        NOTHING.message,
        NOTHING.hint,
        rpc=INTERNAL_ERROR,
        status=200,
    ),
    "temporarily_unavailable": protocol(
        "a list that this process has never read, while the database is away; one that it has read is served from memory",
        AWAY.message,
        AWAY.hint,
        rpc=INTERNAL_ERROR,
        status=200,
    ),
    "internal_error": protocol("anything that nobody thought of", FAILED, AGAIN, rpc=INTERNAL_ERROR, status=200),
}

RESULT: Mapping[str, Fault] = {
    "bad_arguments": result(
        "arguments that don't fit the tool; `error.fields` names them all",
        "{tool} can't use these arguments: {problems}.",
        "Correct them and call again.",
    ),
    "bad_cursor": result(
        "a cursor that is incomplete, or of another search",
        "This cursor belongs to another search, or is incomplete.",
        "Call again without it, or with the same filters that it came from.",
    ),
    "shortlist_unknown": result(
        "a handle that is older than it may be, or of somebody else",
        "This `shortlist` is not known here, or has expired.",
        "Leave `shortlist` out: the next search begins a new one.",
    ),
    "unknown_id": result("a job that never was", "No job has the id {ids}.", "{hint}"),
    "repeated": result(
        "the third identical call of a model within a minute",
        "This is the same call for the third time within a minute.{earlier}",
        "Go on with that result, change the arguments, or tell the user what was found.",
    ),
    "took_too_long": result(
        "no answer after ten seconds",
        "There was no answer within {seconds} seconds.",
        "Try again once, with fewer places or a narrower search.",
    ),
    "temporarily_unavailable": result("the database is away", AWAY.message, AWAY.hint),
    "busy": result("too many calls wait for a thread", BUSY, "Try again in {seconds} seconds."),
    "no_release": result("nothing has been published", NOTHING.message, NOTHING.hint),
    "internal_error": result("anything that nobody thought of", FAILED, errors.internal().hint),
}
