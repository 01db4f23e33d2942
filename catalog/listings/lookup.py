"""Listings by the ids that models and people pass around."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from catalog.listings.ids import near_misses
from catalog.models import JobListing


@dataclass(frozen=True)
class Unknown:
    """An id that no visible listing has, with real ids that differ in one digit."""

    id: str
    did_you_mean: tuple[str, ...]


@dataclass(frozen=True)
class Lookup:
    """What was found, each part in the order in which it was asked for."""

    open: tuple[JobListing, ...]
    closed: tuple[JobListing, ...]
    unknown: tuple[Unknown, ...]


def look_up(ids: Sequence[str]) -> Lookup:
    """One query, and a second one where an id is unknown. A listing that staff hid is unknown."""
    wanted = list(dict.fromkeys(text.strip() for text in ids))
    found = {listing.public_id: listing for listing in _visible(wanted)}
    known = [found[text] for text in wanted if text in found]
    return Lookup(
        open=tuple(listing for listing in known if listing.is_open),
        closed=tuple(listing for listing in known if not listing.is_open),
        unknown=_unknown([text for text in wanted if text not in found]),
    )


def _visible(ids: Sequence[str]) -> Iterable[JobListing]:
    """No ids, no query: to find that out by itself, the ORM needs as long as for one."""
    visible = JobListing.objects.exclude(status=JobListing.Status.HIDDEN)
    return visible.filter(public_id__in=ids) if ids else ()


def _unknown(ids: Sequence[str]) -> tuple[Unknown, ...]:
    candidates = {text: near_misses(text) for text in ids}
    every = [candidate for near in candidates.values() for candidate in near]
    real = set(
        JobListing.objects.filter(public_id__in=every, status=JobListing.Status.ACTIVE).values_list(
            "public_id", flat=True
        )
        if every
        else ()
    )
    return tuple(Unknown(text, tuple(item for item in near if item in real)[:3]) for text, near in candidates.items())
