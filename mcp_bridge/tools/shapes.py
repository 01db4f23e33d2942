"""The shapes of jobs in tool results. Their field names are the contract of model and widget alike.

Absent means unknown: the envelope leaves out empty values, so that results stay small and schemas need no `anyOf`.
Every tool repeats these descriptions in its list: they are short, and a name that says it all has none.
"""

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from catalog.tools.schema import THIRD_PARTY

__all__ = ["THIRD_PARTY"]


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PayShape(Shape):
    """Pay as the employer wrote it and, where it is known, as a comparable yearly range."""

    text: str = Field("", description=f"As stated. {THIRD_PARTY}")
    usd_year_min: int | SkipJsonSchema[None] = Field(None, description="Converted.")
    usd_year_max: int | SkipJsonSchema[None] = None


class JobCard(Shape):
    """A job in a list."""

    id: str
    title: str = Field(description=THIRD_PARTY)
    company: str = Field(description=THIRD_PARTY)
    location: str = Field("", description=THIRD_PARTY)
    workplace: str = ""
    employment_type: str = ""
    pay: PayShape | SkipJsonSchema[None] = None
    posted: str = ""
    saved: bool | SkipJsonSchema[None] = None
    url: str


class FoundJob(JobCard):
    """A job as `search_jobs` lists it."""

    highlight: str = Field("", description=f"What matches best. {THIRD_PARTY}")


class ShownJob(JobCard):
    """A job as a widget shows it, with the model's own words about it."""

    reason: str = Field("", description="Why it fits, in your words.")
    highlight: str = Field("", description=f"A passage of the posting. {THIRD_PARTY}")
    apply_url: str = Field(description="The employer's page.")
    attribution: str = Field("", description="The source, to be named.")


class FeaturedJob(JobCard):
    """A job that stands alone in a widget, with the model's own words about it."""

    reason: str = ""
    highlights: list[str] = Field(default_factory=list, description=THIRD_PARTY)
    seniority: str = ""
    industry: str = ""
    closes: str = ""
    apply_url: str
    attribution: str = Field("", description="The source, to be named.")


class ComparedFact(Shape):
    """One fact of one of the jobs that are compared."""

    label: str
    text: str = Field(description=THIRD_PARTY)
    differs: bool | SkipJsonSchema[None] = Field(None, description="True where the jobs don't agree.")


class ComparedJob(Shape):
    """A job beside others, with the model's own words about it."""

    id: str
    title: str = Field(description=THIRD_PARTY)
    company: str = Field(description=THIRD_PARTY)
    reason: str = ""
    facts: list[ComparedFact] = Field(default_factory=list)
    saved: bool | SkipJsonSchema[None] = None
    url: str
    apply_url: str
    attribution: str = Field("", description="The source, to be named.")


class PostingSection(Shape):
    """A part of a posting under its own heading."""

    heading: str = Field(description=THIRD_PARTY)
    text: str = Field("", description=THIRD_PARTY)


class JobDetails(JobCard):
    """A whole posting."""

    seniority: str = ""
    industry: str = ""
    closes: str = Field("", description="The last day to apply.")
    text: str = Field("", description=f"The posting, up to its first heading. {THIRD_PARTY}")
    sections: list[PostingSection] = Field(default_factory=list, description="The rest, by headings.")
    left_out: list[str] = Field(default_factory=list, description="Headings that were not asked for.")
    apply_url: str = Field(description="The employer's page.")
    attribution: str = Field("", description="The source, to be named.")


class GoneJob(Shape):
    """A job that can't be read or shown any more."""

    id: str
    title: str = Field("", description=THIRD_PARTY)
    reason: str = Field(description="Why it is gone.")


class UnknownId(Shape):
    """An id that no job has."""

    id: str
    did_you_mean: list[str] = Field(default_factory=list, description="Real ids, one digit off.")


class JobRef(Shape):
    """A job that this conversation has dealt with."""

    id: str
    title: str = Field("", description=THIRD_PARTY)
    company: str = Field("", description=THIRD_PARTY)
    url: str = ""
    closed: str = Field("", description="Why, if it is.")
