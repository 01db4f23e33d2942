"""The lint's documentation and its command."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from catalog.models import Tool
from catalog.tools.lint.page import PAGE, page
from catalog.tools.lint.rules import RULES
from catalog.tools.shipped import load_shipped


@pytest.mark.promise("LINT-6")
def test_the_page_is_the_one_that_the_rules_make() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: manage.py lint --page"


@pytest.mark.promise("LINT-6")
def test_every_rule_and_every_example_stands_on_the_page() -> None:
    written = page()
    assert [line.removeprefix("## ") for line in written.splitlines() if line.startswith("## ")] == [
        rule.id for rule in RULES
    ]
    assert written.count("<br>**") == sum(len(rule.bad) for rule in RULES)
    assert written.replace("\n", "").isprintable()


@pytest.mark.promise("LINT-3")
@pytest.mark.django_db
def test_the_command_tells_what_the_lint_finds_and_fails_where_it_is_an_error() -> None:
    load_shipped()
    out = StringIO()
    call_command("lint", stdout=out)
    assert out.getvalue().startswith("0 finding(s); about ")
    Tool.objects.filter(name="search_jobs").update(title="")
    out = StringIO()
    with pytest.raises(CommandError, match="1 error"):
        call_command("lint", "draft", stdout=out)
    assert "search_jobs, title: error (missing). It has no title." in out.getvalue()
    call_command("lint", "live", stdout=StringIO())


@pytest.mark.django_db
def test_the_command_says_which_releases_there_are_none_of() -> None:
    with pytest.raises(CommandError):
        call_command("lint", "candidate", stdout=StringIO())
