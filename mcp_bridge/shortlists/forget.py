"""Forgetting one person: their shortlists and calls, by the pseudonym under which they are kept."""

import re
from dataclasses import dataclass

from django.db.models import Q

from catalog.errors import ShortlistError
from mcp_bridge.models import LoggedCall, Shortlist
from mcp_bridge.shortlists.handles import pseudonym
from mcp_bridge.shortlists.retention import delete_in_batches

_PSEUDONYM = re.compile(r"[a-z][a-z0-9-]*-[0-9a-f]{24}")
_NAMED = re.compile(r"(?P<kind>[a-z][a-z0-9-]*):(?P<value>.+)", re.DOTALL)


@dataclass(frozen=True)
class Forgotten:
    """How many rows of each kind went."""

    pseudonym: str
    shortlists: int
    calls: int


def forget(person: str) -> Forgotten:
    """Takes a pseudonym, or `kind:value` as the host knows it. Raises `not_a_person`, or `nothing_kept` where nothing is.

    A web process writes its calls within half a second; one that is being made right now can be forgotten after it.
    """
    name = as_pseudonym(person)
    shortlists = Shortlist.objects.filter(Q(principal=name) | Q(hint=name)).order_by("pk")
    own = list(shortlists.values_list("pk", flat=True))
    calls = LoggedCall.objects.filter(Q(principal=name) | Q(shortlist__in=own)).order_by("pk")
    gone = Forgotten(name, calls=delete_in_batches(calls), shortlists=delete_in_batches(shortlists))
    if not gone.shortlists and not gone.calls:
        raise ShortlistError("nothing_kept", f"Nothing is kept of {name}.", "Check the spelling and the server’s key.")
    return gone


def as_pseudonym(person: str) -> str:
    """`openai:abc` becomes `openai-…`; what is a pseudonym already stays as it is."""
    if _PSEUDONYM.fullmatch(person):
        return person
    named = _NAMED.fullmatch(person)
    if named is None:
        raise ShortlistError(
            "not_a_person", f"“{person}” names nobody.", "Give a pseudonym such as openai-…, or kind:value."
        )
    return pseudonym(named["kind"], named["value"])
