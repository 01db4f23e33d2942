"""Whatever people do in whatever order: every release stays as it was, can be had again, and nothing is missing in the audit."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.errors import ShortlistError
from catalog.models import AuditEvent, Release, ServerText, Tool, ToolParameter
from catalog.tools.content import CatalogueContent, Direction, ParameterText, ToolText
from catalog.tools.drafts import draft_content, save_drafts
from catalog.tools.exchange import export_text, import_drafts, read_content
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import confirmation, frozen_content, next_number, publish_drafts, release_content

REFUSALS = {  # `draft_invalid`: two renames can leave a tool with another's name as its alias
    "publish": {"", "nothing_to_publish", "lint_blocks", "draft_invalid"},
    "change": {"", "nothing_to_publish", "draft_invalid"},
}
HISTORIES = 200
FEWEST = 3  # releases of a history, on average: with fewer there would be little to go back to
START = CatalogueContent(
    instructions="A board.",
    tools=[
        ToolText(
            name="list_saved", handler="get_shortlist", title="Saved", description="Lists what was saved.",
            directions=[Direction(outcome="shortlist_read", instruction="Go on.")],
        ),
        ToolText(
            name="read_jobs", handler="get_job_details", title="Read", description="Reads jobs.", order=50,
            parameters=[ParameterText(name="ids", description="Ids.")],
        ),
    ],
)  # fmt: skip
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60)
NAMES = st.sampled_from(["read_jobs", "list_saved", "read_postings", "look_up_jobs"])
WHICH = st.integers(0, 30)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("word"), WHICH, WORDS),
        st.tuples(st.just("switch"), WHICH, st.booleans()),
        st.tuples(st.just("rename"), WHICH, NAMES),
        st.tuples(st.just("limit"), WHICH, st.none() | st.integers(1, 5)),
        st.tuples(st.just("publish"), WHICH, WORDS),
        st.tuples(st.just("change"), WHICH, WORDS),
        st.tuples(st.just("change"), WHICH, WORDS),
        st.tuples(st.just("change"), WHICH, WORDS),
        st.tuples(st.just("roll_back"), WHICH, st.sampled_from(["live", "candidate"])),
        st.tuples(st.just("import_again"), WHICH, st.none()),
        st.tuples(st.just("import_release"), WHICH, st.none()),
    ),
    min_size=6,
    max_size=12,
)


@dataclass
class History:
    """What was done, and what must therefore be there."""

    releases: dict[int, str] = field(default_factory=dict)
    told: list[tuple[str, int | None, str]] = field(default_factory=list)

    def word(self, which: int, text: str) -> None:
        Tool.objects.filter(pk=self._tool(which).pk).update(description=text)

    def switch(self, which: int, is_on: bool) -> None:
        Tool.objects.filter(pk=self._tool(which).pk).update(enabled=is_on)

    def rename(self, which: int, name: str) -> None:
        tool = self._tool(which)
        if not Tool.objects.filter(name=name).exists():
            aliases = [alias for alias in dict.fromkeys([*tool.aliases, tool.name]) if alias != name]
            Tool.objects.filter(pk=tool.pk).update(name=name, aliases=aliases)

    def limit(self, _which: int, most: int | None) -> None:
        ToolParameter.objects.filter(name="ids").update(maximum=most)

    def publish(self, _which: int, note: str) -> None:
        release = publish_drafts(author=None, note=note, confirm=confirmation(next_number()))
        self.releases[release.number] = canonical(release.content)
        self.told += [("published", release.number, ""), ("moved", release.number, "live")]

    def change(self, which: int, text: str) -> None:
        """One word and its publish, with a note that says why what the lint minds is meant."""
        self.word(which, f"{text} {len(self.releases)}")
        self.publish(which, "Meant as it stands.")

    def roll_back(self, which: int, label: str) -> None:
        release = self._release(which)
        move_label(name=label, release=release, user=None)
        self.told.append(("moved", release.number, label))

    def import_again(self, _which: int, _nothing: None) -> None:
        text = export_text(draft_content())
        assert not import_drafts(content=read_content(text), user=None)
        assert export_text(draft_content()) == text
        self.told.append(("imported", None, ""))

    def import_release(self, which: int, _nothing: None) -> None:
        """The way back for the drafts: byte for byte what the release holds."""
        release = self._release(which)
        import_drafts(content=read_content(export_text(release_content(release))), user=None)
        assert frozen_content(draft_content()).sha256() == release.sha256
        self.told.append(("imported", None, ""))

    def _tool(self, which: int) -> Tool:
        tools = list(Tool.objects.order_by("pk"))
        return tools[which % len(tools)]

    def _release(self, which: int) -> Release:
        return Release.objects.get(pk=1 + which % len(self.releases))


def canonical(content: Any) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.django_db
@pytest.mark.promise("REL-1", "REL-8", "REL-10")
def test_after_any_history_every_release_can_be_had_again_and_the_audit_is_whole() -> None:
    lived: list[History] = []

    @settings(max_examples=HISTORIES, deadline=None)
    @given(STEPS)
    def any_history(steps: list[tuple[str, int, Any]]) -> None:
        lived.append(live_through(steps))

    any_history()
    assert len(lived) >= HISTORIES
    assert sum(len(history.releases) for history in lived) >= FEWEST * len(lived)


def live_through(steps: list[tuple[str, int, Any]]) -> History:
    """Lives a history on tables that are empty before and after, and looks at what it leaves."""
    with transaction.atomic():
        history = History()
        save_drafts(content=START)
        history.publish(0, "The first.")
        for verb, which, value in steps:
            assert refusal(history, verb, which, value) in REFUSALS.get(verb, {""})
        check(history)
        transaction.set_rollback(True)
    return history


def refusal(history: History, verb: str, which: int, value: Any) -> str:
    """Takes a step; tells with which code it was refused, if it was."""
    try:
        with transaction.atomic():
            getattr(history, verb)(which, value)
    except ShortlistError as error:
        return error.code
    return ""


def check(history: History) -> None:
    releases = list(Release.objects.order_by("number"))
    assert {release.number: canonical(release.content) for release in releases} == history.releases
    for release in releases:
        content = release_content(release)
        assert content.sha256() == release.sha256
        assert canonical(content.model_dump(mode="json")) == history.releases[release.number]
    assert read_content(export_text(content)) == content  # of the last one; any is imported again above
    rows = AuditEvent.objects.order_by("id").values_list("verb", "release_id", "label")
    assert list(rows) == history.told
    live = live_release()
    assert live is not None
    assert live.number == next(release for verb, release, label in reversed(history.told) if label == "live")
    ServerText.objects.get()
