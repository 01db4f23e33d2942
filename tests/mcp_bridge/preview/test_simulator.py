import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing

PATH = "/preview/host/render_jobs/"


@pytest.fixture
def here(settings: Settings) -> None:
    settings.PUBLIC_URL = "http://testserver"
    settings.SANDBOX_ORIGIN = "http://sandbox.testserver"


def setup_of(page: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(re.findall(r'<script id="setup"[^>]*>(.*?)</script>', page, re.DOTALL)[0])
    return found


@pytest.mark.promise("WEB-8")
def test_the_simulator_is_for_staff(client: Client, board: None, django_user_model: Any) -> None:
    assert client.get(PATH)["Location"].startswith("/admin/login/")
    client.force_login(django_user_model.objects.create_user("visitor"))
    assert client.get(PATH).status_code == 302


@pytest.mark.promise("WEB-10")
def test_it_starts_with_the_widgets_tool_and_arguments_that_find_something(
    admin_client: Client, board: None, here: None
) -> None:
    listing = make_listing()

    page = admin_client.get(PATH)

    setup = setup_of(page.content.decode())
    assert setup["tool"] == "render_jobs"
    assert setup["sandbox"] == "http://sandbox.testserver"
    assert setup["examples"]["render_jobs"]["items"][0]["id"] == listing.public_id
    assert page.context["problem"] == ""


@pytest.mark.promise("WEB-9")
def test_the_page_may_frame_the_sandbox_and_nothing_else_is_loosened(
    admin_client: Client, board: None, here: None
) -> None:
    policy = admin_client.get(PATH)["Content-Security-Policy"]
    assert "frame-src 'self' http://sandbox.testserver;" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy


def test_a_widget_that_there_is_not_is_not_found(admin_client: Client) -> None:
    assert admin_client.get("/preview/host/nothing/").status_code == 404


def test_without_a_release_it_says_to_publish_first(admin_client: Client) -> None:
    snapshots.forget()
    page = admin_client.get(PATH).content.decode()
    assert "Nothing is published yet" in page
    assert "simulator.js" not in page


def test_at_another_address_than_the_public_one_it_says_where_to_go(
    admin_client: Client, board: None, settings: Settings, here: None
) -> None:
    settings.PUBLIC_URL = "https://jobs.example.com"
    assert 'href="https://jobs.example.com/preview/host/render_jobs/"' in admin_client.get(PATH).content.decode()


def test_without_a_second_origin_it_says_what_to_set(
    admin_client: Client, board: None, settings: Settings, here: None
) -> None:
    settings.SANDBOX_ORIGIN = ""
    assert "<code>SANDBOX_ORIGIN</code>" in admin_client.get(PATH).content.decode()
