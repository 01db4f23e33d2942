"""The generator: same seed, same bytes; another day, other dates."""

import re
from datetime import date, timedelta

import pytest

from demo.adverts import employment_of
from demo.generate import ANCHOR, FOLDER, SEED, generate, write_feeds
from demo.plans import PLANS, adverts_of


@pytest.mark.promise("DEMO-1")
def test_the_committed_feeds_are_the_output_of_the_generator():
    committed = {path.name: path.read_bytes() for path in FOLDER.iterdir()}

    assert generate(ANCHOR) == committed


@pytest.mark.promise("DEMO-1")
def test_writing_the_feeds_writes_what_is_generated(tmp_path):
    write_feeds(tmp_path / "feeds")

    assert {path.name: path.read_bytes() for path in (tmp_path / "feeds").iterdir()} == generate(ANCHOR)


@pytest.mark.promise("DEMO-1")
def test_another_day_moves_the_dates_and_nothing_else():
    today = [advert for plan in PLANS for advert in adverts_of(plan, anchor=ANCHOR, seed=SEED)]
    later = [advert for plan in PLANS for advert in adverts_of(plan, anchor=ANCHOR + timedelta(days=9), seed=SEED)]

    assert [_undated(advert) for advert in today] == [_undated(advert) for advert in later]
    assert {new.posted - old.posted for old, new in zip(today, later, strict=True)} == {timedelta(days=9)}


@pytest.mark.promise("DEMO-1")
def test_another_seed_gives_other_adverts():
    assert generate(ANCHOR, SEED + 1)["field-notes.rss"] != generate(ANCHOR)["field-notes.rss"]


@pytest.mark.parametrize("seed", range(3))
def test_any_seed_makes_feeds(seed):
    assert len(generate(date(2027, 2, 28), seed)) == 3


@pytest.mark.promise("DEMO-2")
def test_every_advert_was_posted_in_the_45_days_before_the_anchor_and_is_still_open():
    adverts = [advert for plan in PLANS for advert in adverts_of(plan, anchor=ANCHOR, seed=SEED)]

    assert all(timedelta(0) < ANCHOR - advert.posted.date() <= timedelta(days=45) for advert in adverts)
    assert all(advert.closes > ANCHOR for advert in adverts)


@pytest.mark.promise("DEMO-2")
def test_the_feeds_are_small_enough_to_ship():
    assert sum(map(len, generate(ANCHOR).values())) < 5_000_000


def test_no_template_is_left_open():
    assert not any(re.search(rb"\{(?:name|city|country|title|low|high)", text) for text in generate(ANCHOR).values())


def _undated(advert):
    return {name: value for name, value in vars(advert).items() if name not in {"posted", "closes"}}


@pytest.mark.parametrize(
    ("text", "employment"),
    [
        ("Baker. The bake starts at 3:00 and you are home by noon.", "full_time"),
        ("UX Designer. Part time from 24 hours is welcome.", "full_time"),
        ("Lead Barista. Four ten-hour days with three days off in a row.", "full_time"),
        ("Bookkeeper, Part Time. Monday to Friday, 8:30 to 16:30.", "part_time"),
        ("Home Carer. Mornings only.", "part_time"),
        ("Course Author (Freelance). Thirty-two hours are enough.", "contract"),
    ],
)
def test_hours_and_title_decide_the_kind_of_employment(text, employment):
    assert employment_of(text) == employment
