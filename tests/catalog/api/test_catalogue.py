"""GET /api/v1/tools/, the schema and its page, and what every operation has in common."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.throttling import AnonRateThrottle

from catalog.models import Tool
from catalog.tools.compile import compile_content
from catalog.tools.labels import live_release
from catalog.tools.publish import publish_drafts
from catalog.tools.shipped import load_shipped, shipped_content

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
def test_without_a_release_it_says_what_to_do(client: Client) -> None:
    answer = client.get("/api/v1/tools/")
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "no_release"


@pytest.mark.promise("API-5")
def test_the_schema_names_every_operation(client: Client) -> None:
    schema = client.get("/api/schema/?format=json").json()
    assert set(schema["paths"]) == {"/api/v1/listings/", "/api/v1/listings/{public_id}/", "/api/v1/tools/"}
    names = [parameter["name"] for parameter in schema["paths"]["/api/v1/listings/"]["get"]["parameters"]]
    assert set(names) == {"q", "location", "workplace", "sort", "limit", "cursor"}


@pytest.mark.promise("API-5")
def test_the_page_shows_operations_parameters_and_shapes(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    for words in ("GET /api/v1/listings/", "onsite | hybrid | remote", "ListingPage", "AnswerError"):
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
@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("post", "/api/v1/listings/", 405, "method_not_allowed"),
        ("get", "/api/v1/nothing/", 404, "not_found"),
        ("get", "/api/v1/listings/12/", 404, "listing_unknown"),
    ],
)
def test_every_error_has_the_one_form(client: Client, method: str, path: str, status: int, code: str) -> None:
    answer = getattr(client, method)(path)
    assert answer.status_code == status
    assert answer.json()["error"]["code"] == code
    assert set(answer.json()["error"]) == {"code", "message", "hint", "fields"}
