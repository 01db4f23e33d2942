"""Review, publish, and the way back."""

import pytest
from django.test import Client
from django.urls import reverse

from catalog.models import Release, Tool, ToolDirection
from catalog.tools.labels import live_release
from catalog.tools.publish import publish_drafts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shipped")]
PUBLISH = "/admin/catalog/release/publish/"


def change(description: str) -> None:
    Tool.objects.filter(name="search_jobs").update(description=description)


def review(client: Client) -> dict[str, str]:
    page = client.get(PUBLISH)
    return {"reviewed": page.context["reviewed"], "note": "Clearer."}


@pytest.mark.promise("ADMIN-2")
def test_the_review_shows_old_beside_new_word_by_word(admin_client: Client) -> None:
    change("Finds jobs.")
    publish_drafts(author=None, note="")
    change("Finds <open> jobs.")
    page = admin_client.get(PUBLISH).content.decode()
    assert "Finds <ins>&lt;open&gt; </ins>jobs." in page


@pytest.mark.promise("ADMIN-2")
def test_without_changes_it_says_so_and_has_no_button(admin_client: Client) -> None:
    page = admin_client.get(PUBLISH).content.decode()
    assert "The drafts say what release 1 says" in page
    assert 'value="Publish"' not in page


@pytest.mark.promise("ADMIN-1")
def test_publishing_makes_a_release_with_author_and_note(admin_client: Client) -> None:
    change("Finds work.")
    answer = admin_client.post(PUBLISH, review(admin_client), follow=True)
    release = live_release()
    assert release is not None
    assert (release.number, release.note, str(release.author)) == (2, "Clearer.", "admin")
    assert "Release 2 is live." in answer.content.decode()


@pytest.mark.promise("ADMIN-6")
def test_drafts_that_changed_since_the_review_are_shown_again(admin_client: Client) -> None:
    change("Finds work.")
    reviewed = review(admin_client)
    change("Finds nothing at all.")
    answer = admin_client.post(PUBLISH, reviewed, follow=True)
    assert "Review them again." in answer.content.decode()
    assert Release.objects.count() == 1


@pytest.mark.promise("ADMIN-3")
def test_drafts_that_do_not_fit_are_named_and_not_published(admin_client: Client) -> None:
    ToolDirection.objects.filter(tool__name="search_jobs", outcome="found").update(instruction="{company}!")
    page = admin_client.get(PUBLISH)
    assert "search_jobs.found.instruction" in page.content.decode()
    answer = admin_client.post(PUBLISH, {"reviewed": page.context["reviewed"]}, follow=True)
    assert "is not a placeholder" in answer.content.decode()
    assert Release.objects.count() == 1


@pytest.mark.promise("ADMIN-5")
def test_an_editor_may_review_but_not_publish(editor: Client) -> None:
    change("Finds work.")
    page = editor.get(PUBLISH)
    assert "Somebody of the group Publisher can." in page.content.decode()
    assert editor.post(PUBLISH, review(editor)).status_code == 403
    assert editor.post("/admin/catalog/release/1/make-live/").status_code == 403
    assert Release.objects.count() == 1


@pytest.mark.promise("ADMIN-5")
def test_strangers_are_sent_to_log_in(client: Client) -> None:
    assert client.get(PUBLISH).headers["Location"].startswith("/admin/login/")


@pytest.mark.promise("ADMIN-7")
def test_an_earlier_release_is_made_live_again_after_a_question(admin_client: Client) -> None:
    change("Finds work.")
    publish_drafts(author=None, note="")
    address = "/admin/catalog/release/1/make-live/"
    assert "<del>Finds work.</del>" in admin_client.get(address).content.decode()
    answer = admin_client.post(address, follow=True)
    assert "Release 1 is live." in answer.content.decode()
    release = live_release()
    assert release is not None
    assert release.number == 1


@pytest.mark.promise("ADMIN-7")
def test_a_release_is_read_in_words_and_as_json_but_never_altered(admin_client: Client) -> None:
    address = reverse("admin:catalog_release_change", args=[1])
    page = admin_client.get(address).content.decode()
    assert "<h3>search_jobs</h3>" in page
    assert "&quot;handler&quot;: &quot;search_jobs&quot;" in page
    assert 'name="_save"' not in page
    assert admin_client.post(address, {"note": "changed"}).status_code == 403
    assert admin_client.post(reverse("admin:catalog_release_delete", args=[1])).status_code == 403
