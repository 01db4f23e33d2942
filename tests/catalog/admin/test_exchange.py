"""The catalogue as a file, in the admin."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from catalog.models import AuditEvent, Release, Tool
from catalog.tools.drafts import draft_content

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shipped")]
EXPORT, IMPORT = "/admin/catalog/release/export/", "/admin/catalog/release/import/"


def exported(client: Client, of: str = "draft") -> str:
    answer = client.get(EXPORT, {"of": of})
    assert answer.headers["Content-Disposition"] == f'attachment; filename="catalogue-{of}.yaml"'
    return answer.content.decode()


@pytest.mark.promise("EDIT-12")
def test_a_file_is_reviewed_then_made_the_drafts_and_never_published(admin_client: Client) -> None:
    text = exported(admin_client).replace("title: Search jobs", "title: Search open jobs")
    shown = admin_client.post(IMPORT, {"file": SimpleUploadedFile("catalogue.yaml", text.encode())})
    assert "<ins>open</ins>" in shown.content.decode() or "<ins>open </ins>" in shown.content.decode()
    assert Tool.objects.get(name="search_jobs").title == "Search jobs"
    confirmed = {"text": shown.context["text"], "reviewed": shown.context["reviewed"], "note": "From a file."}
    answer = admin_client.post(IMPORT, confirmed, follow=True)
    assert "Nothing is published." in answer.content.decode()
    assert Tool.objects.get(name="search_jobs").title == "Search open jobs"
    assert Release.objects.count() == 1
    assert AuditEvent.objects.get(verb=AuditEvent.Verb.IMPORTED).note == "From a file."


@pytest.mark.promise("EDIT-12")
def test_what_was_exported_changes_nothing_when_it_comes_back(admin_client: Client) -> None:
    before = draft_content()
    shown = admin_client.post(IMPORT, {"text": exported(admin_client).replace("\n", "\r\n")})
    assert "The drafts say what the file says." in shown.content.decode()
    assert draft_content() == before


@pytest.mark.promise("EDIT-12")
def test_drafts_that_changed_since_the_review_are_shown_again(admin_client: Client) -> None:
    text = exported(admin_client).replace("title: Search jobs", "title: Search open jobs")
    shown = admin_client.post(IMPORT, {"text": text})
    Tool.objects.filter(name="render_jobs").update(title="Show them")
    again = admin_client.post(IMPORT, {"text": text, "reviewed": shown.context["reviewed"]})
    assert {change.tool for change in again.context["review"].changes} == {"search_jobs", "render_jobs"}
    assert "The drafts have changed since they were reviewed." in again.content.decode()
    assert Tool.objects.get(name="search_jobs").title == "Search jobs"


@pytest.mark.promise("EDIT-12")
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Choose a file, or paste its text."),
        (b"\xff\xfe\x00", "The file is not text in UTF-8."),
        (b"tools:\n- name: x\n  titel: y\n", "titel is not known. Did you mean title?"),
        (b"- 1", "is not known"),
    ],
)
def test_what_is_no_catalogue_is_said_to_be(admin_client: Client, content: bytes, words: str) -> None:
    values = {"file": SimpleUploadedFile("c.yaml", content)} if content else {"text": " "}
    assert words in admin_client.post(IMPORT, values).content.decode()


@pytest.mark.promise("EDIT-3")
def test_a_release_is_exported_by_whoever_may_look_and_imported_by_editors_only(
    admin_client: Client, editor: Client
) -> None:
    assert "search_jobs" in exported(admin_client, "live")
    assert admin_client.get(EXPORT, {"of": "nowhere"}).status_code == 404
    assert editor.get(EXPORT).status_code == 200
    assert editor.get(IMPORT).status_code == 403
