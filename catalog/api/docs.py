"""GET /api/docs/: the operations of the schema as a plain page. No script, so it works under the strict CSP."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator


@dataclass(frozen=True)
class Parameter:
    """One parameter in words."""

    name: str
    place: str
    kind: str
    meaning: str


@dataclass(frozen=True)
class Operation:
    """One operation: where, what for, with which parameters, and the shapes of its body and its answers."""

    method: str
    path: str
    summary: str
    meaning: str
    is_open: bool
    parameters: tuple[Parameter, ...]
    body: str
    answers: tuple[tuple[str, str], ...]

    @property
    def is_plain(self) -> bool:
        """Whether its address can be followed as it stands."""
        return self.method == "GET" and "{" not in self.path


@dataclass(frozen=True)
class Documentation:
    """What the page shows."""

    operations: tuple[Operation, ...]
    shapes: tuple[tuple[str, str], ...]


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html", {"documentation": documentation()})


@cache
def documentation() -> Documentation:
    """Made once from the OpenAPI schema: it changes with the code alone."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    shapes = schema["components"]["schemas"].items()
    return Documentation(
        tuple(_operations(schema["paths"])), tuple((name, json.dumps(shape, indent=2)) for name, shape in shapes)
    )


def _operations(paths: dict[str, Any]) -> Iterator[Operation]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            yield Operation(
                method.upper(),
                path,
                operation.get("summary", ""),
                _plain(operation.get("description", "")),
                {} in operation["security"],
                tuple(_parameter(parameter) for parameter in operation.get("parameters", [])),
                _shape(operation.get("requestBody", {})),
                tuple(_answers(operation["responses"])),
            )


def _parameter(parameter: dict[str, Any]) -> Parameter:
    schema = parameter["schema"]
    item = schema.get("items", schema)
    kind = " | ".join(item["enum"]) if "enum" in item else str(item.get("type", ""))
    return Parameter(parameter["name"], parameter["in"], kind, _plain(parameter.get("description", "")))


def _answers(responses: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Statuses by shape, the good one first."""
    by_shape: dict[str, list[str]] = {}
    for status in sorted(responses):
        by_shape.setdefault(_shape(responses[status]), []).append(status)
    return ((", ".join(statuses), shape) for shape, statuses in by_shape.items())


def _plain(text: str) -> str:
    """The schema's descriptions are Markdown, of which they use one sign."""
    return str(text).replace("`", "")


def _shape(message: dict[str, Any]) -> str:
    content: dict[str, Any] = next(iter(message.get("content", {}).values()), {})
    return str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]
