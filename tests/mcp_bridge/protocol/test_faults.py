"""Each row of the table of faults, over the wire: the status, the code and the words that it promises."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from catalog.models import ApiToken
from catalog.tools.tokens import make_token
from mcp_bridge.protocol.fault import Answer, Fault
from mcp_bridge.protocol.faults import EDGE, PROTOCOL, RESULT
from mcp_bridge.protocol.faults_page import PAGE, with_tables
from tests.mcp_bridge.protocol.web import JSON, META, Web, modern
from tests.mcp_bridge.protocol.web import request as plain

ERAS = ("legacy", "modern")
KINDS: Mapping[str, Mapping[str, Fault]] = {"edge": EDGE, "protocol": PROTOCOL, "result": RESULT}
DEEP = json.loads("[" * 40 + "]" * 40)


@dataclass(frozen=True)
class Probe:
    """A request that is wrong in one way; `spoil` changes the sound one's message."""

    method: str = "tools/list"
    params: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    verb: str = "POST"
    path: str = "/mcp"
    body: bytes | None = None
    spoil: Callable[[dict[str, Any]], object] = id

    def sent(self, url: str, era: str) -> httpx2.Response:
        with httpx2.Client(timeout=30) as http:
            return http.send(self.request(url, era))

    def request(self, url: str, era: str) -> httpx2.Request:
        message, headers = (
            modern(self.method, self.params) if era == "modern" else (plain(self.method, self.params), {})
        )
        self.spoil(message)
        given = JSON | {name.replace("_", "-"): value for name, value in headers.items()} | self.headers
        body = json.dumps(message).encode() if self.body is None else self.body
        return httpx2.Request(self.verb, url + self.path, content=body, headers=given)


def call(tool: str, **arguments: Any) -> Probe:
    return Probe("tools/call", {"name": tool, "arguments": arguments})


def bearing(**headers: str) -> Probe:
    return Probe(headers={name.replace("_", "-"): value for name, value in headers.items()})


PROBES: dict[tuple[str, str], Probe] = {
    ("edge", "unknown_host"): bearing(host="evil.example"),
    ("edge", "foreign_origin"): bearing(origin="https://evil.example"),
    ("edge", "no_token"): Probe(path="/mcp/candidate/"),
    ("edge", "bad_token"): Probe(path="/mcp/candidate/", headers={"authorization": "Bearer sl_nothing"}),
    ("edge", "wrong_method"): Probe(verb="PUT"),
    ("edge", "no_stream"): Probe(verb="GET", headers={"accept": "application/json"}),
    ("edge", "not_acceptable"): bearing(accept="text/html"),
    ("edge", "not_labelled_json"): bearing(content_type="text/plain"),
    ("edge", "too_large"): Probe(body=b" " * (256 * 1024 + 1)),
    ("edge", "not_json"): Probe(body=b"{"),
    ("edge", "too_deep"): Probe(params={"deep": DEEP}),
    ("edge", "not_a_message"): Probe(body=b"[]"),
    ("edge", "wrong_params"): Probe(spoil=lambda message: message.update(params=[])),
    ("edge", "unknown_version"): Probe(
        headers={"mcp-protocol-version": "1999-01-01"}, spoil=lambda message: message["params"].pop("_meta", None)
    ),
    ("edge", "unknown_session"): bearing(mcp_session_id="not ours"),
    ("edge", "no_session"): Probe(verb="DELETE"),
    ("protocol", "unknown_method"): Probe("tools/explode"),
    ("protocol", "wrong_version"): Probe(
        headers={"mcp-protocol-version": "2099-01-01"},
        spoil=lambda message: message["params"]["_meta"].update({f"{META}/protocolVersion": "2099-01-01"}),
    ),
    ("protocol", "header_mismatch"): bearing(mcp_method="tools/call"),
    ("protocol", "missing_envelope"): Probe(spoil=lambda message: message["params"].pop("_meta")),
    ("protocol", "wrong_params"): Probe("tools/call", {"name": "search_jobs", "arguments": ["barista"]}),
    ("protocol", "unknown_tool"): call("find_jobs"),
    ("protocol", "unknown_resource"): Probe("resources/read", {"uri": "ui://shortlist/nothing@000000000000.html"}),
    ("protocol", "expired_cursor"): Probe(params={"cursor": "of yesterday"}),
    ("result", "bad_arguments"): call("search_jobs", query=3, limit="many", radius=1),
    ("result", "bad_cursor"): call("search_jobs", query="barista", cursor="of yesterday"),
    ("result", "shortlist_unknown"): call("get_shortlist", shortlist="of yesterday"),
    ("result", "unknown_id"): call("get_job_details", ids=["0000000000"]),
}


def answer_in(era: str, fault: Fault) -> Answer | None:
    return fault.legacy if era == "legacy" else fault.modern


def happening(kind: str, code: str) -> list[str]:
    return [era for era in ERAS if answer_in(era, KINDS[kind][code])]


def check(kind: str, code: str, era: str, response: httpx2.Response) -> None:
    """The response is what the table says, whatever fills its {names}."""
    fault, body = KINDS[kind][code], response.json()
    assert body["jsonrpc"] == "2.0"
    if kind == "result":
        error = body["result"]["structuredContent"]["error"]
        assert (response.status_code, error["code"], body["result"]["isError"]) == (200, code, True)
        assert json.loads(body["result"]["content"][0]["text"]) == body["result"]["structuredContent"]
        said = f"{error['message']} {error.get('hint', '')}".strip()
    else:
        error = body["error"]
        assert Answer(response.status_code, error["code"]) == answer_in(era, fault)
        said = error["message"]
    assert re.fullmatch(pattern_of(fault), said, re.DOTALL), said
    for name, value in fault.headers.items():
        assert re.fullmatch(as_pattern(value), response.headers[name])


def pattern_of(fault: Fault) -> str:
    return as_pattern(f"{fault.message} {fault.hint}".strip())


def as_pattern(template: str) -> str:
    return re.sub(r"\\\{\w+\\\}", ".*", re.escape(template))


@pytest.mark.parametrize(
    ("kind", "code", "era"), [(kind, code, era) for kind, code in PROBES for era in happening(kind, code)]
)
@pytest.mark.promise("FAULT-1")
def test_the_wire_says_what_the_table_says(web: Web, kind: str, code: str, era: str) -> None:
    check(kind, code, era, PROBES[kind, code].sent(web.url, era))


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.promise("FAULT-1")
def test_a_token_for_something_else_and_a_label_that_is_not_there(web: Web, rows: None, era: str) -> None:
    def sent(scope: str) -> httpx2.Response:
        secret = make_token(name="a test", scopes=[scope], user=None).secret
        return Probe(path="/mcp/nothing/", headers={"authorization": f"Bearer {secret}"}).sent(web.url, era)

    check("edge", "not_in_scope", era, sent("read:drafts"))
    check("edge", "unknown_label", era, sent("label:nothing"))
    assert ApiToken.objects.count() >= 2


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.promise("FAULT-1")
def test_the_third_identical_call(web: Web, era: str) -> None:
    first = call("search_jobs", query="barista").sent(web.url, era).json()["result"]["structuredContent"]
    again = call("search_jobs", query="nurse", shortlist=first["output"]["shortlist"])
    check("result", "repeated", era, [again.sent(web.url, era) for _ in range(3)][-1])


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.promise("FAULT-2")
def test_bad_arguments_are_told_all_at_once_by_field_and_without_a_librarys_words(web: Web, era: str) -> None:
    error = PROBES["result", "bad_arguments"].sent(web.url, era).json()["result"]["structuredContent"]["error"]
    assert [item["field"] for item in error["fields"]] == ["radius", "limit", "query"]
    assert not re.search(
        r"pydantic|jsonschema|is not of type|validation|input_value|\bdict\b|\bstr\b", json.dumps(error)
    )


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.promise("FAULT-2")
def test_wrong_parameters_of_a_method_are_told_all_at_once(web: Web, era: str) -> None:
    error = Probe("tools/call", {"name": 7, "arguments": ["barista"]}).sent(web.url, "legacy").json()["error"]
    assert error["data"]["fields"] == [
        {"field": "arguments", "problem": "must be an object"},
        {"field": "name", "problem": "must be text"},
    ]


@pytest.mark.promise("FAULT-3")
def test_the_page_of_errors_is_made_from_the_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_tables(page)
