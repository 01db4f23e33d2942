"""Two schemas of one thing, by what a client meets that holds the older one."""

from typing import Any

import pytest

from catalog.tools.schema_changes import Grade, input_changes, output_changes

SAFE, CAREFUL, BREAKING = Grade.SAFE, Grade.CAREFUL, Grade.BREAKING


def with_property(schema: dict[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"it": schema}, "required": list(required), "additionalProperties": False}


@pytest.mark.promise("REL-3")
@pytest.mark.parametrize(
    ("old", "new", "keyword", "grade"),
    [
        ({"type": "integer"}, {"type": "number"}, "type", SAFE),
        ({"type": "number"}, {"type": "integer"}, "type", BREAKING),
        ({"type": "string"}, {}, "type", SAFE),
        ({"enum": ["a", "b"]}, {"enum": ["a"]}, "enum", BREAKING),
        ({"enum": ["a"]}, {"enum": ["a", "b"]}, "enum", SAFE),
        ({"enum": ["a"]}, {"enum": ["b"]}, "enum", BREAKING),
        ({}, {"enum": ["a"]}, "enum", BREAKING),
        ({"enum": ["a"]}, {}, "enum", SAFE),
        ({"maximum": 25}, {"maximum": 10}, "maximum", BREAKING),
        ({"maximum": 10}, {"maximum": 25}, "maximum", SAFE),
        ({}, {"maxItems": 3}, "maxItems", BREAKING),
        ({"maxLength": 3}, {}, "maxLength", SAFE),
        ({"minimum": 1}, {"minimum": 2}, "minimum", BREAKING),
        ({"minItems": 2}, {"minItems": 1}, "minItems", SAFE),
        ({"default": 5}, {"default": 10}, "default", CAREFUL),
        ({"description": "a"}, {"description": "b"}, "description", SAFE),
        ({"pattern": "a"}, {"pattern": "b"}, "pattern", BREAKING),
    ],
)
def test_what_a_parameter_takes_breaks_clients_where_it_grows_narrower(
    old: dict[str, Any], new: dict[str, Any], keyword: str, grade: Grade
) -> None:
    found = list(input_changes(with_property(old), with_property(new)))
    assert [(item.path, item.keyword, item.grade) for item in found] == [("it", keyword, grade)]


@pytest.mark.promise("REL-3")
def test_items_of_a_list_are_compared_too() -> None:
    old = {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}}
    new = {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string", "maxLength": 10}}}}
    found = list(input_changes(with_property(old), with_property(new)))
    assert [(item.path, item.keyword, item.grade) for item in found] == [("it[].id", "maxLength", BREAKING)]


@pytest.mark.promise("REL-3")
def test_parameters_that_come_go_or_become_required() -> None:
    empty: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
    it = with_property({"type": "string"})
    needed = with_property({"type": "string"}, "it")
    assert [item.grade for item in input_changes(empty, it)] == [SAFE]
    assert [item.grade for item in input_changes(empty, needed)] == [BREAKING]
    assert [item.grade for item in input_changes(it, empty)] == [BREAKING]
    assert [item.grade for item in input_changes(it, needed)] == [BREAKING]
    assert [item.grade for item in input_changes(needed, it)] == [SAFE]
    assert [item.grade for item in input_changes({"type": "object"}, empty)] == [BREAKING]


@pytest.mark.promise("REL-3")
def test_what_results_hold_must_stay_where_it_was() -> None:
    old = {"properties": {"jobs": {"type": "array", "items": {"properties": {"id": {"type": "string"}}}}}}
    no_id: dict[str, Any] = {"properties": {"jobs": {"type": "array", "items": {"properties": {}}}}}
    number = {"properties": {"jobs": {"type": "array", "items": {"properties": {"id": {"type": "integer"}}}}}}
    assert [(item.path, item.grade) for item in output_changes(old, no_id)] == [("jobs[].id", BREAKING)]
    assert [(item.path, item.grade) for item in output_changes(no_id, old)] == [("jobs[].id", SAFE)]
    assert [(item.path, item.grade) for item in output_changes(old, number)] == [("jobs[].id", BREAKING)]
