"""Frames that are wrong, by the thousand: twenty classes, each spoiling sound requests in one way. The same in every run."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.mcp_bridge.protocol.web import JSON, META, modern, request

EACH = 50
TEXTS = [
    "",
    "\x00",
    "\ud800",
    "\u202eabc",
    "😀" * 40,
    "a" * 5000,
    "../../etc/passwd",
    "%s%n",
    "{0.__class__}",
    "' OR 1=1 --",
    "ui://",
]
VALUES: list[Any] = [None, True, False, 0, -1, 2**70, 1.5, "", "x", [], [[]], {}, {"a": {"b": []}}, [None], "\x00"]
METHODS = ["initialize", "tools/list", "tools/call", "resources/list", "resources/read", "server/discover", "ping"]
CALL = {"name": "search_jobs", "arguments": {"query": "barista", "locations": ["Austin, TX"], "limit": 3}}


@dataclass
class Frame:
    """One request, ready to be sent."""

    message: Any
    headers: dict[str, str]
    body: bytes | None = None
    verb: str = "POST"

    @property
    def content(self) -> bytes:
        return json.dumps(self.message).encode() if self.body is None else self.body


Spoil = Callable[[Frame, random.Random], None]


def frames() -> Iterator[tuple[str, Frame]]:
    """(class, frame): EACH of every class, half of them of either era."""
    for spoil in CLASSES:
        dice = random.Random(spoil.__name__)  # noqa: S311 - the same in every run
        for number in range(EACH):
            frame = sound_call(era="modern" if number % 2 else "legacy")
            spoil(frame, dice)
            yield spoil.__name__, frame


def sound_call(*, era: str) -> Frame:
    message, headers = modern("tools/call", CALL) if era == "modern" else (request("tools/call", CALL), {})
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return Frame(json.loads(json.dumps(message)), JSON | given)


def cut_off(frame: Frame, dice: random.Random) -> None:
    frame.body = frame.content[: dice.randrange(len(frame.content))]


def bytes_changed(frame: Frame, dice: random.Random) -> None:
    body = bytearray(frame.content)
    for _ in range(dice.randint(1, 4)):
        body[dice.randrange(len(body))] = dice.randrange(256)
    frame.body = bytes(body)


def noise(frame: Frame, dice: random.Random) -> None:
    frame.body = dice.randbytes(dice.randrange(400))


def other_encodings(frame: Frame, dice: random.Random) -> None:
    text = json.dumps(frame.message).replace("barista", "Köchin")
    frame.body = text.encode(dice.choice(["utf-16", "utf-32", "utf-8-sig", "cp500", "utf-7"]))


def too_deep(frame: Frame, dice: random.Random) -> None:
    opening, closing = dice.choice([("[", "]"), ('{"a":', "}")])
    levels = dice.choice([30, 33, 100, 5000])
    deep = opening * levels + "1" + closing * levels
    frame.body = frame.content.replace(b'"barista"', deep.encode())


def too_large(frame: Frame, dice: random.Random) -> None:
    frame.message["params"]["arguments"]["query"] = "x" * (256 * 1024 + dice.randrange(1000))


def odd_numbers(frame: Frame, dice: random.Random) -> None:
    number = dice.choice(["1e999", "-1e999", "9" * 5000, "NaN", "Infinity", "01", "1.", "0x10", "-0", "1e-400"])
    frame.body = frame.content.replace(b'"limit": 3', b'"limit": ' + number.encode())


def keys_twice(frame: Frame, dice: random.Random) -> None:
    key = dice.choice(["method", "id", "params", "jsonrpc"])
    frame.body = frame.content[:-1] + f', "{key}": {json.dumps(dice.choice(VALUES))}}}'.encode()


def batches(frame: Frame, dice: random.Random) -> None:
    frame.message = [frame.message] * dice.randrange(5)


def other_json_rpc(frame: Frame, dice: random.Random) -> None:
    frame.message["jsonrpc"] = dice.choice([*VALUES, "1.0", "2", "2.00"])


def ids_of_other_kinds(frame: Frame, dice: random.Random) -> None:
    frame.message["id"] = dice.choice([*VALUES, *TEXTS])


def methods_of_other_kinds(frame: Frame, dice: random.Random) -> None:
    frame.message["method"] = dice.choice([*VALUES, *TEXTS, *METHODS])


def params_of_other_kinds(frame: Frame, dice: random.Random) -> None:
    frame.message["method"] = frame.headers["mcp-method"] = dice.choice(METHODS)
    frame.message["params"] = dice.choice(VALUES)


def members_left_out(frame: Frame, dice: random.Random) -> None:
    for member in dice.sample(sorted(frame.message), dice.randint(1, 3)):
        del frame.message[member]


def tools_and_addresses(frame: Frame, dice: random.Random) -> None:
    name = dice.choice(TEXTS)
    frame.message["method"], key = dice.choice([("tools/call", "name"), ("resources/read", "uri")])
    frame.message["params"][key] = name
    frame.headers |= {"mcp-method": frame.message["method"], "mcp-name": printable(name)}


def arguments_of_other_kinds(frame: Frame, dice: random.Random) -> None:
    if dice.random() < 0.2:
        frame.message["params"]["arguments"] = dice.choice(VALUES)
        return
    fields = ["query", "locations", "limit", "sort", "cursor", "shortlist", "pay_min", "radius_km", "nope", ""]
    frame.message["params"]["arguments"] = {
        field: dice.choice([*VALUES, *TEXTS]) for field in dice.sample(fields, dice.randint(1, 5))
    }


def meta_of_other_kinds(frame: Frame, dice: random.Random) -> None:
    names = [
        f"{META}/protocolVersion",
        f"{META}/clientCapabilities",
        f"{META}/clientInfo",
        "progressToken",
        "openai/session",
    ]
    spoiled = {dice.choice(names): dice.choice(VALUES) for _ in range(3)}
    frame.message["params"]["_meta"] = dice.choice(
        [spoiled, {**frame.message["params"].get("_meta", {}), **spoiled}, *VALUES]
    )


def headers_that_disagree(frame: Frame, dice: random.Random) -> None:
    odd = ["", "x y", "x", "tools/list", "2026-07-28", "2025-11-25", "1999-01-01", "=?base64?!?=", "a" * 4000, "é"]
    for name in dice.sample(["mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id"], 2):
        frame.headers[name] = dice.choice(odd)


def labelled_as_something_else(frame: Frame, dice: random.Random) -> None:
    kinds = [
        "",
        "text/plain",
        "application/xml",
        "application/json;charset=utf-16",
        "multipart/form-data",
        "*/*",
        ";",
        "json",
    ]
    frame.headers[dice.choice(["content-type", "accept", "content-encoding"])] = dice.choice(kinds)


def other_verbs(frame: Frame, dice: random.Random) -> None:
    frame.verb = dice.choice(["PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "get"])
    frame.headers["accept"] = "application/json"


def printable(text: str) -> str:
    return "".join(character for character in text if " " <= character <= "~")


CLASSES: list[Spoil] = [
    cut_off,
    bytes_changed,
    noise,
    other_encodings,
    too_deep,
    too_large,
    odd_numbers,
    keys_twice,
    batches,
    other_json_rpc,
    ids_of_other_kinds,
    methods_of_other_kinds,
    params_of_other_kinds,
    members_left_out,
    tools_and_addresses,
    arguments_of_other_kinds,
    meta_of_other_kinds,
    headers_that_disagree,
    labelled_as_something_else,
    other_verbs,
]
