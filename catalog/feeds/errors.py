"""What can go wrong between an address and a listing. The message ends up in FeedRun.reason, so it is written for people."""

from catalog.errors import ShortlistError


class FetchError(ShortlistError):
    """The document could not be had: refused address, no answer, too large, cut off on the way.

    `wait`: the seconds for which the server wants to be left alone, where it says so."""

    wait: float | None = None


class UnreadableDocumentError(ShortlistError):
    """The document came, but it isn't what the feed promises: another format, broken, or cut off."""


class LeaseLostError(ShortlistError):
    """Another worker has taken this feed over; this run must not write any more."""
