"""What GET /api/v1/listings/ takes."""

from typing import Any, Literal, Self

from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field

from catalog.api.errors import wrong_parameters
from catalog.tools.plain import schema_problems

MANY = {"location", "workplace"}
NUMBERS = {"limit"}


class ListingQuery(BaseModel):
    """Filters and place in the list. Everything is optional; an unknown name is an error, not silence."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    q: str = Field("", max_length=120, description="Job title or skills.")
    location: list[str] = Field([], max_length=12, description="City, region or country; may be repeated.")
    workplace: list[Literal["onsite", "hybrid", "remote"]] = Field([], max_length=3, description="May be repeated.")
    sort: Literal["relevance", "newest", "pay_high"] = Field(
        "relevance", description="The order; without words to be relevant to, the newest come first."
    )
    limit: int = Field(20, ge=1, le=100, description="Listings on a page.")
    cursor: str = Field("", max_length=200, description="Where the page before ended: taken from its `next`.")

    @classmethod
    def read(cls, given: QueryDict) -> Self:
        """Raises `bad_parameter`, which names the parameters that don't fit."""
        values: dict[str, Any] = {name: _value(given, name) for name in given}
        problems = schema_problems(Draft202012Validator(cls.model_json_schema()), values)
        if problems:
            raise wrong_parameters(problems)
        return cls.model_validate(values)

    @classmethod
    def described(cls) -> list[OpenApiParameter]:
        """The same, for the schema."""
        schemas = cls.model_json_schema()["properties"]
        return [
            OpenApiParameter(
                name, {key: schema[key] for key in schema if key != "title"}, description=schema["description"]
            )
            for name, schema in schemas.items()
        ]


def _value(given: QueryDict, name: str) -> Any:
    if name in MANY:
        return given.getlist(name)
    text = str(given[name])
    is_number = name in NUMBERS and text.isascii() and text.isdigit()
    return int(text) if is_number else text
