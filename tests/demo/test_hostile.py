"""The attacks are in the feeds as listed, so that the cleaning can be measured against them."""

import pytest

from demo.hostile import HOSTILE, ORDER
from tests.demo.documents import records


@pytest.mark.promise("DEMO-5")
def test_there_are_attacks_in_every_feed():
    assert {attack.feed for attack in HOSTILE} == {record.feed for record in records()}


@pytest.mark.promise("DEMO-5")
@pytest.mark.parametrize("attack", HOSTILE, ids=lambda attack: attack.trick)
def test_the_attack_is_in_its_record(attack):
    [record] = [r for r in records() if (r.feed, r.external_id) == (attack.feed, attack.external_id)]
    text = "\n".join((record.title, record.employer, record.url, record.html))

    assert [trace for trace in attack.vanish if trace not in text] == []


@pytest.mark.promise("DEMO-5")
def test_one_attack_is_in_plain_sight():
    [attack] = [each for each in HOSTILE if not each.vanish]
    [record] = [record for record in records() if record.external_id == attack.external_id]

    assert ORDER in record.html
