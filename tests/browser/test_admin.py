"""The admin in a browser: a word changed there is what the model reads next; every page is accessible under the strict CSP."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from catalog.models import BoardStyle, FeedRun, ServerText, Tool
from catalog.tools.publish import publish_drafts
from catalog.tools.shipped import load_shipped
from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing, make_places
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

VIEWS = [(theme, width) for theme in ("light", "dark") for width in (320, 1280)]


@pytest.fixture
def complaints() -> list[str]:
    """What the browser had to say: errors, warnings and CSP violations."""
    return []


@pytest.fixture
def admin(browser: Browser, live_server: LiveServer, complaints: list[str]) -> Iterator[Page]:
    """A page on which a superuser has logged in."""
    User.objects.create_superuser("ann", password="correct horse")
    snapshots.forget()
    load_shipped()
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": 1280, "height": 900}, reduced_motion="reduce"
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in {"error", "warning"} else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("/admin/")
    page.get_by_label("Username:").fill("ann")
    page.get_by_label("Password:").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Site administration").wait_for()
    yield page
    context.close()


@pytest.mark.promise("ADMIN-1", "ADMIN-2")
def test_words_changed_in_the_admin_are_what_the_model_reads_next(admin: Page, complaints: list[str]) -> None:
    assert snapshots.current().release == 1
    admin.get_by_role("link", name="Tool drafts").first.click()
    admin.get_by_role("link", name="search_jobs").click()
    admin.get_by_label("Description:").fill("Finds open jobs. A clearer text.")
    admin.get_by_label("query: description", exact=True).fill("What the job is called.")
    admin.get_by_label("found: instruction", exact=True).fill("{shown} of {total} found. Pick the best.")
    admin.get_by_role("button", name="Save", exact=True).click()
    admin.goto("/admin/catalog/servertext/")
    admin.get_by_label("Instructions:").fill("A board of jobs. Read before you show.")
    admin.get_by_role("button", name="Save and continue editing").click()
    admin.get_by_role("link", name="Review and publish…").click()
    assert admin.locator("dt").all_inner_texts() == [
        "instructions",
        "description",
        "parameter query: description",
        "outcome found: instruction",
    ]
    assert snapshots.current().release == 1
    admin.get_by_label("Note").fill("Clearer words.")
    admin.get_by_role("button", name="Publish").click()
    admin.get_by_text("Release 2 is live.").wait_for()
    wait_until(lambda: snapshots.current().release == 2)
    live = snapshots.current()
    tool = live.tools["search_jobs"]
    assert live.instructions == "A board of jobs. Read before you show."
    assert tool.text.description == "Finds open jobs. A clearer text."
    assert tool.input_schema["properties"]["query"]["description"] == "What the job is called."
    assert tool.directions["found"].instruction == "{shown} of {total} found. Pick the best."
    assert complaints == []


@pytest.fixture
def addresses(admin: Page) -> list[str]:
    """Every kind of page, each with something on it."""
    make_places()
    listing = make_listing(provenance={"title": "job/title"})
    reject = {"record": "job-7", "reasons": ["No title."]}
    run = FeedRun.objects.create(id=uuid4(), feed=listing.feed, state="suspect", reason="Cut off.", rejects=[reject])
    BoardStyle().save()
    Tool.objects.filter(name="search_jobs").update(description="Finds work.")
    publish_drafts(author=User.objects.get(), note="Shorter.")
    ServerText(instructions="Something new.").save()
    rows = {
        "boardstyle": 1, "employer": listing.employer_id, "feed": listing.feed_id, "feedrun": run.pk,
        "joblisting": listing.pk, "place": 4671654, "release": 2, "releaselabel": "live", "servertext": 1,
        "tool": Tool.objects.get(name="search_jobs").pk,
    }  # fmt: skip
    catalogue = "/admin/catalog"
    return [
        "/admin/", f"{catalogue}/", "/admin/password_change/", "/admin/auth/user/",
        *(f"{catalogue}/{name}/" for name in rows),
        *(f"{catalogue}/{name}/{key}/change/" for name, key in rows.items()),
        f"{catalogue}/feed/add/", f"{catalogue}/tool/add/",
        f"{catalogue}/tool/{rows['tool']}/history/", f"{catalogue}/tool/{rows['tool']}/delete/",
        f"{catalogue}/release/publish/", f"{catalogue}/release/1/make-live/",
        "/api/docs/", f"/preview/model/{listing.public_id}/", f"{catalogue}/joblisting/?q=barista",
    ]  # fmt: skip


@pytest.mark.promise("ADMIN-12", "API-5")
def test_every_page_is_accessible_and_keeps_the_csp(admin: Page, addresses: list[str], complaints: list[str]) -> None:
    axe = Axe()
    found: list[str] = []
    for address in addresses:
        response = admin.goto(address)
        assert response is not None
        assert response.status == 200, address
        for theme, width in VIEWS:
            admin.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            admin.set_viewport_size({"width": width, "height": 900})
            found += [f"{address} {theme} {width}: {words}" for words in _violations(axe, admin)]
    assert not found, "\n".join(found)
    assert complaints == []


def _violations(axe: Axe, page: Page) -> Iterator[str]:
    for violation in axe.run(page).response["violations"]:
        for node in violation["nodes"]:
            yield f"{violation['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
