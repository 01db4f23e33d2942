"""The catalogue out as a file and in again, as drafts."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command

from catalog.errors import ShortlistError
from catalog.models import AuditEvent, Release, ServerText, Tool, ToolDirection, ToolParameter
from catalog.tools.content import CatalogueContent
from catalog.tools.drafts import draft_content
from catalog.tools.exchange import content_named, export_text, import_drafts, preview_import, read_content
from catalog.tools.labels import labelled_release, live_release, move_label
from catalog.tools.publish import frozen_content, publish_drafts
from catalog.tools.shipped import TEXTS, load_shipped, shipped_content

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _shipped(db: None) -> None:
    load_shipped()


def problems(text: str) -> dict[str, str]:
    with pytest.raises(ShortlistError) as caught:
        read_content(text)
    assert caught.value.code == "import_invalid"
    return {item.field: item.problem for item in caught.value.fields}


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("catalogue", *arguments, stdout=out, stderr=out)
    return out.getvalue()


TOOL = "tools:\n  - name: find_jobs\n    handler: search_jobs\n    title: Find\n    description: Finds.\n"


@pytest.mark.promise("REL-8")
def test_an_export_reads_back_as_what_it_was_made_of() -> None:
    text = export_text(draft_content())
    assert read_content(text) == draft_content()
    assert read_content(export_text(shipped_content())) == shipped_content()
    assert export_text(read_content(text)) == text
    assert text.index("name: search_jobs") < text.index("name: get_job_details")
    assert "description: >-\n" in text


@pytest.mark.promise("REL-8")
def test_the_shipped_file_can_be_imported() -> None:
    assert read_content(TEXTS.read_text(encoding="utf-8")) == shipped_content()


@pytest.mark.promise("REL-8")
@pytest.mark.parametrize(
    ("text", "field", "problem"),
    [
        (f"{TOOL}    titel: Find\n", "tools.find_jobs.titel", "is not known. Did you mean title?"),
        ("tols: []", "tols", "is not known. Did you mean tools?"),
        (f"{TOOL}    parameters:\n      - name: limit\n        zzz: 5\n", "tools.find_jobs.parameters.limit.zzz",
         "is not known. Known: name, exposed, description, default, fixed, allowed, minimum, maximum"),
        ("tools:\n  - name: find_jobs\n", "tools.find_jobs.handler", "is missing."),
        (f"{TOOL}    order: soon\n", "tools.find_jobs.order", "does not have the right form."),
        ("- a", "the file", "is not known. Known: instructions, tools"),
        (TOOL.replace("find_jobs", "Find jobs"), "Find jobs.name",
         "Lower-case letters, digits and underscores, 4 to 64 of them."),
        (f"{TOOL}    order: 40000\n", "find_jobs.order", "Ensure this value is less than or equal to 32767."),
        (TOOL + TOOL.removeprefix("tools:\n"), "tools.find_jobs", "stands there twice."),
        (f"instructions: {'x' * 2001}", "server.instructions", "takes at most 2,000 characters."),
        ('instructions: "a\\0b"', "server.instructions", "holds a character that can't be stored."),
        (f"{TOOL}    aliases: [Old]\n", "find_jobs.aliases",
         "Item 1 in the array did not validate: Lower-case letters, digits and underscores, 4 to 64 of them."),
    ],
)  # fmt: skip
def test_whatever_does_not_fit_is_named(text: str, field: str, problem: str) -> None:
    assert problems(text)[field] == problem


@pytest.mark.promise("REL-8")
def test_an_import_makes_drafts_and_publishes_nothing() -> None:
    content = read_content(TOOL)
    assert preview_import(content).made == ("find_jobs",)
    found = import_drafts(content=content, user=None, note="From staging.")
    assert found.changed == ("Server instructions",)
    assert found.removed == tuple(tool.name for tool in shipped_content().tools)
    assert draft_content() == content
    assert Release.objects.count() == 1


@pytest.mark.promise("REL-1")
def test_what_an_import_took_away_is_in_the_audit() -> None:
    before, ann = draft_content(), User.objects.create_user("ann")
    import_drafts(content=read_content(TOOL), user=ann, note="From staging.")
    told = AuditEvent.objects.get(verb="imported")
    assert (told.user, told.note, told.details["made"]) == (ann, "From staging.", ["find_jobs"])
    assert CatalogueContent.model_validate(told.details["before"]) == before


@pytest.mark.promise("EDIT-5")
def test_drafts_stay_the_rows_they_are_so_that_open_pages_can_still_be_saved() -> None:
    before = keys()
    ToolParameter.objects.filter(tool__name="search_jobs", name="limit").update(maximum=5)
    ToolDirection.objects.filter(tool__name="search_jobs", outcome="found").update(instruction="Show them.")
    assert import_drafts(content=shipped_content(), user=None).changed == ("search_jobs",)
    assert keys() == before
    assert draft_content() == shipped_content()
    assert not import_drafts(content=shipped_content(), user=None)


def keys() -> dict[str, list[int]]:
    kinds = (Tool, ToolParameter, ToolDirection)
    return {kind.__name__: sorted(kind._default_manager.values_list("pk", flat=True)) for kind in kinds}


@pytest.mark.promise("REL-8")
def test_an_import_brings_its_own_order_of_rows_and_unwords_what_it_lacks() -> None:
    drafts = draft_content()
    tools = [tool.model_copy(update={"directions": tool.directions[:0:-1]}) for tool in drafts.tools]
    tools = [tool.model_copy(update={"parameters": tool.parameters[:0:-1]}) for tool in tools]
    turned = drafts.model_copy(update={"tools": tools})
    import_drafts(content=turned, user=None)
    assert frozen_content(draft_content()) == frozen_content(turned)


@pytest.mark.promise("EDIT-5")
def test_an_import_over_drafts_that_changed_since_they_were_read_is_refused() -> None:
    read = draft_content().sha256()
    Tool.objects.filter(name="search_jobs").update(title="Newer")
    with pytest.raises(ShortlistError, match="changed since they were reviewed"):
        import_drafts(content=shipped_content(), user=None, reviewed=read)
    assert Tool.objects.get(name="search_jobs").title == "Newer"


@pytest.mark.promise("REL-8")
def test_names_stand_for_drafts_labels_and_releases() -> None:
    first = live_release()
    assert first is not None
    ServerText(instructions="New words.").save()
    publish_drafts(author=None)
    move_label(name="before", release=first, user=None)
    assert content_named("draft") == content_named("live") == content_named("2") == frozen_content(draft_content())
    assert content_named("1") == content_named("before")
    with pytest.raises(ShortlistError, match="There is no release or label “nine”"):
        content_named("nine")


@pytest.mark.promise("REL-8")
def test_the_command_exports_imports_and_tells_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "catalogue.yaml"
    assert run("export", str(file)) == f"Wrote {file}.\n"
    assert run("export") == file.read_text(encoding="utf-8")
    assert run("import", str(file)) == "The tools' drafts say that already.\n"
    assert run("diff", "live", "draft") == "Nothing differs.\n"
    file.write_text(
        file.read_text(encoding="utf-8").replace("title: Search jobs", "title: Find jobs"), encoding="utf-8"
    )
    assert run("import", str(file), "--dry-run") == "Would be changed: search_jobs.\n"
    assert run("import", str(file)) == "Were changed: search_jobs.\n"
    assert run("diff", "live", "draft").splitlines() == [
        "search_jobs, title: safe. Words only: calls stay as they are.",
        "  - Search jobs",
        "  + Find jobs",
        "1 change; for connected clients: safe.",
    ]


@pytest.mark.promise("REL-8")
def test_the_command_says_what_to_mend_before_publishing(tmp_path: Path) -> None:
    file = tmp_path / "catalogue.yaml"
    file.write_text(TOOL.replace("handler: search_jobs", "handler: search_cars"), encoding="utf-8")
    assert "Before you publish: 1 text(s) don't fit the code. find_jobs.handler" in run("import", str(file))
    file.write_text("tols: []")
    with pytest.raises(CommandError, match=r"tols is not known\. Did you mean tools"):
        run("import", str(file))
    with pytest.raises(CommandError, match="can't be read or written"):
        run("import", str(tmp_path / "nothing.yaml"))


@pytest.mark.promise("REL-1", "REL-4", "REL-5")
def test_the_publish_command_asks_and_names_its_author() -> None:
    pat = User.objects.create_user("pat")
    Tool.objects.filter(name="get_job_details").update(enabled=False)
    with pytest.raises(CommandError, match="may not publish"):
        call_command("publish", "--as", "pat")
    pat.groups.add(Group.objects.get(name="Publisher"))
    with pytest.raises(CommandError, match="type “break release 2”"):
        call_command("publish", "--as", "pat", "--note", "Without details.")
    out = StringIO()
    call_command("publish", "--as", "pat", "--note", "Without details.", "--confirm", "break release 2", stdout=out)
    assert out.getvalue() == "Release 2 is live.\n"
    assert Release.objects.get(pk=2).author == pat


@pytest.mark.promise("EDIT-15", "REL-1")
def test_the_move_command_points_labels_and_goes_back() -> None:
    User.objects.create_user("pat")
    Tool.objects.filter(name="search_jobs").update(title="Find work")
    publish_drafts(author=None)
    assert run("move", "candidate", "2", "--note", "To try.") == "“candidate” is release 2.\n"
    assert run("move", "live", "1") == "“live” is release 1.\n"
    assert labelled_release("live") == Release.objects.get(pk=1)
    for words, refusal in (
        (["live", "9"], "no release 9"),
        (["2", "1"], "can't be named"),
        (["live", "2", "--as", "pat"], "may not"),
    ):
        with pytest.raises(CommandError, match=refusal):
            run("move", *words)
