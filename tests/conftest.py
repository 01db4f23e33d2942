"""What every test shares: the product's promises must all be proven, and proven promises must exist."""

from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings
from hypothesis import settings as hypothesis_settings

from config import embedded
from mcp_bridge.shortlists.log import call_log
from tests.requirements import PROMISES

# The same examples on every machine: what a run finds, another one finds too. Explore with --hypothesis-seed.
hypothesis_settings.register_profile("steady", derandomize=True, deadline=None)
hypothesis_settings.load_profile("steady")


@pytest.fixture(autouse=True)
def _log_of_its_own() -> Iterator[None]:
    """Rows that a test's calls left waiting end with it: another test may let the log write."""
    yield
    call_log._rows.clear()


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Test data may be lost, so nothing waits for the disk: this cluster is the tests' own (see config/settings_test.py)."""
    if settings.ENV.database_url:
        return
    where = embedded.ensure(settings.VAR_DIR / "pg")
    with psycopg.connect(host=str(where), user="postgres", dbname="postgres", autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


def _named(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("promise"):
        yield from mark.args


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    unknown = sorted({name for item in items for name in _named(item)} - PROMISES.keys())
    if unknown:
        raise pytest.UsageError(f"Tests name promises that tests/promises/ doesn't hold: {', '.join(unknown)}")
    if _is_whole_run(config):
        unproven = sorted(PROMISES.keys() - {name for item in items for name in _named(item)})
        if unproven:
            raise pytest.UsageError(f"Promises without a test: {', '.join(unproven)}")
    for item in items:
        item.add_marker(pytest.mark.xdist_group(f"{item.path}, {_way_with_the_database(item)}"))


def _way_with_the_database(item: pytest.Item) -> str:
    """Two test processes get a file's tests in one piece, but not those that empty the tables with those that roll back.

    What empties the tables takes the migrations' rows too, so it comes last in each process, as pytest-django has it in one."""
    mark = item.get_closest_marker("django_db")
    fixtures = getattr(item, "fixturenames", ())
    if "transactional_db" in fixtures or (mark and mark.kwargs.get("transaction")):
        return "emptied"
    return "rolled back" if mark or "db" in fixtures else "unused"


def _is_whole_run(config: pytest.Config) -> bool:
    narrowed = config.getoption("-k") or config.getoption("-m") or config.getoption("--deselect")
    return config.args == config.getini("testpaths") and not narrowed
