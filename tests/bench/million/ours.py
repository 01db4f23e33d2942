"""The product, asked through its own functions."""

from catalog.listings.facet_counts import facet_counts
from catalog.listings.lookup import look_up
from catalog.listings.markets import markets
from catalog.listings.search import Page, search, search_each_place
from tests.bench.million.searches import Asked

SHOWN = 15  # as search_jobs shows them


def page(asked: Asked) -> Page:
    return search(asked.filters, limit=SHOWN)


def page_of_each_place(asked: Asked) -> Page:
    return search_each_place(asked.filters, limit=7)


def compared(asked: Asked) -> object:
    return markets(asked.filters)


def counted(asked: Asked) -> object:
    return facet_counts(asked.filters)


def details(asked: Asked) -> object:
    """Five listings whole. Their ids come from a search, which is not timed: see `with_ids`."""
    return look_up(asked.cities)


def with_ids(asked: Asked) -> Asked:
    return Asked(asked.filters, tuple(listing.public_id for listing in page(asked).listings[:5]))
