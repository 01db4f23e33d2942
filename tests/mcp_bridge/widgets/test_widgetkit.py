"""The five tags, in both renderings."""

from typing import Any

import pytest
from django.template import Context, Engine, TemplateSyntaxError
from hypothesis import given
from hypothesis import strategies as st

from mcp_bridge.templatetags.widgetkit import CLIENT_MODE, as_link
from tests.mcp_bridge.widgets.samples import HOSTILE

ENGINE = Engine(libraries={"widgetkit": "mcp_bridge.templatetags.widgetkit"})


def on_server(source: str, **content: Any) -> str:
    return ENGINE.from_string("{% load widgetkit %}" + source).render(Context(content))


def in_client_mode(source: str) -> str:
    return on_server(source, **{CLIENT_MODE: True})


def test_a_value_is_escaped_text_on_the_server_and_a_marker_in_the_browser() -> None:
    assert on_server("{% val job.title %}", job={"title": "<b>&'\""}) == "&lt;b&gt;&amp;&#x27;&quot;"
    assert in_client_mode("{% val job.title %}") == "{{job.title}}"


def test_json_stays_inside_its_attribute() -> None:
    assert on_server("{% val id json %}", id="a'\"<") == "&quot;a&#x27;\\&quot;&lt;&quot;"
    assert in_client_mode("{% val id json %}") == "{{id|json}}"


@pytest.mark.parametrize("value", [None, False, {"a": 1}, [1]])
def test_what_is_no_text_and_no_number_shows_nothing(value: object) -> None:
    assert on_server("[{% val it %}]", it=value) == "[]"


def test_line_ends_are_as_an_html_parser_leaves_them() -> None:
    assert on_server("{% val it %}", it="a\r\nb\rc\0d") == "a\nb\ncd"


def test_a_list_repeats_its_body() -> None:
    source = "{% each output.jobs as job %}<li>{% val job.id %}</li>{% endeach %}"
    assert on_server(source, output={"jobs": [{"id": 1}, {"id": 2}]}) == "<li>1</li><li>2</li>"
    assert on_server(source, output={"jobs": "text"}) == ""
    assert in_client_mode(source) == '<template data-each="output.jobs" data-as="job"><li>{{job.id}}</li></template>'


@pytest.mark.parametrize("empty", ["", 0, None, False, [], {}])
def test_when_and_unless_are_opposites(empty: object) -> None:
    source = "{% when it %}there{% endwhen %}{% unless it %}not{% endunless %}"
    assert on_server(source, it=empty) == "not"
    assert on_server(source, it="x") == "there"
    assert (
        in_client_mode(source) == '<template data-when="it">there</template><template data-unless="it">not</template>'
    )


def test_an_alias_shortens_a_path() -> None:
    source = "{% alias output.job as job %}{% val job.id %}{% endalias %}"
    assert on_server(source, output={"job": {"id": 7}}) == "7"
    assert in_client_mode(source) == '<template data-alias="output.job" data-as="job">{{job.id}}</template>'


def test_a_path_may_count_into_a_list() -> None:
    assert on_server("{% when jobs.1 %}two{% endwhen %}", jobs=[{"id": 1}, {"id": 2}]) == "two"
    assert on_server("{% when jobs.2 %}three{% endwhen %}", jobs=[{"id": 1}]) == ""


@pytest.mark.promise("WIDGET-8")
def test_data_is_never_read_as_a_template() -> None:
    shown = on_server("{% val it %}", it=HOSTILE, output={"board": "secret"})
    assert "secret" not in shown
    assert "<" not in shown


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("{% val %}", "{% val path %}"),
        ("{% val Job.title %}", "{% val path %}"),
        ("{% val job.title upper %}", "{% val path json %}"),
        ("{% val job..title %}", "such as output.jobs"),
        ("{% val job.__class__ %}", "such as output.jobs"),
        ("{% each output.jobs %}{% endeach %}", "{% each path as name %}"),
        ("{% each output.jobs in job %}{% endeach %}", "{% each path as name %}"),
        ("{% each output.jobs as job.x %}{% endeach %}", "{% each path as name %}"),
        ("{% when %}{% endwhen %}", "{% when path %}"),
        ("{% when a and b %}{% endwhen %}", "{% when path %}"),
        ("{% alias output.job %}{% endalias %}", "{% alias path as name %}"),
        ("{% when a %}{% endunless %}", "expected 'endwhen'"),
        ("{% each a as b %}", "Unclosed tag"),
    ],
)
def test_what_is_not_understood_is_refused_with_what_to_write(source: str, told: str) -> None:
    with pytest.raises(TemplateSyntaxError) as refused:
        on_server(source)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    "address", ["https://a.example/x?y=1", "HTTPS://A.EXAMPLE", "http://localhost:8000/jobs/1/", "http://[::1]/"]
)
def test_safe_addresses_pass(address: str) -> None:
    assert as_link(address) == address


@pytest.mark.promise("WIDGET-8")
@pytest.mark.parametrize(
    "address",
    [
        *("javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "vbscript:x", "//a.example", "/jobs/1/"),
        *("http://a.example", "http://localhost.evil.example", "http://localhost:x@evil.example", "https://", "", None),
    ],
)
def test_other_addresses_show_as_nothing(address: str | None) -> None:
    assert as_link(address) == ""


@given(st.text())
def test_any_text_stays_one_text_node(text: str) -> None:
    shown = on_server("{% val it %}", it=text)
    assert not set("<>\"'") & set(shown)
