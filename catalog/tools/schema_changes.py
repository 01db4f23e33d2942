"""Two JSON schemas of the same thing, compared by what it means to a client that still holds the older one."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from catalog.tools.schema import Schema

UPPER = ("maximum", "exclusiveMaximum", "maxItems", "maxLength", "maxProperties")
LOWER = ("minimum", "exclusiveMinimum", "minItems", "minLength", "minProperties")
WORDS = ("description",)
_STRUCTURE = {
    "type",
    "enum",
    "default",
    "properties",
    "required",
    "items",
    "additionalProperties",
    *UPPER,
    *LOWER,
    *WORDS,
}


class Grade(StrEnum):
    """What a change means for clients that hold an older list."""

    SAFE = "safe"
    CAREFUL = "careful"
    BREAKING = "breaking"


@dataclass(frozen=True)
class SchemaChange:
    """One difference. `path` is of names (`items[].id`), `keyword` JSON Schema's or `presence`."""

    path: str
    keyword: str
    grade: Grade
    reason: str


def input_changes(old: Schema, new: Schema, path: str = "") -> Iterator[SchemaChange]:
    """For what clients send: narrower breaks, wider is safe."""
    yield from _type_changes(path, old, new, wider=Grade.SAFE)
    yield from _value_changes(path, old, new)
    yield from _bound_changes(path, old, new)
    yield from _other_changes(path, old, new)
    yield from _parameter_changes(path, old, new)
    if "items" in old and "items" in new:
        yield from input_changes(old["items"], new["items"], f"{path}[]")


def output_changes(old: Schema, new: Schema, path: str = "") -> Iterator[SchemaChange]:
    """For what clients and models read: what they read by name must stay, and keep its type."""
    yield from _type_changes(path, old, new, wider=Grade.BREAKING)
    before, after = old.get("properties", {}), new.get("properties", {})
    for name in before:
        at = _below(path, name)
        if name not in after:
            yield SchemaChange(at, "presence", Grade.BREAKING, "Results no longer hold it, and a client may read it.")
        else:
            yield from output_changes(before[name], after[name], at)
    for name in [name for name in after if name not in before]:
        yield SchemaChange(_below(path, name), "presence", Grade.SAFE, "Results hold more; nobody has to read it.")
    if "items" in old and "items" in new:
        yield from output_changes(old["items"], new["items"], f"{path}[]")


def _type_changes(path: str, old: Schema, new: Schema, *, wider: Grade) -> Iterator[SchemaChange]:
    before, after = old.get("type"), new.get("type")
    if before == after:
        return
    is_wider = (before, after) == ("integer", "number") or after is None
    grade = wider if is_wider else Grade.BREAKING
    yield SchemaChange(path, "type", grade, f"It was {before or 'anything'} and is now {after or 'anything'}.")


def _value_changes(path: str, old: Schema, new: Schema) -> Iterator[SchemaChange]:
    before, after = old.get("enum"), new.get("enum")
    if before == after:
        return
    if after is None:
        yield SchemaChange(path, "enum", Grade.SAFE, "Every value is accepted now.")
        return
    gone = [value for value in before if value not in after] if before is not None else []
    if before is None or gone:
        lost = ", ".join(map(str, gone)) or "every value but " + ", ".join(map(str, after))
        yield SchemaChange(path, "enum", Grade.BREAKING, f"Calls with {lost} are refused now.")
    else:
        yield SchemaChange(path, "enum", Grade.SAFE, "All earlier values are still accepted.")


def _bound_changes(path: str, old: Schema, new: Schema) -> Iterator[SchemaChange]:
    for keywords, sign in ((UPPER, 1), (LOWER, -1)):
        for keyword in keywords:
            before, after = old.get(keyword), new.get(keyword)
            if before == after:
                continue
            is_wider = after is None or (before is not None and sign * after > sign * before)
            grade = Grade.SAFE if is_wider else Grade.BREAKING
            words = "More is accepted than before." if is_wider else "Calls that were fine until now are refused."
            yield SchemaChange(path, keyword, grade, words)


def _other_changes(path: str, old: Schema, new: Schema) -> Iterator[SchemaChange]:
    if old.get("default") != new.get("default"):
        yield SchemaChange(path, "default", Grade.CAREFUL, "The same call without it does something else now.")
    if old.get("description") != new.get("description"):
        yield SchemaChange(path, "description", Grade.SAFE, "Words only: calls stay as they are.")
    if old.get("additionalProperties", True) is not False and new.get("additionalProperties", True) is False:
        yield SchemaChange(path, "additionalProperties", Grade.BREAKING, "Unknown names are refused now.")
    for keyword in sorted((old.keys() | new.keys()) - _STRUCTURE):
        if old.get(keyword) != new.get(keyword):
            words = f"Its “{keyword}” differs, and calls that were fine may be refused."
            yield SchemaChange(path, keyword, Grade.BREAKING, words)


def _parameter_changes(path: str, old: Schema, new: Schema) -> Iterator[SchemaChange]:
    before, after = old.get("properties", {}), new.get("properties", {})
    needed_before, needed_now = set(old.get("required", [])), set(new.get("required", []))
    for name in before:
        at = _below(path, name)
        if name not in after:
            yield SchemaChange(at, "presence", Grade.BREAKING, "Calls that pass it are refused now.")
            continue
        yield from input_changes(before[name], after[name], at)
        if name in needed_now - needed_before:
            yield SchemaChange(at, "required", Grade.BREAKING, "Calls without it are refused now.")
        elif name in needed_before - needed_now:
            yield SchemaChange(at, "required", Grade.SAFE, "Calls may leave it out now.")
    for name in [name for name in after if name not in before]:
        yield _new_parameter(_below(path, name), is_needed=name in needed_now)


def _new_parameter(path: str, *, is_needed: bool) -> SchemaChange:
    if is_needed:
        return SchemaChange(
            path, "presence", Grade.BREAKING, "It is new and required: calls without it are refused now."
        )
    return SchemaChange(path, "presence", Grade.SAFE, "New and optional: calls without it stay as they are.")


def _below(path: str, name: str) -> str:
    return f"{path}.{name}".lstrip(".")
