"""Who may do what: one table, in which every operation stands."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import transaction
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from pytest_django import Settings

from catalog.models import ApiToken, JobListing, ServerText, Tool
from catalog.tools.labels import move_label
from catalog.tools.publish import publish_drafts
from catalog.tools.tokens import make_token, revoke_token
from catalog.tools.versions import draft_version
from mcp_bridge.snapshot import snapshots
from tests.catalog.api.asking import Answer, Asker, error
from tests.factories import make_listing

pytestmark = [pytest.mark.django_db, pytest.mark.promise("API-10")]
DRAFT = "drafts/search_jobs/"
NEW = {"name": "find_jobs", "handler": "search_jobs", "title": "Find jobs", "description": "Finds jobs."}
RESET = {"part": "tool", "attribute": "title", "source": "live"}
EVERYBODY = {"nobody", "staff", "Editor", "Publisher", "Approver", "superuser", "reader", "customer", "scraper"}
GROUPS = {"Editor", "Publisher", "Approver", "superuser"}
READERS = GROUPS | {"reader"}
EDITORS = {"Editor", "superuser"}
PUBLISHERS = {"Publisher", "superuser"}
APPROVERS = {"Approver", "superuser"}
CANDIDATE = {"label": "candidate"}
DONE = [200, 201, 204]

TABLE: list[tuple[str, str, Any, set[str]]] = [
    ("GET", "listings/", None, EVERYBODY),
    ("GET", "listings/{public_id}/", None, EVERYBODY),
    ("GET", "tools/", None, EVERYBODY),
    ("POST", "tools/{name}/call/", {}, EVERYBODY),
    ("POST", "tools/{name}/call/", CANDIDATE, GROUPS),
    ("GET", "handlers/", None, READERS),
    ("GET", "drafts/", None, READERS),
    ("POST", "drafts/", NEW, EDITORS),
    ("GET", "drafts/{name}/", None, READERS),
    ("PATCH", "drafts/{name}/", {"title": "Find jobs"}, EDITORS),
    ("DELETE", "drafts/{name}/", None, EDITORS),
    ("POST", "drafts/{name}/reset/", RESET, EDITORS),
    ("GET", "instructions/", None, READERS),
    ("PUT", "instructions/", {"text": "Short."}, EDITORS),
    ("GET", "lint/", None, READERS),
    ("GET", "diff/", None, READERS),
    ("GET", "export/", None, READERS),
    ("POST", "import/", "instructions: Short.\n", EDITORS),
    ("GET", "releases/", None, READERS),
    ("POST", "releases/", {}, PUBLISHERS),
    ("GET", "releases/{number}/", None, READERS),
    ("POST", "releases/{number}/approve/", {}, APPROVERS),
    ("POST", "releases/{number}/reject/", {}, APPROVERS),
    ("GET", "labels/", None, READERS),
    ("PUT", "labels/{name}/", {"release": 1}, PUBLISHERS),
]


@pytest.fixture
def _waiting(shipped: None, settings: Settings) -> None:
    """A listing is open, release 2 waits, `candidate` points at it, and the drafts say something newer."""
    make_listing()
    settings.CATALOGUE_APPROVAL = True
    Tool.objects.filter(name="search_jobs").update(title="Waiting")
    move_label(name="candidate", release=publish_drafts(author=None), user=None)
    Tool.objects.filter(name="search_jobs").update(title="Drafted")
    snapshots.forget()


@pytest.mark.parametrize("role", sorted(EVERYBODY))
@pytest.mark.usefixtures("_waiting")
def test_each_role_may_do_its_part_and_no_more(asker: Callable[[str], Asker], role: str) -> None:
    who = asker(role)
    for method, path, body, roles in TABLE:
        with transaction.atomic():
            answer = _ask(who, method, path, body)
            transaction.set_rollback(True)
        expected = DONE if role in roles else [401] if role == "nobody" else [403]
        assert (method, path, answer.status_code in expected, answer.status_code) == (
            method,
            path,
            True,
            answer.status_code,
        )


@pytest.mark.usefixtures("_waiting")
def test_nobody_approves_a_release_of_their_own_by_the_api_either(asker: Callable[[str], Asker]) -> None:
    boss = asker("superuser")
    Tool.objects.filter(name="search_jobs").update(title="Mine")
    number = boss.send("post", "releases/").json()["number"]
    assert error(boss.send("post", f"releases/{number}/approve/")) == (403, "own_release")
    assert error(boss.send("post", f"releases/{number}/reject/")) == (403, "own_release")


@pytest.mark.usefixtures("shipped")
def test_rows_are_changed_by_those_who_may_change_them_in_the_admin() -> None:
    user = User.objects.create_user("words", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_tool", "change_tool"]))
    who = Asker(Client(), {})
    who.client.force_login(user)
    assert who.send("patch", DRAFT, {"title": "Find"}, version=who.version(DRAFT)).status_code == 200
    for rows in ("parameters", "directions"):
        refused = who.send("patch", DRAFT, {rows: []}, version=who.version(DRAFT))
        assert error(refused) == (403, "permission_denied")
    assert who.send("post", f"{DRAFT}reset/", RESET, version=who.version(DRAFT)).status_code == 200
    for part, name, attribute in (("parameter", "query", "description"), ("outcome", "found", "reason")):
        row = {"part": part, "name": name, "attribute": attribute, "source": "live"}
        refused = who.send("post", f"{DRAFT}reset/", row, version=who.version(DRAFT))
        assert error(refused) == (403, "permission_denied")


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    ("method", "path", "needed"),
    [
        ("get", "diff/", ["view_release", "view_tool"]),
        ("delete", DRAFT, ["delete_tool", "delete_toolparameter", "delete_tooldirection"]),
    ],
)
def test_what_needs_several_permissions_needs_each_of_them(method: str, path: str, needed: list[str]) -> None:
    user = User.objects.create_user("words", is_staff=True)
    who, version = Asker(Client(), {}), draft_version(Tool.objects.get(name="search_jobs"))
    who.client.force_login(user)
    for lacking in needed:
        held = [name for name in needed if name != lacking]
        user.user_permissions.set(Permission.objects.filter(codename__in=held))
        assert error(who.send(method, path, version=version)) == (403, "permission_denied")
    user.user_permissions.set(Permission.objects.filter(codename__in=needed))
    assert who.send(method, path, version=version).status_code in DONE


@pytest.mark.usefixtures("shipped")
def test_whoever_is_signed_in_needs_the_token_against_forged_requests(asker: Callable[[str], Asker]) -> None:
    editor = asker("Editor")
    forged = Client(enforce_csrf_checks=True)
    forged.cookies = editor.client.cookies
    refused = Asker(forged, {}).send("post", "drafts/", NEW)
    assert error(refused) == (403, "csrf_failed")
    forged.cookies["csrftoken"] = "c" * 32
    assert Asker(forged, {"x-csrftoken": "c" * 32}).send("post", "drafts/", NEW).status_code == 201


@pytest.mark.usefixtures("shipped")
def test_an_unsound_token_opens_nothing_not_even_what_is_open() -> None:
    made = make_token(name="gone", scopes=["read:drafts"], user=None)
    revoke_token(token=made.token, user=None)
    for secret in ("sl_wrong", "", "\u00e9", made.secret):
        refused = Asker(Client(), {"authorization": f"Bearer {secret}"}).get("tools/")
        assert error(refused) == (401, "bad_token")
        assert refused.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_it_is_noted_when_a_token_was_used(asker: Callable[[str], Asker]) -> None:
    asker("reader").get("releases/")
    assert ApiToken.objects.get(name="reader").last_used_at is not None


def test_the_table_has_every_operation() -> None:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    known = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert known == {(method, f"/api/v1/{path}") for method, path, _, _ in TABLE}


def _ask(who: Asker, method: str, path: str, body: Any) -> Answer:
    listing = JobListing.objects.get().public_id
    part = {"name": "live" if "labels" in path else "search_jobs", "number": 2, "public_id": listing}
    draft = ServerText.current() if "instructions" in path else Tool.objects.get(name="search_jobs")
    return who.send(method, path.format(**part), body, version=draft_version(draft))
