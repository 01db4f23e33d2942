"""Each rule is tested by its own examples."""

import pytest

from catalog.tools.lint import Level, lint
from catalog.tools.lint.examples import SOUND
from catalog.tools.lint.rule import Example, Rule
from catalog.tools.lint.rules import RULES

GOOD = [(rule, example) for rule in RULES for example in rule.good]
BAD = [(rule, example) for rule in RULES for example in rule.bad]


def named(value: Rule | Example) -> str:
    return value.id if isinstance(value, Rule) else value.shows[:40]


@pytest.mark.promise("LINT-1")
@pytest.mark.parametrize(("rule", "example"), GOOD, ids=named)
def test_a_rule_finds_nothing_in_its_good_example(rule: Rule, example: Example) -> None:
    assert list(rule.check(example.surface())) == []


@pytest.mark.promise("LINT-1")
@pytest.mark.parametrize(("rule", "example"), BAD, ids=named)
def test_a_rule_says_of_its_bad_example_what_it_should(rule: Rule, example: Example) -> None:
    found = list(rule.check(example.surface()))
    assert min((item.level for item in found), key=list(Level).index) == example.level
    assert all(item.message and item.hint for item in found)


@pytest.mark.promise("LINT-1")
@pytest.mark.parametrize("rule", RULES, ids=named)
def test_a_rule_is_shown_from_both_sides_and_says_why_in_a_sentence(rule: Rule) -> None:
    assert rule.good
    assert rule.bad
    assert rule.finds.endswith(".")
    assert rule.why.endswith(".")


@pytest.mark.promise("LINT-1")
def test_no_two_rules_have_one_name() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)


@pytest.mark.promise("LINT-1")
def test_what_every_example_starts_from_is_sound() -> None:
    assert lint(SOUND).findings == ()
