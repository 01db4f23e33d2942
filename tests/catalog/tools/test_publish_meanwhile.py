"""A publish while somebody saves: it holds the draft as it was before the save, or after it, never half of each."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from catalog.models import Tool, ToolParameter
from catalog.tools.content import CatalogueContent
from catalog.tools.exchange import import_drafts
from catalog.tools.publish import publish_drafts, release_content
from catalog.tools.shipped import load_shipped, shipped_content

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = '"catalog_toolparameter"'


class Saving:
    """Somebody who saves a whole draft, once, as soon as its first half has been read. `waits`: a lock kept them from it."""

    def __init__(self) -> None:
        self.waits: list[bool] = []

    def __call__(self, execute: Callable[..., Any], sql: str, *details: Any) -> Any:
        if ROWS in sql and not self.waits:
            thread = threading.Thread(target=self._save)
            thread.start()
            thread.join()
        return execute(sql, *details)

    def _save(self) -> None:
        """Both halves, as the editor does, under the lock of the draft."""
        try:
            with transaction.atomic():
                tool = Tool.objects.select_for_update(nowait=True).get(name="search_jobs")
                ToolParameter.objects.filter(tool=tool, name="query").update(description="Other words.")
                Tool.objects.filter(pk=tool.pk).update(title="Other words.")
            self.waits.append(False)
        except OperationalError:
            self.waits.append(True)
        finally:
            connection.close()


def says_both_or_neither(content: CatalogueContent) -> bool:
    tool = next(tool for tool in content.tools if tool.name == "search_jobs")
    query = next(row for row in tool.parameters if row.name == "query")
    return (tool.title == "Other words.") is (query.description == "Other words.")


@pytest.mark.promise("REL-13")
def test_a_release_holds_no_half_of_a_save() -> None:
    load_shipped()
    Tool.objects.filter(name="render_jobs").update(title="Show them")
    saving = Saving()
    with connection.execute_wrapper(saving):
        release = publish_drafts(author=None)
    assert saving.waits
    assert says_both_or_neither(release_content(release))


@pytest.mark.promise("EDIT-5")
def test_what_an_import_replaces_is_what_it_has_read() -> None:
    load_shipped()
    Tool.objects.filter(name="search_jobs").update(title="Some words.")
    saving = Saving()
    with connection.execute_wrapper(saving):
        import_drafts(content=shipped_content(), user=None)
    assert saving.waits == [True]
