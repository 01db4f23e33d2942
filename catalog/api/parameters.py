"""What operations take in their address: everything is optional, and an unknown name is an error, not silence."""

from typing import Any, Literal, Self

from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field

from catalog.api.errors import wrong_parameters
from catalog.tools.plain import schema_problems

LONGEST_NUMBER = 18  # digits; what is longer stays a text, and is refused as one
WHICH = "`draft`, `live`, another label, or a release's number."
CONTENT = r"^[-a-z0-9_]{1,40}$"


class Query(BaseModel):
    """Base of what an operation takes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def read(cls, given: QueryDict) -> Self:
        """Raises `bad_parameter`, which names the parameters that don't fit."""
        schema = cls.model_json_schema()
        kinds = {name: field.get("type", "string") for name, field in schema["properties"].items()}
        values: dict[str, Any] = {name: _value(given, name, kinds.get(name, "string")) for name in given}
        problems = schema_problems(Draft202012Validator(schema), values)
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


class ListingQuery(Query):
    """Filters and place in the list of listings."""

    q: str = Field("", max_length=120, description="Job title or skills.")
    location: list[str] = Field([], max_length=12, description="City, region or country; may be repeated.")
    workplace: list[Literal["onsite", "hybrid", "remote"]] = Field([], max_length=3, description="May be repeated.")
    sort: Literal["relevance", "newest", "pay_high"] = Field(
        "relevance", description="The order; without words to be relevant to, the newest come first."
    )
    limit: int = Field(20, ge=1, le=100, description="Listings on a page.")
    cursor: str = Field("", max_length=200, description="Where the page before ended: taken from its `next`.")


class ReleaseQuery(Query):
    """Place in the list of releases."""

    limit: int = Field(20, ge=1, le=100, description="Releases on a page.")
    before: int = Field(2**31 - 1, ge=1, le=2**31 - 1, description="Only releases with a smaller number.")


class ContentQuery(Query):
    """One content of the catalogue."""

    of: str = Field("draft", pattern=CONTENT, description=WHICH)


class DiffQuery(Query):
    """Two contents of the catalogue."""

    old: str = Field("live", pattern=CONTENT, description=f"From: {WHICH}")
    new: str = Field("draft", pattern=CONTENT, description=f"To: {WHICH}")


class ImportQuery(Query):
    """How a file is imported."""

    note: str = Field("", max_length=300, pattern=r"^[^\x00]*$", description="Why, for the audit.")
    reviewed: str = Field("", max_length=64, description="What a dry run answered with: drafts saved since are kept.")
    dry_run: bool = Field(False, description="Only tell what would change.")  # noqa: FBT003 - a field's default


def _value(given: QueryDict, name: str, kind: str) -> Any:
    text = str(given[name])
    if kind == "array":
        return given.getlist(name)
    if kind == "boolean":
        return {"true": True, "false": False}.get(text, text)
    is_number = kind == "integer" and text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else text
