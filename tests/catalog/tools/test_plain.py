"""Violations in plain words."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from catalog.tools.plain import schema_problems

SCHEMA = {
    "type": "object",
    "properties": {
        "ids": {"type": "array", "items": {"type": "string", "maxLength": 3}, "minItems": 1, "maxItems": 2},
        "sort": {"enum": ["newest", "pay_high"]},
        "limit": {"type": "integer", "minimum": 1, "maximum": 25},
        "items": {"type": "array", "items": {"type": "object", "properties": {"id": {}}, "required": ["id"]}},
    },
    "required": ["ids"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, {"ids": "is missing."}),
        ({"ids": ["a"], "sorts": 1}, {"sorts": "is not known here. Did you mean sort?"}),
        ({"ids": ["a"], "zzz": 1}, {"zzz": "is not known here. Known: ids, sort, limit, items."}),
        ({"ids": []}, {"ids": "needs at least 1 item(s)."}),
        ({"ids": ["a", "b", "c"]}, {"ids": "takes at most 2 items."}),
        ({"ids": ["long"]}, {"ids[0]": "takes at most 3 characters."}),
        ({"ids": "a"}, {"ids": "must be a list."}),
        ({"ids": [1]}, {"ids[0]": "must be text."}),
        ({"ids": ["a"], "sort": "best"}, {"sort": "must be one of: newest, pay_high."}),
        (
            {"ids": ["a"], "limit": 0, "sort": "x"},
            {"limit": "must be 1 or more.", "sort": "must be one of: newest, pay_high."},
        ),
        ({"ids": ["a"], "limit": 99}, {"limit": "must be 25 or less."}),
        ({"ids": ["a"], "limit": "5"}, {"limit": "must be a whole number."}),
        ({"ids": ["a"], "items": [{"id": 1}, {}]}, {"items[1].id": "is missing."}),
    ],
)
def test_each_violation_is_said_in_plain_words_by_field(value: dict[str, Any], expected: dict[str, str]) -> None:
    found = schema_problems(Draft202012Validator(SCHEMA), value)
    assert {problem.field: problem.problem for problem in found} == expected
