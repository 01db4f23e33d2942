"""Every change between two contents, classed by what it means to clients that are connected now.

A host may keep the list that it read for days (some for good), so a call that was right by the older list must stay right.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from catalog.errors import ShortlistError
from catalog.tools.compile import CompiledTool, compile_tool
from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.diff import SERVER, Place, renamed, told_texts
from catalog.tools.schema_changes import LOWER, UPPER, Grade, SchemaChange, input_changes, output_changes

_SEVERITY = list(Grade)
_KEYWORDS = {
    "exposed": {"presence", "required"},
    "fixed": {"presence", "required"},
    "default": {"default", "required"},
    "allowed": {"enum"},
    "minimum": {*LOWER},
    "maximum": {*UPPER},
    "description": {"description"},
}
_CONSENT = "Hosts ask people for consent by this hint, and some had it reviewed."
_OF_TOOL = {
    "name": (Grade.CAREFUL, "Clients that listed the old name reach it by its alias."),
    "handler": (Grade.BREAKING, "Other code answers under this name."),
    "widget": (Grade.CAREFUL, "A host that kept the list shows the earlier widget until it reads the list again."),
    "read_only_hint": (Grade.BREAKING, _CONSENT),
    "destructive_hint": (Grade.BREAKING, _CONSENT),
    "idempotent_hint": (Grade.BREAKING, _CONSENT),
    "open_world_hint": (Grade.BREAKING, _CONSENT),
}
_WORDS = (Grade.SAFE, "Words only: calls stay as they are.")
_UNSEEN = (Grade.SAFE, "No client sees it.")
_BEHIND = (Grade.CAREFUL, "No client sees it, and the same call does something else now.")
_DRIFTED = (Grade.CAREFUL, "One side doesn't fit the code any more, so the schemas can't be compared.")


@dataclass(frozen=True)
class ClassedChange:
    """One change. `tool` and `field` are those of `catalog.tools.diff.Change`; `tool` is the newer name."""

    tool: str
    field: str
    grade: Grade
    reason: str
    old: str = ""
    new: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def changes_of(old: CatalogueContent, new: CatalogueContent) -> tuple[ClassedChange, ...]:
    """Tool by tool in the order of `new`, those that are gone last. Disabled tools count as not there."""
    before = {tool.name: tool for tool in old.tools if tool.enabled}
    after = {tool.name: tool for tool in new.tools if tool.enabled}
    names = {name: was for was, name in renamed(old, new).items()}
    found = list(_instructions(old, new))
    for name, tool in after.items():
        earlier = before.get(names.get(name, name))
        found += _tool_changes(earlier, tool) if earlier else [_new(tool)]
    gone = before.keys() - after.keys() - set(names.values())
    found += [_gone(tool, list(after.values()), before) for name, tool in before.items() if name in gone]
    return tuple(found)


def worst(changes: Iterable[ClassedChange]) -> Grade:
    """The gravest class among them; safe where there is none."""
    return max((change.grade for change in changes), key=_SEVERITY.index, default=Grade.SAFE)


def _instructions(old: CatalogueContent, new: CatalogueContent) -> Iterator[ClassedChange]:
    if old.instructions != new.instructions:
        yield ClassedChange(SERVER, "instructions", *_WORDS, old.instructions, new.instructions)


def _new(tool: ToolText) -> ClassedChange:
    reason = "Clients see it when they read the list again, and some ask people to allow it first."
    return ClassedChange(tool.name, "tool", Grade.CAREFUL, reason, new=tool.title)


def _gone(tool: ToolText, current: list[ToolText], before: dict[str, ToolText]) -> ClassedChange:
    heir = next((other for other in current if tool.name in other.aliases), None)
    if heir is not None:
        grade = max(Grade.CAREFUL, _schema_grade(tool, heir), key=_SEVERITY.index)
        return ClassedChange(tool.name, "tool", grade, f"{heir.name} answers for it, by alias.", old=tool.title)
    kin = [other.name for other in current if other.handler == tool.handler and other.name not in before]
    advice = f"If it is now {kin[0]}, add {tool.name} to the aliases there." if kin else "An alias can answer for it."
    reason = f"Clients that listed it may still call it. {advice}"
    return ClassedChange(tool.name, "tool", Grade.BREAKING, reason, old=tool.title)


def _schema_grade(old: ToolText, new: ToolText) -> Grade:
    findings = _schema_changes(old, new)
    return (
        Grade.CAREFUL
        if findings is None
        else max((item.grade for item in findings), key=_SEVERITY.index, default=Grade.SAFE)
    )


def _tool_changes(old: ToolText, new: ToolText) -> Iterator[ClassedChange]:
    findings = _schema_changes(old, new)
    used: set[SchemaChange] = set()
    before, after = told_texts(old), told_texts(new)
    for place in dict.fromkeys([*after, *before]):
        texts = before.get(place, ""), after.get(place, "")
        if texts[0] != texts[1]:
            matching = _matching(place, findings or ())
            used |= set(matching)
            grade, reason = _graded(place, texts, matching) if findings is not None else _DRIFTED
            yield ClassedChange(new.name, place.label, grade, reason, *texts)
    for item in findings or ():
        if item not in used:
            yield ClassedChange(new.name, item.path, item.grade, item.reason)


def _schema_changes(old: ToolText, new: ToolText) -> list[SchemaChange] | None:
    """None where a side doesn't fit the code."""
    before, after = _fitting(old), _fitting(new)
    if before is None or after is None:
        return None
    inputs = list(input_changes(before.input_schema, after.input_schema))
    return inputs + list(output_changes(before.output_schema, after.output_schema))


def _fitting(tool: ToolText) -> CompiledTool | None:
    try:
        return compile_tool(tool)
    except ShortlistError:
        return None


def _matching(place: Place, findings: Iterable[SchemaChange]) -> list[SchemaChange]:
    if place.part != "parameter":
        return []
    paths = {place.name, f"{place.name}[]"}
    return [item for item in findings if item.path in paths and item.keyword in _KEYWORDS[place.attribute]]


def _graded(place: Place, texts: tuple[str, str], findings: list[SchemaChange]) -> tuple[Grade, str]:
    if findings:
        gravest = max(findings, key=lambda item: _SEVERITY.index(item.grade))
        return gravest.grade, gravest.reason
    if place.part == "parameter":
        return _BEHIND if place.attribute in {"fixed", "default"} else _UNSEEN
    if place.attribute == "aliases":
        return _aliases_graded(*texts)
    return _OF_TOOL.get(place.attribute, _WORDS) if place.part == "tool" else _WORDS


def _aliases_graded(old: str, new: str) -> tuple[Grade, str]:
    lost = [alias for alias in old.split(", ") if alias and alias not in new.split(", ")]
    if lost:
        return Grade.BREAKING, f"Clients that know it as {', '.join(lost)} are refused now."
    return Grade.SAFE, "One more name answers; clients don't list it."
