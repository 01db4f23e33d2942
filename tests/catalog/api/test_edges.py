"""What no client should send: it is refused in the one form, wherever it is sent."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from rest_framework.throttling import UserRateThrottle

from catalog.api.parsers import DEEPEST, LARGEST
from catalog.models import Release, Tool
from tests.catalog.api.asking import V1, Asker, error

pytestmark = [pytest.mark.django_db, pytest.mark.promise("API-13")]
DRAFT = "drafts/search_jobs/"
WRITES = [
    ("post", "drafts/"),
    ("patch", DRAFT),
    ("post", f"{DRAFT}reset/"),
    ("put", "instructions/"),
    ("post", "releases/"),
    ("post", "releases/1/approve/"),
    ("put", "labels/live/"),
    ("post", "tools/search_jobs/call/"),
]


def sent(who: Asker, method: str, path: str, body: bytes, kind: str = "application/json") -> Any:
    return who.client.generic(method.upper(), V1 + path, body, content_type=kind, headers={"if-match": '"x"'})


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_a_body_that_is_no_json_of_a_sane_size_is_refused(boss: Asker, method: str, path: str) -> None:
    deep = b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1)
    bodies = {
        b"{": (400, "parse_error"),
        b"\xff": (400, "parse_error"),
        b"[" * 100_000: (400, "parse_error"),
        b'{"a": ' + deep + b"}": (400, "parse_error"),
        b'{"a": NaN}': (400, "parse_error"),
        b'{"a": "\\ud800"}': (400, "parse_error"),
        b'{"a": ' + b"9" * 5_000 + b"}": (400, "parse_error"),
        b"7": (400, "bad_body"),
        b'{"note": 1' + b"0" * 400 + b"}": (400, "bad_body"),
        b'{"a": "' + b"x" * LARGEST + b'"}': (413, "too_large"),
    }
    assert {body: error(sent(boss, method, path, body)) for body in bodies} == bodies


@pytest.mark.parametrize(("method", "path"), [*WRITES, ("post", "import/")])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_another_kind_of_body_is_refused(boss: Asker, method: str, path: str, kind: str) -> None:
    assert error(sent(boss, method, path, b"note=x", kind)) == (415, "unsupported_media_type")


@pytest.mark.parametrize("role", ["nobody", "superuser"])
def test_a_method_that_there_is_not_is_told_to_everybody(asker: Any, role: str, shipped: None) -> None:
    who = asker(role)
    paths = [
        "drafts/",
        DRAFT,
        "releases/",
        "releases/1/",
        "labels/",
        "lint/",
        "export/",
        "import/",
        "tools/search_jobs/call/",
    ]
    for path in paths:
        answer = who.send("delete" if path != DRAFT else "put", path)
        assert error(answer) == (405, "method_not_allowed")
        assert "GET" in answer.headers["Allow"] or "POST" in answer.headers["Allow"]
        assert error(who.send("trace", path)) == (405, "method_not_allowed")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("patch", DRAFT, {"title": "a\x00b"}),
        ("patch", DRAFT, {"parameters": [{"name": "query", "default": {"\x00": 1}}]}),
        ("put", "instructions/", {"text": "\x00"}),
        ("post", "releases/", {"note": "\x00 because it is meant"}),
        ("post", "releases/1/reject/", {"note": "\x00"}),
        ("put", "labels/live/", {"release": 1, "note": "\x00"}),
    ],
)
def test_what_the_database_does_not_hold_is_refused_before_it_is_asked(
    boss: Asker, method: str, path: str, body: dict[str, Any]
) -> None:
    assert error(boss.send(method, path, body, version=boss.version(DRAFT))) == (422, "not_storable")


@pytest.mark.parametrize(
    "path",
    [
        "drafts/%00/",
        "drafts/search_jobs%0A/",
        "labels/%00/",
        "labels/Live/",
        "releases/-1/",
        f"releases/{'9' * 5_000}/",
    ],
)
def test_an_address_that_can_be_none_is_unknown(boss: Asker, path: str) -> None:
    for method in ("get", "put", "patch"):
        assert error(boss.send(method, path, {})) == (404, "not_found")


@pytest.mark.parametrize("number", ["0", "-1", "1e3", "9" * 30, "9" * 5_000, "１"])
def test_a_number_that_is_none_is_named(boss: Asker, number: str) -> None:
    for name in ("limit", "before"):
        refused = boss.get("releases/", **{name: number})
        assert error(refused) == (400, "bad_parameter")
        assert [problem["field"] for problem in refused.json()["error"]["fields"]] == [name]


def test_infinite_numbers_are_no_arguments(boss: Asker) -> None:
    answer = sent(boss, "post", "tools/search_jobs/call/", b'{"arguments": {"pay_min": 1e400, "query": "barista"}}')
    assert error(answer) in [(422, "bad_arguments"), (400, "parse_error")]


def test_huge_settings_are_told_apart_from_wrong_ones(boss: Asker) -> None:
    row = {"name": "limit", "maximum": 10**30}
    answer = boss.send("patch", DRAFT, {"parameters": [row]}, version=boss.version(DRAFT))
    assert error(answer) == (422, "draft_invalid")
    assert Tool.objects.get(name="search_jobs").parameters.get(name="limit").maximum != 10**30


def test_whoever_is_signed_in_is_throttled_too(boss: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UserRateThrottle, "THROTTLE_RATES", {"user": "2/min"})
    cache.clear()
    statuses = [boss.get("labels/").status_code for _ in range(3)]
    cache.clear()
    assert statuses == [200, 200, 429]


def test_an_empty_body_is_an_empty_object_where_nothing_must_be_said(boss: Asker) -> None:
    Tool.objects.filter(name="search_jobs").update(title="Find")
    assert boss.send("post", "releases/").status_code == 201
    assert Release.objects.count() == 2
    assert json.loads(boss.send("put", "labels/live/").content)["error"]["fields"] == [
        {"field": "release", "problem": "is missing."}
    ]


def test_a_database_that_is_away_is_told_as_such(boss: Asker) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("the connection is closed")

    with connection.execute_wrapper(away):
        answer = Asker(Client(), {}).get("listings/", q="barista")
    assert error(answer) == (503, "temporarily_unavailable")
    assert "connection" not in answer.content.decode()
