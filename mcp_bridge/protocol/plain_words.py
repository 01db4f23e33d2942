"""Middleware: the one place where what goes wrong behind the protocol becomes one of its errors, in plain words."""

import logging
from typing import Any

from mcp.server.context import CallNext, HandlerResult
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR
from pydantic import ValidationError

from catalog.errors import ShortlistError
from mcp_bridge.errors import UnknownToolError
from mcp_bridge.protocol.callers import Context, is_modern
from mcp_bridge.protocol.refusals import protocol_error

MOST = 8  # problems that are named
LONGEST = 80  # characters of a field's path, which the client wrote
NO_FIELDS = {"params", "str", "int"}  # the object itself, and the kinds that a value may have
KINDS = {
    "missing": "is missing",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
}

logger = logging.getLogger(__name__)


async def in_plain_words(ctx: Context, call_next: CallNext) -> HandlerResult:
    """The SDK would tell a 2025 client an unexpected exception's own text, and nobody which parameter is wrong."""
    try:
        return await call_next(ctx)
    except Exception as error:  # noqa: BLE001 - the edge: nothing internal may reach a client
        raise plain_error(error, ctx.method, is_modern=is_modern(ctx)) from None


def plain_error(error: Exception, method: str, *, is_modern: bool) -> MCPError:
    """The protocol's error for whatever was raised behind it; what nobody expected is logged, and told to nobody."""
    match error:
        case MCPError():
            return error
        case UnknownToolError():
            return protocol_error(error.code, is_modern=is_modern, name=error.name, known=error.known)
        case ShortlistError():
            return MCPError(INTERNAL_ERROR, str(error), {"code": error.code})
        case ValidationError() if _is_about_params(error):
            return _wrong_params(error, method, is_modern=is_modern)
    logger.error("%s failed", method[:64], exc_info=error)
    return protocol_error("internal_error", is_modern=is_modern)


def _is_about_params(error: ValidationError) -> bool:
    """What a client sent, and no value of ours: the SDK's models of it are named so."""
    return error.title.endswith(("Request", "RequestParams"))


def _wrong_params(error: ValidationError, method: str, *, is_modern: bool) -> MCPError:
    found = dict(map(_problem, error.errors(include_url=False, include_input=False)))
    fields = [{"field": name, "problem": problem} for name, problem in list(found.items())[:MOST]]
    problems = "; ".join(f"{item['field']} {item['problem']}" for item in fields)
    data = {"code": "wrong_params", "fields": fields}
    return protocol_error("wrong_params", is_modern=is_modern, data=data, method=method, problems=problems)


def _problem(error: Any) -> tuple[str, str]:
    """The field's path and what is wrong; of several kinds that a value may have, the last speaks for all."""
    path = ".".join(str(part) for part in error["loc"] if part not in NO_FIELDS) or "params"
    return path[:LONGEST], KINDS.get(error["type"], "does not have the right form")
