"""How a publisher's record becomes a listing, as data: what a preset file holds, and what `Feed.mapping` overlays.

A field has sources, and the first that is not empty wins. A source is one of

    location.name                                   a path
    [city, state, country]                          parts, joined if the first of them is there
    {each: locations, parts: [city, country]}       the same for each repetition of an element
    {all: [office, additional.office]}              several values that stay apart

A path goes through lists by itself; `metadata[name=Type].value` keeps the parts whose `name` is `Type`, `@id` is an attribute.
"""

from collections.abc import Mapping as AnyMapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from catalog.errors import FieldProblem, ShortlistError

FieldName = Literal[
    "external_id",
    "title",
    "company",
    "location",
    "country",
    "workplace",
    "employment_type",
    "seniority",
    "industry",
    "description",
    "pay",
    "pay_min",
    "pay_max",
    "pay_currency",
    "pay_period",
    "apply_url",
    "language",
    "posted_at",
    "expires_at",
]

Path = Annotated[str, Field(min_length=1, max_length=200)]
Paths = Annotated[list[Path], Field(min_length=1, max_length=12)]


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str | dict) else value


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Each(_Frozen):
    """The same parts of every repetition of an element, e.g. of each office."""

    each: Path
    parts: Paths


class All(_Frozen):
    """Every value of several paths, e.g. of the main office and the others."""

    all: Paths


Parts = Annotated[list[Path | Each], Field(min_length=1, max_length=12)]
Source = Path | Parts | Each | All
Sources = Annotated[list[Source], BeforeValidator(_as_list), Field(max_length=20)]
Words = Annotated[list[str], BeforeValidator(_as_list)]


class TitleSplit(_Frozen):
    """Where a title also names the company: `Acme: Cook` (first) or `Cook at Acme` (last)."""

    separator: str = Field(min_length=1, max_length=20)
    company: Literal["first", "last"]


class Condition(_Frozen):
    """A record whose value at a `path` is one of `values` is no posting; `missing: true` means: one without any value there."""

    path: Annotated[Paths, BeforeValidator(_as_list)]
    values: Words = []
    missing: bool = False


class PayRules(_Frozen):
    """How amounts are written where the feed has fields of their own for them."""

    divide_by: int = Field(default=1, ge=1, le=1000, description="100 where amounts are in cents")


class Paging(_Frozen):
    """How the next page of a list is asked for.

    `link`: the page names its address at `path`. `cursor`: what it holds at `path` goes into `parameter`. `offset` and `page`:
    `parameter` counts on, postings or pages."""

    by: Literal["link", "cursor", "offset", "page"]
    path: str = Field(default="", max_length=200)
    parameter: str = Field(default="", max_length=40)
    start: int = Field(default=0, ge=0, le=1, description="The number of the first page")
    size: int = Field(default=100, ge=1, le=10_000)
    size_parameter: str = Field(default="", max_length=40, description="Asks for `size` postings a page")
    most: int = Field(
        default=200, ge=1, le=2_000, description="Pages; a longer list is read in part and closes nothing"
    )

    @model_validator(mode="after")
    def _knows_where(self) -> "Paging":
        needed = {"link": ["path"], "cursor": ["path", "parameter"]}.get(self.by, ["parameter"])
        if missing := [name for name in needed if not getattr(self, name)]:
            raise ValueError(f"paging by {self.by} needs {' and '.join(missing)}")
        return self


class Detail(_Frozen):
    """One more document for each posting, for lists that leave the description out. Kept until its record changes."""

    url: str = Field(
        min_length=1, max_length=500, description="A text with {paths}; {feed.origin} is the feed's own host"
    )
    reads: Literal["json", "jsonld"] = "json"
    into: str = Field(default="detail", pattern=r"^\w{1,40}$", description="Where the document stands in the record")
    most: int = Field(default=1_000, ge=1, le=20_000, description="Calls a refresh; the rest is read by the next ones")
    per_second: float = Field(default=4, gt=0, le=1_000)
    keep_days: int = Field(default=7, ge=1, le=90)


class Mapping(_Frozen):
    """A whole reading of one kind of feed."""

    reader: Literal["xml", "json", "rss", "jsonld", "csv"]
    roots: Words = Field(default=[], description="XML: the names that the document's first element may have")
    records: Words = Field(default=[], description="XML: names of the element of a posting. JSON: paths of the list")
    total: Words = Field(default=[], description="Where the document says how many postings it holds")
    fields: dict[FieldName, Sources]
    flags: dict[FieldName, dict[Path, str]] = Field(
        default={}, description="Values where a path says true: {remote: remote}"
    )
    templates: dict[FieldName, str] = Field(
        default={}, description="Texts with {paths}, for fields that are still empty"
    )
    constants: dict[FieldName, str] = Field(default={}, description="Values for fields that a record leaves empty")
    date_formats: Words = Field(default=[], description="strptime formats, for dates that are not ISO 8601 or RFC 822")
    pay: PayRules = PayRules()
    title_splits: list[TitleSplit] = []
    leave_out: list[Condition] = Field(default=[], description="Records that are no postings")
    paging: Paging | None = None
    detail: Detail | None = None


def parse_mapping(preset: AnyMapping[str, Any], overlay: AnyMapping[str, Any]) -> Mapping:
    """The preset with the overlay on top: fields, flags, templates and constants name by name, the rest whole.

    Raises ShortlistError `bad_mapping` whose fields say what is wrong and where."""
    try:
        return Mapping.model_validate(_overlaid(preset, overlay))
    except ValidationError as error:
        problems = [FieldProblem(".".join(map(str, e["loc"])), e["msg"]) for e in error.errors(include_url=False)]
        first = problems[0]
        message = f"The mapping can't be used: {first.field or 'it'}: {first.problem}."
        raise ShortlistError("bad_mapping", message, "See the presets for examples.", fields=problems) from error


def _overlaid(preset: AnyMapping[str, Any], overlay: AnyMapping[str, Any]) -> dict[str, Any]:
    merged = {**preset, **overlay}
    for name in ("fields", "flags", "templates", "constants"):
        below, above = preset.get(name, {}), overlay.get(name, {})
        if isinstance(below, dict) and isinstance(above, dict):
            merged[name] = {**below, **above}
    return merged
