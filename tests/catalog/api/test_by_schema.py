"""Whatever the API's own schema allows, and much that it forbids, sent as anybody: it answers as it says, and never fails."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache as throttle
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode, openapi
from schemathesis.config import SchemathesisConfig
from schemathesis.schemas import APIOperation

from catalog.models import ServerText, Tool
from catalog.tools.versions import draft_version
from tests.catalog.api.asking import Asker

pytestmark = [pytest.mark.django_db, pytest.mark.promise("API-13")]
EXAMPLES = 12  # of each operation, for each role
CSRF = "c" * 32
KNOWN: dict[str, Any] = {"name": "search_jobs", "number": 1, "public_id": "0000000000"}
REFUSALS = ["2xx", "401", "403", "404", "409", "410", "412", "422", "428", "503"]  # that sound data may meet
CHECKS = {
    "ignored_auth": {"enabled": False},  # it takes a cookie for one that it made up; test_roles.py knows better
    "positive_data_acceptance": {"expected-statuses": REFUSALS},
    "negative_data_rejection": {"expected-statuses": ["400", "405", "406", "411", "413", "415", *REFUSALS[1:]]},
    "missing_required_header": {"expected-statuses": ["400", "401", "403", "404", "415", "428"]},
}
CONFIG = {"seed": 5, "generation": {"with-security-parameters": False}, "checks": CHECKS}


def operations() -> Iterator[APIOperation]:
    document = SchemaGenerator().get_schema(request=None, public=True)
    schema = openapi.from_dict(document, config=SchemathesisConfig.from_dict(CONFIG))
    schema.app = get_wsgi_application()
    return (found.ok() for found in schema.get_all_operations())


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Requests stay inside the test's transaction, as those of Django's test client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
    throttle.clear()


@pytest.mark.parametrize("role", ["nobody", "Editor", "superuser"])
@pytest.mark.usefixtures("shipped")
def test_it_answers_as_its_schema_says(asker: Callable[[str], Asker], role: str) -> None:
    who = asker(role)
    for operation in operations():
        _try(operation, who)


def _try(operation: APIOperation, who: Asker) -> None:
    @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
    @given(case=_cases(operation))
    def answers(case: Case) -> None:
        throttle.clear()
        with transaction.atomic():
            case.call_and_validate(**_as(who))
            transaction.set_rollback(True)

    answers()


def _cases(operation: APIOperation) -> st.SearchStrategy[Case]:
    """What the schema allows and what it forbids, also at the addresses of what exists."""
    names = [name for name in KNOWN if f"{{{name}}}" in operation.path]
    known: dict[str, Any] = {"path_parameters": {name: KNOWN[name] for name in names}} if names else {}
    if "labels" in operation.path and names:
        known["path_parameters"]["name"] = "live"
    if "If-Match" in {parameter.name for parameter in operation.headers}:
        draft = ServerText.current() if "instructions" in operation.path else Tool.objects.get(name=KNOWN["name"])
        known["headers"] = {"If-Match": draft_version(draft)}
    places = [{}, known, known] if known else [{}]
    strategies = [operation.as_strategy(generation_mode=mode, **place) for mode in GenerationMode for place in places]
    return st.one_of(strategies).filter(_is_no_made_up_cursor)


def _is_no_made_up_cursor(case: Case) -> bool:
    """A cursor is any text to the schema, and only its own to the search."""
    return not (case.query or {}).get("cursor")


def _as(who: Asker) -> dict[str, Any]:
    cookies = {name: morsel.value for name, morsel in who.client.cookies.items()} | {"csrftoken": CSRF}
    return {"headers": {**who.headers, "x-csrftoken": CSRF}, "cookies": cookies}
