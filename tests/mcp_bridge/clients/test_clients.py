"""Who listed which release, and whether it keeps it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from mcp_bridge.clients import seen
from mcp_bridge.clients.hosts import host_of
from mcp_bridge.clients.marks import Marks, marks
from mcp_bridge.clients.seen import SeenLists
from mcp_bridge.models import ClientListing, ClientMark
from mcp_bridge.snapshot import snapshots
from mcp_bridge.trace import Caller, release_read

pytestmark = pytest.mark.django_db
PAGE = "/preview/clients/"


@pytest.fixture(autouse=True)
def _no_marks_left(db: None) -> None:
    marks.refresh()


def rows() -> list[tuple[str, str, int, int]]:
    return list(ClientListing.objects.order_by("client", "era").values_list("client", "era", "release", "calls"))


@pytest.mark.promise("EDIT-11")
def test_lists_are_counted_by_client_and_era_and_the_last_release_counts() -> None:
    lists = SeenLists()
    for release in (1, 1, 2):
        lists.saw(client="claude", era="modern", release=release)
    lists.saw(client="claude", era="legacy", release=1)
    lists.flush()
    lists.saw(client="claude", era="modern", release=3)
    lists.flush()
    assert rows() == [("claude", "legacy", 1, 1), ("claude", "modern", 3, 4)]


@pytest.mark.promise("EDIT-11")
def test_names_from_strangers_are_bounded_in_memory_and_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "ROOM", 3)
    monkeypatch.setattr(seen, "MOST", 2)
    ClientListing.objects.create(client="old", era="modern", release=1, at=timezone.now() - timedelta(days=1))
    lists = SeenLists()
    for number in range(5):
        lists.saw(client=f"{number}" * 100, era="modern", release=1)
    lists.flush()
    assert [client for client, *_ in rows()] == ["1" * 64, "2" * 64]


@pytest.mark.parametrize(
    ("client", "title", "freezes"),
    [
        ("openai-mcp", "ChatGPT", True),
        ("Anthropic/ClaudeAI", "Claude", False),
        ("claude-code", "Claude Code", False),
        ("Visual Studio Code", "VS Code", False),
        ("my own agent", "Another client", False),
        ("", "Another client", False),
    ],
)
def test_a_name_tells_the_host_and_its_steps(client: str, title: str, freezes: bool) -> None:
    host = host_of(client)
    assert (host.title, host.freezes) == (title, freezes)
    assert host.steps


@pytest.mark.promise("EDIT-11")
def test_a_mark_decides_which_release_a_client_has_read(board: None) -> None:
    live = snapshots.current()
    settled = Caller("modern", client="claude")
    frozen = Caller("modern", client="chatgpt")
    object.__setattr__(live, "since", timezone.now() - timedelta(hours=1))
    assert (release_read(settled, live), release_read(frozen, live)) == (1, None)
    ClientMark.objects.create(client="claude", freezes=True, release=7)
    ClientMark.objects.create(client="chatgpt", freezes=False)
    marks.refresh()
    assert (release_read(settled, live), release_read(frozen, live)) == (7, 1)


def test_asking_for_a_habit_costs_no_query(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert Marks().habit_of("chatgpt").freezes


@pytest.mark.promise("EDIT-11")
def test_the_page_tells_each_client_s_release_against_live_and_its_steps(admin_client: Client, board: None) -> None:
    ClientListing.objects.create(client="openai-mcp", era="legacy", release=9, at=timezone.now(), calls=4)
    page = admin_client.get(PAGE).content.decode()
    assert "Release 1 is live." in page
    assert '<span class="badge warn">release 9</span>' in page
    assert "keeps its list" in page
    assert "Choose Refresh" in page


@pytest.mark.promise("EDIT-11")
def test_a_client_is_marked_and_unmarked(admin_client: Client, board: None) -> None:
    ClientListing.objects.create(client="claude", era="modern", release=1, at=timezone.now())
    admin_client.post(PAGE, {"client": "claude", "freezes": "yes", "release": "3"})
    holder = admin_client.get(PAGE).context["holders"][0]
    assert (holder.habit.freezes, holder.release, holder.is_behind) == (True, 3, True)
    admin_client.post(PAGE, {"client": "claude", "freezes": "", "release": ""})
    assert not admin_client.get(PAGE).context["holders"][0].habit.is_marked
    wrong = admin_client.post(PAGE, {"client": "claude", "freezes": "yes", "release": "-1"}, follow=True)
    assert "That is no mark" in wrong.content.decode()


@pytest.mark.promise("EDIT-3")
def test_it_is_for_staff_and_marks_are_for_publishers(client: Client, board: None, django_user_model: type) -> None:
    assert client.get(PAGE).headers["Location"].startswith("/admin/login/")
    client.force_login(django_user_model.objects.create_user("visitor", is_staff=True))  # type: ignore[attr-defined]
    assert client.get(PAGE).status_code == 403
