import pytest
from django.template.loader import render_to_string
from django.test import Client

from catalog.models import BoardStyle
from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing


@pytest.mark.promise("WEB-1")
def test_home_counts_open_jobs_employers_tools_and_names_the_live_release(client: Client, board: None) -> None:
    make_listing(company="Morning Star Coffee")
    make_listing(company="Hyde & Co.")
    make_listing(company="Hyde & Co.", status="closed", closed_reason="missing")

    page = client.get("/")

    numbers = page.context["numbers"]
    assert (numbers.open_listings, numbers.employers, numbers.tools, numbers.release) == (
        2,
        2,
        len(snapshots.current().tools),
        1,
    )


@pytest.mark.django_db
def test_home_works_before_anything_is_published(client: Client) -> None:
    snapshots.forget()
    assert "none yet" in client.get("/").content.decode()


@pytest.mark.django_db
def test_pages_carry_the_boards_name(client: Client) -> None:
    BoardStyle(name="Kaffee & Co.").save()
    assert "Kaffee &amp; Co." in client.get("/").content.decode()


@pytest.mark.django_db
def test_the_boards_accent_is_a_stylesheet_and_is_moved_to_where_it_reads_well(client: Client) -> None:
    BoardStyle(accent_light="#ffee00").save()

    answer = client.get("/board.css")

    assert answer["Content-Type"] == "text/css"
    assert "--board-accent-light: #" in answer.content.decode()
    assert "#ffee00" not in answer.content.decode()


@pytest.mark.django_db
def test_a_page_that_is_not_there_says_so_in_our_look(client: Client) -> None:
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "There is no page here" in answer.content.decode()


def test_the_page_for_our_own_errors_needs_neither_database_nor_context() -> None:
    assert "Something went wrong on our side" in render_to_string("500.html")
