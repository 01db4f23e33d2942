"""GET /api/v1/tools/, the schema and its page, and what every operation has in common."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries
from rest_framework.throttling import AnonRateThrottle

from catalog.api import listings
from catalog.api import urls as api
from catalog.models import ReleaseLabel, Tool
from catalog.tools.compile import compile_content
from catalog.tools.labels import LIVE, live_release
from catalog.tools.publish import publish_drafts
from catalog.tools.shipped import load_shipped, shipped_content
from mcp_bridge.protocol import urls as mcp

pytestmark = pytest.mark.django_db


@pytest.fixture
def _narrow_throttle(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "2/min"})
    cache.clear()
    yield
    cache.clear()


@pytest.mark.promise("API-3")
def test_tools_are_those_of_the_live_release_and_not_the_drafts(client: Client) -> None:
    load_shipped()
    Tool.objects.filter(name="search_jobs").update(title="Changed")
    before = client.get("/api/v1/tools/").json()
    assert before["release"] == 1
    shipped = compile_content(shipped_content()).tools
    assert [(tool["name"], tool["kind"]) for tool in before["tools"]] == [
        (tool.name, tool.handler.kind) for tool in shipped
    ]
    assert before["tools"][0]["title"] == "Search jobs"
    assert before["tools"][0]["input_schema"]["properties"]["query"]["maxLength"] == 120
    publish_drafts(author=None, note="")
    after = client.get("/api/v1/tools/").json()
    release = live_release()
    assert release is not None
    assert (after["release"], after["sha256"]) == (2, release.sha256)
    assert after["tools"][0]["title"] == "Changed"


@pytest.mark.promise("API-3")
def test_a_release_is_read_and_compiled_once_and_dated_by_when_it_went_live(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    load_shipped()
    moved_at = timezone.now() - timedelta(days=1)
    ReleaseLabel.objects.filter(name=LIVE).update(moved_at=moved_at)
    assert client.get("/api/v1/tools/").json()["published_at"] == moved_at.isoformat().replace("+00:00", "Z")
    with django_assert_num_queries(1):
        assert client.get("/api/v1/tools/").json()["release"] == 1


@pytest.mark.promise("API-3")
def test_without_a_release_it_says_what_to_do(client: Client) -> None:
    answer = client.get("/api/v1/tools/")
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "no_release"


@pytest.mark.promise("API-5")
def test_the_schema_names_every_operation(client: Client) -> None:
    schema = client.get("/api/schema/?format=json").json()
    routes = [f"/api/{pattern.pattern}" for pattern in api.urlpatterns] + [
        str(pattern.pattern) for pattern in mcp.urlpatterns
    ]
    named = {re.sub(r"<\w+:(\w+)>", r"{\1}", f"/{route.lstrip('/')}") for route in routes if "api/v1/" in route}
    assert set(schema["paths"]) == named
    names = [parameter["name"] for parameter in schema["paths"]["/api/v1/listings/"]["get"]["parameters"]]
    assert set(names) == {"q", "location", "workplace", "sort", "limit", "cursor"}


@pytest.mark.promise("API-5")
def test_the_page_shows_operations_parameters_and_shapes(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    shown = ["GET /api/v1/listings/", "onsite | hybrid | remote", "ListingPage", "AnswerError"]
    for words in [*shown, "PATCH /api/v1/drafts/{name}/", 'Body: <a href="#PatchedDraftChange">', "If-Match"]:
        assert words in page
    assert "<script" not in page


@pytest.mark.promise("API-6")
@pytest.mark.usefixtures("_narrow_throttle")
def test_strangers_are_throttled_in_plain_words(client: Client) -> None:
    statuses = [client.get("/api/v1/listings/").status_code for _ in range(2)]
    answer = client.get("/api/v1/listings/")
    assert (statuses, answer.status_code) == ([200, 200], 429)
    assert answer.json()["error"]["code"] == "too_many_requests"
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.promise("API-6")
@pytest.mark.usefixtures("_narrow_throttle")
def test_a_stranger_is_known_by_what_the_proxy_saw_whatever_they_write_before_it(client: Client) -> None:
    def ask(forwarded_for: str, peer: str = "10.0.0.2") -> int:
        headers = {"x-forwarded-for": forwarded_for}
        return client.get("/api/v1/listings/", headers=headers, REMOTE_ADDR=peer).status_code

    assert [ask(f"{made_up}, 8.8.8.8") for made_up in ("1.1.1.1", "2.2.2.2", "3.3.3.3")] == [200, 200, 429]
    assert ask("1.1.1.1, 9.9.9.9") == 200  # somebody else behind the same proxy
    assert [ask("4.4.4.4", peer="8.8.4.4"), ask("5.5.5.5", peer="8.8.4.4"), ask("", peer="8.8.4.4")] == [200, 200, 429]


@pytest.mark.promise("API-6")
@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("post", "/api/v1/listings/", 405, "method_not_allowed"),
        ("get", "/api/v1/nothing/", 404, "not_found"),
        ("get", "/api/v1/listings/12/", 404, "listing_unknown"),
        ("get", "/api/v1/listings/%00/", 404, "listing_unknown"),
        ("get", "/api/%0a/", 404, "not_found"),
        ("get", "/api/", 404, "not_found"),
    ],
)
def test_every_error_has_the_one_form(client: Client, method: str, path: str, status: int, code: str) -> None:
    answer = getattr(client, method)(path)
    assert answer.status_code == status
    assert answer.json()["error"]["code"] == code
    assert set(answer.json()["error"]) == {"code", "message", "hint", "fields"}


@pytest.mark.promise("API-6")
def test_what_nobody_foresaw_has_the_one_form_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(listings, "search")
    client.raise_request_exception = False
    answer = client.get("/api/v1/listings/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal_error")
    assert "search" not in answer.content.decode()


def test_pages_beside_the_api_keep_their_own_form(client: Client) -> None:
    answer = client.get("/nothing/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
