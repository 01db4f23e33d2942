"""Schema violations in plain words: what a model or an editor can act on, without a library's own text."""

import difflib
from collections.abc import Callable, Iterator
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from catalog.errors import FieldProblem

TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def schema_problems(validator: Draft202012Validator, value: Any) -> tuple[FieldProblem, ...]:
    """All violations at once, by field (`items[2].id`), in the order of the fields; empty where the value fits."""
    errors = sorted(validator.iter_errors(value), key=lambda error: [str(part) for part in error.absolute_path])
    return tuple(problem for error in errors for problem in _problems(error))


def _problems(error: ValidationError) -> Iterator[FieldProblem]:
    path, rule, asked, value = (
        _path(error),
        str(error.validator),
        cast("Any", error.validator_value),
        cast("Any", error.instance),
    )
    if rule == "required":
        for name in asked:
            if name not in value:
                yield FieldProblem(f"{path}.{name}".lstrip("."), "is missing.")
    elif rule == "additionalProperties":
        known = list(cast("Any", error.schema).get("properties", {}))
        for name in sorted(value.keys() - set(known)):
            yield FieldProblem(f"{path}.{name}".lstrip(".")[:80], _unknown(name, known))
    else:
        yield FieldProblem(path or "arguments", _sentence(error))


def _path(error: ValidationError) -> str:
    path = ""
    for part in error.absolute_path:
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return path.lstrip(".")


def _unknown(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"is not known here. Did you mean {close[0]}?" if close else f"is not known here. Known: {', '.join(known)}."


def _listed(values: list[Any]) -> str:
    return ", ".join(str(value) for value in values)


_WORDS: dict[str, Callable[[Any], str]] = {
    "enum": lambda values: f"must be one of: {_listed(values)}.",
    "const": lambda value: f"must be {value}.",
    "maxItems": lambda most: f"takes at most {most} items.",
    "minItems": lambda least: f"needs at least {least} item(s).",
    "maxLength": lambda most: f"takes at most {most} characters.",
    "minLength": lambda least: f"needs at least {least} character(s).",
    "maximum": lambda most: f"must be {most} or less.",
    "minimum": lambda least: f"must be {least} or more.",
    "exclusiveMinimum": lambda least: f"must be more than {least}.",
    "exclusiveMaximum": lambda most: f"must be less than {most}.",
    "uniqueItems": lambda _: "names an item twice.",
    "type": lambda kind: (
        f"must be {' or '.join(TYPES.get(k, k) for k in ([kind] if isinstance(kind, str) else kind))}."
    ),
}


def _sentence(error: ValidationError) -> str:
    words = _WORDS.get(str(error.validator))
    return (
        words(error.validator_value)
        if words
        else str(cast("Any", error.schema).get("description") or "does not have the right form.")
    )
