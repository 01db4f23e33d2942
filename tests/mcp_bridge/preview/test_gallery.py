import json
import re
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from catalog.listings.ids import is_well_formed
from catalog.models import Tool, ToolDirection
from config.env import BASE_DIR
from mcp_bridge.models import Shortlist
from mcp_bridge.preview.gallery import drawn
from mcp_bridge.preview.sample_jobs import DETAILS
from mcp_bridge.preview.states import STATES, State, find_state
from mcp_bridge.shortlists.log import call_log
from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing

EVERY = [pytest.param(widget, state, id=f"{widget}-{state.slug}") for widget in STATES for state in STATES[widget]]


class Words(HTMLParser):
    """Gathers what a reader sees."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.tags: set[str] = set()
        self.feed(markup)

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.seen.append(" ".join(data.split()))


@pytest.mark.promise("WEB-6")
def test_visitors_of_the_gallery_leave_no_conversations_and_no_calls(client: Client, board: None) -> None:
    make_listing()
    for path in ("/preview/", "/preview/", "/preview/states/render_jobs/board/"):
        assert client.get(path).status_code == 200
    assert (call_log.flush(), Shortlist.objects.count()) == (0, 0)


@pytest.mark.promise("WEB-6")
@pytest.mark.parametrize("widget", STATES)
def test_the_gallery_has_every_state_beside_the_json_that_a_model_gets(
    client: Client, board: None, widget: str
) -> None:
    listing = make_listing(title="Lead Barista")

    page = client.get(f"/preview/?widget={widget}")

    specimens = page.context["specimens"]
    own = [item.state.slug for item in specimens if item.state.slug == "board"]
    assert own == (["board"] if widget in snapshots.current().tools_by_handler else [])
    assert [item.state for item in specimens[len(own) :]] == [*STATES[widget]]
    for item in specimens:
        assert f"/preview/states/{widget}/{item.state.slug}/?theme=light" in page.content.decode()
        assert not item.result or json.loads(item.text) == json.loads(item.result.text)
    if own:
        assert specimens[0].result.structured["output"]["jobs"][0]["id"] == listing.public_id


@pytest.mark.promise("WEB-6")
@pytest.mark.parametrize(("widget", "state"), EVERY)
def test_each_state_draws_nothing_but_its_own_words(widget: str, state: State, board: None) -> None:
    result = state.result(widget, snapshots.current())

    words = Words(drawn(widget, result))

    assert not words.tags & {"script", "img", "svg", "style", "iframe"}
    if result and not result.is_error:
        titles = [job["title"] for job in result.structured["output"]["jobs"]]
        assert [title for title in titles if " ".join(title.split()) not in words.seen] == []


@pytest.mark.promise("WEB-6")
def test_states_are_worded_by_the_live_release(board: None) -> None:
    many = find_state("render_jobs", "many")
    assert many
    result = many.result("render_jobs", snapshots.current())
    assert result
    assert result.structured["agent_directions"]["assistant_instruction"]


@pytest.mark.django_db
def test_the_gallery_works_before_anything_is_published(client: Client) -> None:
    snapshots.forget()
    page = client.get("/preview/")
    assert [item.state for item in page.context["specimens"]] == [*STATES["render_jobs"]]


@pytest.mark.django_db
@pytest.mark.promise("WEB-6")
def test_theme_and_width_are_permalinks_and_nonsense_is_ignored(client: Client) -> None:
    dark = client.get("/preview/?theme=dark&width=320").content.decode()
    assert 'class="specimen width-320"' in dark
    assert 'class="room dark"' in dark
    assert "many/?theme=dark" in dark
    nonsense = client.get('/preview/?theme="><script>&width=9').content.decode()
    assert 'class="specimen width-500"' in nonsense
    assert 'class="room light"' in nonsense
    assert (
        '<html lang="en" class="dark">' in client.get("/preview/states/render_jobs/many/?theme=dark").content.decode()
    )


@pytest.mark.django_db
def test_only_our_own_pages_may_frame_a_specimen(client: Client) -> None:
    answer = client.get("/preview/states/render_jobs/many/")
    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["render_jobs/nothing", "nothing/many", "nothing/board", "render_jobs/board"])
def test_an_unknown_state_is_not_found(client: Client, path: str) -> None:
    snapshots.forget()
    assert client.get(f"/preview/states/{path}/").status_code == 404


@pytest.mark.django_db
@pytest.mark.promise("WEB-8")
@pytest.mark.parametrize("path", ["/preview/", "/preview/states/render_jobs/many/"])
def test_a_private_preview_is_for_staff(client: Client, settings: Settings, path: str) -> None:
    settings.PREVIEW_PUBLIC = False
    assert client.get(path)["Location"].startswith("/admin/login/")

    client.force_login(User.objects.create_user("visitor"))
    assert client.get(path).status_code == 302

    client.force_login(User.objects.create_user("editor", is_staff=True))
    assert client.get(path).status_code == 200


@pytest.mark.promise("WEB-6")
def test_what_a_widget_says_by_itself_is_in_the_gallery_too(client: Client, board: None) -> None:
    words = (BASE_DIR / "static" / "widgets" / "bridge.js").read_text()
    for widget in STATES:
        state = find_state(widget, "cancelled")
        assert state
        assert state.says
        assert f'says("{state.says.message}", "{state.says.hint}")' in words
        assert state.says.message in client.get(f"/preview/states/{widget}/cancelled/").content.decode()


@pytest.mark.promise("WEB-6")
@pytest.mark.parametrize("widget", STATES)
def test_a_specimen_has_the_sheets_of_its_widget_and_no_other(client: Client, board: None, widget: str) -> None:
    page = client.get(f"/preview/states/{widget}/loading/").content.decode()
    assert re.findall(r"/static/widgets/(\w+)\.css", page) == ["widget", widget]


@pytest.mark.promise("VIEW-4")
def test_the_gallery_tells_what_only_the_model_gets_and_why(client: Client, board: None) -> None:
    page = client.get("/preview/?widget=render_featured_job")
    assert list(page.context["unseen"]) == ["render_featured_job", "get_job_details", "update_shortlist"]
    assert all(item.why for fields in page.context["unseen"].values() for item in fields)
    assert "jobs.pay.usd_year_min" in page.content.decode()


@pytest.mark.promise("WEB-6")
def test_staff_also_see_the_states_in_the_words_of_the_drafts(
    client: Client, admin_client: Client, board: None
) -> None:
    ToolDirection.objects.filter(tool__name="render_jobs", outcome="shown").update(instruction="Say hello.")
    Tool.objects.filter(name="render_comparison").update(enabled=True)
    for _ in range(2):
        make_listing()

    drafted = admin_client.get("/preview/?words=draft")
    assert json.loads(drafted.context["specimens"][3].text)["agent_directions"]["assistant_instruction"] == "Say hello."
    own = admin_client.get("/preview/states/render_comparison/board/?words=draft")
    assert "One of the newest jobs." in own.content.decode()

    assert "Say hello." not in client.get("/preview/?words=draft").content.decode()
    assert client.get("/preview/states/render_comparison/board/?words=draft").status_code == 404


def test_no_sample_has_an_id_that_a_real_job_could_have() -> None:
    assert [job_id for job_id in DETAILS if is_well_formed(job_id)] == []
