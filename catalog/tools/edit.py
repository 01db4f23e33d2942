"""Drafts changed by a program: held to what the admin's forms ask of people, and never over words that nobody has seen."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction

from catalog.errors import FieldProblem, ShortlistError
from catalog.models import ServerText, Tool
from catalog.tools.begin import begin_draft
from catalog.tools.compile import problems_of
from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.draft_change import DraftChange, NewDraft, merged, named_twice
from catalog.tools.drafts import complete_draft, tool_text, update_draft
from catalog.tools.handler import find_handler
from catalog.tools.storable import storable_problems
from catalog.tools.versions import draft_version

DELETING = (
    "catalog.delete_tool",
    "catalog.delete_toolparameter",
    "catalog.delete_tooldirection",
)  # permissions: a draft takes its rows with it


class StaleDraftError(ShortlistError):
    """Somebody saved meanwhile: `saved` is what stands there now, `yours` what would have stood there instead."""

    told = "Somebody has saved this draft since you read it, so yours was not saved."
    advice = "Take over what you want of theirs, then send yours again with the version that stands there now."

    def __init__(self, version: str, saved: CatalogueContent, yours: CatalogueContent) -> None:
        super().__init__("stale_draft", self.told, self.advice)
        self.version = version
        self.saved = saved
        self.yours = yours


@transaction.atomic
def begin_tool(*, words: NewDraft) -> Tool:
    """A new draft of a handler, in the shipped words but for those given. Raises `draft_invalid` or `name_taken`."""
    tool = Tool(name=words.name, handler=words.handler, title=words.title, description=words.description)
    _refuse(list(_problems(_bare(words))))
    handler = find_handler(words.handler)
    assert handler is not None, "_problems has looked for it"  # noqa: S101
    with _unless_taken(words.name):
        tool.save()
    begin_draft(tool=tool, handler=handler)
    return _changed(tool, words)


@transaction.atomic
def change_draft(*, name: str, version: str, change: DraftChange) -> Tool:
    """Raises `unknown_draft`, `stale_draft` (a StaleDraftError), `draft_invalid` or `name_taken`."""
    tool = _locked(name)
    saved = tool_text(tool)
    _refuse_stale(tool, version, CatalogueContent(tools=[saved]), CatalogueContent(tools=[merged(saved, change)]))
    handler = find_handler(tool.handler)
    if handler is not None:
        complete_draft(tool=tool, handler=handler)  # newer code may know more than the draft
    return _changed(tool, change)


@transaction.atomic
def remove_draft(*, name: str, version: str) -> None:
    """Raises `unknown_draft` or `stale_draft`."""
    tool = _locked(name)
    _refuse_stale(tool, version, CatalogueContent(tools=[tool_text(tool)]), CatalogueContent())
    tool.delete()


@transaction.atomic
def change_instructions(*, version: str, words: str) -> ServerText:
    """The server's instructions. Raises `stale_draft` or `draft_invalid`."""
    text = ServerText.objects.select_for_update().first() or ServerText()
    yours = CatalogueContent(instructions=words)
    _refuse_stale(text, version, CatalogueContent(instructions=text.instructions), yours)
    _refuse(list(storable_problems(yours)))
    text.instructions = words
    text.save()
    return text


def find_draft(name: str) -> Tool:
    """With its rows; three queries. Raises `unknown_draft`."""
    tool = Tool.objects.prefetch_related("parameters", "directions").filter(name=name).first()
    if tool is None:
        raise _unknown(name)
    return tool


def _locked(name: str) -> Tool:
    """Saves come one after the other, so that the second is compared with the first."""
    tool = Tool.objects.select_for_update().filter(name=name).first()
    if tool is None:
        raise _unknown(name)
    return tool


def _unknown(name: str) -> ShortlistError:
    return ShortlistError(
        "unknown_draft", f"No draft is named “{name[:64]}”.", "The list of drafts shows those that there are."
    )


def _refuse_stale(draft: Tool | ServerText, version: str, saved: CatalogueContent, yours: CatalogueContent) -> None:
    stands = draft_version(draft)
    if version != stands:
        raise StaleDraftError(stands, saved, yours)


def _changed(tool: Tool, change: DraftChange) -> Tool:
    text = merged(tool_text(tool), change)
    _refuse([*named_twice(change), *_problems(text)])
    with _unless_taken(text.name):
        update_draft(tool=tool, text=text)
    return tool


def _bare(words: NewDraft) -> ToolText:
    return ToolText(name=words.name, handler=words.handler, title=words.title, description=words.description)


def _problems(text: ToolText) -> Iterator[FieldProblem]:
    """What can't be kept; where all can, what is missing or doesn't fit the code."""
    unstorable = list(storable_problems(CatalogueContent(tools=[text])))
    if unstorable:
        yield from unstorable
        return
    for field in ("name", "title", "description"):
        if not getattr(text, field).strip():
            yield FieldProblem(f"{text.name}.{field}", "is missing.")
    yield from problems_of(text)


def _refuse(problems: list[FieldProblem]) -> None:
    if problems:
        told = f"{problems[0].field}: {problems[0].problem}"
        raise ShortlistError(
            "draft_invalid", f"Nothing was saved. {told}", "Correct it, then send it again.", fields=problems
        )


@contextmanager
def _unless_taken(name: str) -> Iterator[None]:
    """Raises `name_taken` where another draft has the name; the database knows, whoever asks at the same moment."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise ShortlistError("name_taken", f"Another draft is named “{name}”.", "Choose another name.") from None
