"""Tool drafts and the instructions: what people edit, and what is refused."""

import pytest
from django.test import Client
from django.urls import reverse

from catalog.models import ServerText, Tool, ToolDirection, ToolParameter
from catalog.tools.handler import find_handler
from catalog.tools.publish import publish_drafts
from tests.catalog.admin.forms import page_values
from tests.later_code import Lost, later_code

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shipped")]


def tool_address(name: str = "search_jobs") -> str:
    return reverse("admin:catalog_tool_change", args=[Tool.objects.get(name=name).pk])


def row_prefix(values: dict[str, object], row: ToolParameter | ToolDirection) -> str:
    kind = "parameters" if isinstance(row, ToolParameter) else "directions"
    ids = {value: key for key, value in values.items() if key.startswith(kind) and key.endswith("-id")}
    return ids[row.pk].removesuffix("-id")


def errors_of(client: Client, values: dict[str, object]) -> str:
    answer = client.post(tool_address(), values)
    assert answer.status_code == 200, "the form was accepted"
    return answer.content.decode()


@pytest.mark.promise("ADMIN-4")
def test_an_untouched_draft_saves_as_it_is(admin_client: Client) -> None:
    before = list(ToolParameter.objects.order_by("pk").values())
    answer = admin_client.post(tool_address(), page_values(admin_client, tool_address()))
    assert answer.status_code == 302
    assert list(ToolParameter.objects.order_by("pk").values()) == before


@pytest.mark.promise("ADMIN-3")
def test_an_unknown_placeholder_is_refused_beside_its_direction(admin_client: Client) -> None:
    values = page_values(admin_client, tool_address())
    row = ToolDirection.objects.get(tool__name="search_jobs", outcome="found")
    values[f"{row_prefix(values, row)}-instruction"] = "Show {title} now."
    page = errors_of(admin_client, values)
    assert "“{title}” is not a placeholder of this outcome. Known: {shown}, {total}, {unclear}." in page
    row.refresh_from_db()
    assert "{title}" not in row.instruction


@pytest.mark.promise("ADMIN-3")
@pytest.mark.parametrize(
    ("parameter", "field", "value", "words"),
    [
        ("limit", "maximum", "1000", "The code takes at most 25."),
        ("limit", "minimum", "0", "The code takes 1 or more."),
        ("sort", "default", "newest", "Write a text in double quotes"),
        ("workplace", "allowed", '"remote"', "Write a list"),
        ("sort", "fixed", '"best"', "must be one of"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_beside_its_field(
    admin_client: Client, parameter: str, field: str, value: str, words: str
) -> None:
    values = page_values(admin_client, tool_address())
    row = ToolParameter.objects.get(tool__name="search_jobs", name=parameter)
    values[f"{row_prefix(values, row)}-{field}"] = value
    assert words in errors_of(admin_client, values)


@pytest.mark.promise("ADMIN-3")
def test_a_data_tool_refuses_a_widget(admin_client: Client) -> None:
    values = page_values(admin_client, tool_address()) | {"widget": "render_jobs"}
    assert "A data tool can&#x27;t carry a widget" in errors_of(admin_client, values)


@pytest.mark.promise("ADMIN-4")
def test_a_new_draft_gets_a_row_for_everything_its_handler_has(admin_client: Client) -> None:
    values = {
        "name": "search_remote",
        "title": "Remote jobs",
        "description": "Finds remote jobs.",
        "handler": "search_jobs",
    }
    answer = admin_client.post(reverse("admin:catalog_tool_add"), {**values, "order": 15, "enabled": "on"})
    tool = Tool.objects.get(name="search_remote")
    handler = find_handler("search_jobs")
    assert handler is not None
    assert answer.headers["Location"] == tool_address("search_remote")
    assert {row.name for row in tool.parameters.all()} == set(handler.parameters.model_fields)
    assert {row.outcome for row in tool.directions.all()} == {outcome.code for outcome in handler.outcomes}
    assert tool.parameters.get(name="query").description.startswith("Job title or skills")


@pytest.mark.promise("ADMIN-4")
def test_what_newer_code_has_is_added_hidden_when_the_page_opens(admin_client: Client) -> None:
    ToolParameter.objects.filter(tool__name="search_jobs", name="cursor").delete()
    admin_client.get(tool_address())
    assert ToolParameter.objects.get(tool__name="search_jobs", name="cursor").exposed is False


@pytest.mark.promise("ADMIN-4", "REL-11")
def test_what_newer_code_has_lost_is_named_until_its_row_is_hidden_or_empty_and_then_saves(
    admin_client: Client,
) -> None:
    parameter = ToolParameter.objects.get(tool__name="search_jobs", name="radius_km")
    direction = ToolDirection.objects.get(tool__name="search_jobs", outcome="nothing_found")
    with later_code({"search_jobs": Lost(parameters={"radius_km"}, outcomes={"nothing_found"})}):
        values = page_values(admin_client, tool_address())
        page = errors_of(admin_client, values)
        assert "search_jobs has no such parameter." in page
        assert "search_jobs knows the outcomes" in page
        del values[f"{row_prefix(values, parameter)}-exposed"]
        values |= {f"{row_prefix(values, direction)}-{name}": "" for name in ("instruction", "reason")}
        assert admin_client.post(tool_address(), values).status_code == 302
        assert publish_drafts(author=None, note="As the code is now.", confirm="break release 2").number == 2


@pytest.mark.promise("ADMIN-4", "REL-11")
def test_a_draft_whose_handler_is_gone_can_be_switched_off(admin_client: Client) -> None:
    with later_code({"search_jobs": Lost(handler=True)}):
        values = page_values(admin_client, tool_address())
        assert "No handler is named “search_jobs”." in errors_of(admin_client, values)
        del values["enabled"]
        assert admin_client.post(tool_address(), values).status_code == 302
    assert Tool.objects.get(name="search_jobs").enabled is False


@pytest.mark.promise("ADMIN-4")
def test_the_page_says_when_an_outcome_happens_and_which_placeholders_it_has(admin_client: Client) -> None:
    page = admin_client.get(tool_address()).content.decode()
    assert "No open job matches; without one of the filters, some may." in page
    assert "<code>{shown}</code>" in page


def test_the_instructions_are_one_row(admin_client: Client) -> None:
    row = ServerText.current()
    listing = reverse("admin:catalog_servertext_changelist")
    assert admin_client.get(listing).headers["Location"] == reverse("admin:catalog_servertext_change", args=[row.pk])
    assert admin_client.get(reverse("admin:catalog_servertext_add")).status_code == 403
    row.delete()
    assert admin_client.get(listing).headers["Location"] == reverse("admin:catalog_servertext_add")


@pytest.mark.promise("ADMIN-3")
@pytest.mark.parametrize("typed", ['"\\u0000"', '"\\ud800"', '[["\\u0000"]]', '{"\\u0000": 1}', "1e999", "NaN"])
def test_json_that_the_database_can_not_hold_is_refused_beside_its_field(admin_client: Client, typed: str) -> None:
    values = page_values(admin_client, tool_address())
    row = ToolParameter.objects.get(tool__name="search_jobs", name="query")
    page = errors_of(admin_client, values | {f"{row_prefix(values, row)}-default": typed})
    assert "can’t be stored" in page or "Null characters are not allowed." in page


@pytest.mark.promise("ADMIN-3")
def test_the_code_s_own_bounds_stand_in_grey(admin_client: Client) -> None:
    page = admin_client.get(tool_address()).content.decode()
    assert 'placeholder="[&quot;onsite&quot;' in page
    assert 'placeholder="25"' in page


@pytest.mark.promise("ADMIN-4")
def test_the_list_says_where_each_draft_stands(admin_client: Client) -> None:
    Tool.objects.filter(name="search_jobs").update(description="Finds work.")
    Tool.objects.filter(name="render_comparison").update(enabled=False)
    renamed = Tool.objects.get(name="get_job_details")
    renamed.name, renamed.aliases = "read_jobs", ["get_job_details"]
    renamed.save()
    Tool.objects.create(name="search_remote_jobs", handler="search_jobs", title="Remote", description="Finds jobs.")
    found = admin_client.get(reverse("admin:catalog_tool_changelist")).context["cl"].result_list
    states = {tool.name: str(tool.state) for tool in found}
    assert states.pop("search_jobs") == states.pop("read_jobs") == "differs from live"
    assert states.pop("search_remote_jobs") == "new"
    assert states.pop("render_comparison") == "switched off"
    assert set(states.values()) == {"as live"}
