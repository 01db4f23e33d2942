"""Filters that say in words what the stock ones leave blank."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList


class NamedValuesFilter(admin.AllValuesFieldListFilter):
    """Every value that occurs; the empty one has a name, so that its link has a text."""

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or "not stated"}
