"""Employers by the names that callers give them."""

from collections.abc import Iterable

from catalog.listings.names import employer_key
from catalog.models import Employer


def employer_ids(names: Iterable[str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Ids of the employers of these names, and the names that no employer has. At most one query."""
    keys = {name: employer_key(name) for name in names}
    ids = dict(Employer.objects.filter(key__in=keys.values()).values_list("key", "id")) if keys else {}
    strangers = tuple(name for name, key in keys.items() if key not in ids)
    return tuple(sorted(set(ids.values()))), strangers
