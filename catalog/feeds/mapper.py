"""From a raw record to a `MappedRecord`: find the values, clean them, and understand places, pay, dates and kinds of work."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal, InvalidOperation

from pydantic import ValidationError

from catalog.feeds.locations import Locations
from catalog.feeds.mapping import FieldName, Mapping
from catalog.feeds.paths import Found, Record, find, texts
from catalog.feeds.record import MappedRecord, Rejected
from catalog.feeds.templates import fill, origin_of
from catalog.listings.dates import parse_date
from catalog.listings.employment import employment_type_of, seniority_of, workplace_of
from catalog.listings.industries import industry_of
from catalog.listings.names import employer_key
from catalog.listings.pay import Pay, format_pay, pay_from_fields, yearly
from catalog.listings.rates import to_common
from catalog.listings.text import COMPANY_LIMIT, TITLE_LIMIT, clean_description, clean_line, safe_url

_JOINTS: dict[str, str] = {"location": ", ", "description": "\n"}
_CENT = Decimal("0.01")
_LONGEST_ID = 200
_MOST_OF_A_VALUE = 1_000_000


@dataclass(frozen=True, slots=True)
class Fallbacks:
    """What the feed's own settings say where its records say nothing."""

    company: str = ""
    currency: str = ""
    address: str = ""  # of the feed


@dataclass(slots=True)
class _Values:
    """One record's values by field: each as text, and where it came from."""

    record: Record
    mapping: Mapping
    address: str = ""
    sources: dict[str, str] = field(default_factory=dict)

    def all(self, name: FieldName) -> tuple[str, ...]:
        found = self._found(name)
        if found.values:
            self.sources[name] = found.source
        return found.values

    def one(self, name: FieldName, *, joint: str = "") -> str:
        """The first value, or all of them where a joint is given."""
        values = self.all(name)
        return (joint.join(dict.fromkeys(values)) if joint else "".join(values[:1]))[:_MOST_OF_A_VALUE]

    def _found(self, name: FieldName) -> Found:
        found = find(self.record, self.mapping.fields.get(name, ()), joint=_JOINTS.get(name, " "))
        if found.values:
            return found
        return self._flagged(name) or self._from_template(name) or self._constant(name)

    def _flagged(self, name: FieldName) -> Found | None:
        for path, value in self.mapping.flags.get(name, {}).items():
            if any(text.lower() in {"true", "1", "yes"} for text in texts(self.record, path)):
                return Found((value,), path)
        return None

    def _from_template(self, name: FieldName) -> Found | None:
        template = self.mapping.templates.get(name, "")
        text = fill(template, self.record, address=self.address)
        return Found((text,), template) if text else None

    def _constant(self, name: FieldName) -> Found:
        constant = self.mapping.constants.get(name, "")
        return Found((constant,) if constant else (), "constant")


class Mapper:
    """Maps one copy's records; make one for a run, it remembers the places that it has looked up."""

    def __init__(
        self, mapping: Mapping, *, now: datetime, locations: Locations, fallbacks: Fallbacks = Fallbacks()
    ) -> None:
        self._mapping, self._now = mapping, now
        self._locations, self._fallbacks = locations, fallbacks

    def map(self, record: Record) -> MappedRecord | Rejected | None:
        """A listing's content, the reasons why not, or None for a record that is no posting (`Mapping.leave_out`)."""
        if self._is_left_out(record):
            return None
        values = _Values(record, self._mapping, self._fallbacks.address)
        external_id = _identity(values)
        title, company = self._title_and_company(values)
        reasons = tuple(_missing(external_id=external_id, title=title, company=company))
        if reasons:
            return Rejected(external_id, reasons)
        return self._mapped(values, external_id, title, company)

    def _mapped(self, values: _Values, external_id: str, title: str, company: str) -> MappedRecord | Rejected:
        content = {
            "external_id": external_id,
            "title": title,
            "company": company,
            "employer_key": employer_key(company)[:COMPANY_LIMIT] or company.casefold(),
            **self._where(values, title),
            **self._kind(values, title),
            **self._pay(values),
            **self._rest(values),
        }
        try:
            return MappedRecord(**content, provenance=values.sources)
        except ValidationError as error:
            problems = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors(include_url=False))
            return Rejected(external_id, tuple(problems))

    def _is_left_out(self, record: Record) -> bool:
        for condition in self._mapping.leave_out:
            found = [text for path in condition.path for text in texts(record, path) if text]
            if (condition.missing and not found) or any(text in condition.values for text in found):
                return True
        return False

    def _title_and_company(self, values: _Values) -> tuple[str, str]:
        title = clean_line(values.one("title"), TITLE_LIMIT)
        company = clean_line(values.one("company"), COMPANY_LIMIT)
        if not company:
            title, company = self._split(title)
            values.sources |= {"company": values.sources.get("title", "")} if company else {}
        return title, company or clean_line(self._fallbacks.company, COMPANY_LIMIT)

    def _split(self, title: str) -> tuple[str, str]:
        for split in self._mapping.title_splits:
            is_first = split.company == "first"
            before, found, after = title.partition(split.separator) if is_first else title.rpartition(split.separator)
            if found and before.strip() and after.strip():
                role, company = (after, before) if is_first else (before, after)
                return role.strip(), clean_line(company, COMPANY_LIMIT)
        return title, ""

    def _where(self, values: _Values, title: str) -> dict[str, object]:
        written = clean_line(values.one("location", joint="; "), 200)
        found = self._locations.understand(written, country=values.one("country"))
        hints = values.all("workplace")
        return {
            "location_text": written,
            "place_ids": found.place_ids,
            "location": found.label[:200],
            "country": found.country,
            "region": found.region,
            "workplace": workplace_of(hints, written, title),
        }

    def _kind(self, values: _Values, title: str) -> dict[str, object]:
        return {
            "employment_type": employment_type_of(*values.all("employment_type"), title=title),
            "seniority": seniority_of(title, *values.all("seniority")),
            "industry": industry_of(*values.all("industry"), title=title),
        }

    def _pay(self, values: _Values) -> dict[str, object]:
        written = clean_line(values.one("pay"), 120)
        pay = pay_from_fields(
            self._amount(values, "pay_min"),
            self._amount(values, "pay_max"),
            values.one("pay_currency"),
            values.one("pay_period"),
            written,
            currency_hint=self._fallbacks.currency,
        )
        return {"pay_text": written} if pay is None else _pay_columns(pay, written)

    def _amount(self, values: _Values, name: FieldName) -> str:
        text, divisor = values.one(name), self._mapping.pay.divide_by
        if divisor == 1 or not text:
            return text
        try:
            return str(Decimal(text) / divisor)
        except InvalidOperation:
            return ""

    def _rest(self, values: _Values) -> dict[str, object]:
        description = clean_description(values.one("description", joint="\n"))
        return {
            "description_html": description.html,
            "description": description.text,
            "apply_url": _apply_url(values.one("apply_url"), origin_of(self._fallbacks.address)),
            "language": clean_line(values.one("language"), 20)[:5].strip("-_").lower(),
            "posted_at": self._date(values, "posted_at"),
            "expires_at": self._date(values, "expires_at"),
        }

    def _date(self, values: _Values, name: FieldName) -> datetime | None:
        return parse_date(values.one(name), formats=self._mapping.date_formats, now=self._now)


def _identity(values: _Values) -> str:
    """The publisher's own id as it is; one that is too long for the column by its hash."""
    raw = "".join(sign for sign in values.one("external_id") if sign.isprintable()).strip()
    if len(raw) <= _LONGEST_ID:
        return raw
    return hashlib.sha256(raw.encode()).hexdigest()


def _missing(**required: str) -> list[str]:
    words = {"external_id": "it has no id", "title": "it has no title", "company": "it names no company"}
    return [words[name] for name, value in required.items() if not value]


def _apply_url(raw: str, origin: str) -> str:
    """Https only. A plain http address is asked for its https twin, as browsers do; a mere path belongs to the feed's host."""
    url = raw.strip()
    if url.startswith("/") and not url.startswith("//"):
        url = f"{origin}{url}" if origin else url
    if url[:7].lower() == "http://":
        url = f"https://{url[7:]}"
    elif url[:4].lower() == "www.":
        url = f"https://{url}"
    return safe_url(url)


def _pay_columns(pay: Pay, written: str) -> dict[str, object]:
    low, high = _cents(pay.minimum), _cents(pay.maximum)
    year_low, year_high = yearly(pay)
    return {
        "pay_min": low,
        "pay_max": high,
        "pay_currency": pay.currency,
        "pay_period": pay.period or None,
        "pay_text": written or format_pay(low, high, pay.currency, pay.period)[:120],
        "pay_year_min": year_low,
        "pay_year_max": year_high,
        "pay_usd_min": to_common(year_low, pay.currency),
        "pay_usd_max": to_common(year_high, pay.currency),
    }


def _cents(amount: Decimal | None) -> Decimal | None:
    return None if amount is None else amount.quantize(_CENT)
