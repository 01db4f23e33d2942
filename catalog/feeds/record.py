"""A record that has been mapped, cleaned and checked: every column that a feed decides about a listing."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from catalog.models.listing import EmploymentType, PayPeriod, Workplace

HASH_BYTES = 16
_NOT_CONTENT = {"employer_key", "provenance"}

Amount = Annotated[Decimal, Field(gt=0, max_digits=12, decimal_places=2)]
YearlyAmount = Annotated[int, Field(ge=0, lt=2**31)]


class MappedRecord(BaseModel):
    """The limits are those of JobListing's columns; texts are clean, times aware."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=True)

    external_id: str = Field(min_length=1, max_length=200)
    title: str = Field(min_length=1, max_length=200)
    company: str = Field(min_length=1, max_length=120)
    employer_key: str = Field(min_length=1, max_length=120)
    location_text: str = Field("", max_length=200)
    place_ids: tuple[int, ...] = Field((), max_length=50)
    location: str = Field("", max_length=200)
    country: str = Field("", max_length=2)
    region: str = Field("", max_length=20)
    workplace: Workplace = Workplace.UNKNOWN
    employment_type: EmploymentType = EmploymentType.UNKNOWN
    seniority: str = Field("", max_length=12)
    industry: str = Field("unknown", max_length=40)
    description_html: str = Field("", max_length=60_000)
    description: str = Field("", max_length=60_000)
    pay_min: Amount | None = None
    pay_max: Amount | None = None
    pay_currency: str = Field("", pattern=r"^([A-Z]{3})?$")
    pay_period: PayPeriod | None = None
    pay_text: str = Field("", max_length=120)
    pay_year_min: YearlyAmount | None = None
    pay_year_max: YearlyAmount | None = None
    pay_usd_min: YearlyAmount | None = None
    pay_usd_max: YearlyAmount | None = None
    apply_url: str = Field("", max_length=2048, pattern=r"^(https://\S+)?$")
    language: str = Field("", max_length=5)
    posted_at: datetime | None = None
    expires_at: datetime | None = None
    provenance: dict[str, str] = {}

    @model_validator(mode="after")
    def _ends_in_order(self) -> "MappedRecord":
        if self.pay_min is not None and self.pay_max is not None and self.pay_min > self.pay_max:
            raise ValueError("pay_min is above pay_max")
        return self

    def obstacles(self) -> tuple[str, ...]:
        """Why this record, although it can be read, can't be offered to people."""
        return () if self.apply_url else ("it has no https address to apply at",)

    def columns(self) -> dict[str, Any]:
        """Values by column of JobListing, as PostgreSQL takes them."""
        values = {name: getattr(self, name) for name in type(self).model_fields if name not in _NOT_CONTENT}
        return {**values, "place_ids": list(self.place_ids), "pay_period": self.pay_period or ""}

    def content_hash(self, attribution: str) -> bytes:
        """Sixteen bytes that differ when anything differs that a reader could notice."""
        content = json.dumps([self.columns(), attribution], default=str, sort_keys=True)
        return hashlib.blake2b(content.encode(), digest_size=HASH_BYTES).digest()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A record that can't become a listing, and why, in plain words. `external_id` is empty where even that is missing."""

    external_id: str
    reasons: tuple[str, ...]
