"""`manage.py rehearse` against a running product, as a person who words the tools would run it."""

import json
from typing import Any

import pytest

from tests.blackbox.product import Product, free_port
from tests.blackbox.test_run import run

pytestmark = pytest.mark.blackbox


def rehearse(product: Product, *options: str) -> dict[str, Any]:
    done = run("rehearse", "--url", f"{product.url}/mcp", "--json", *options, VAR_DIR=str(product.var_dir))
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.promise("REHEARSE-1", "REHEARSE-3", "MAIN-1")
@pytest.mark.parametrize("era", ["auto", "legacy"])
def test_both_conversations_reach_their_end_in_both_eras(running: Product, era: str) -> None:
    austin, eight_cities = rehearse(running, "--era", era)["played"]
    assert austin["reached"]
    assert eight_cities["reached"]
    assert (austin["tally"]["jobs_shown"], austin["tally"]["renders"]) == (5, 1)
    assert 8 <= eight_cities["tally"]["data_calls"] <= 15
    assert (eight_cities["tally"]["renders"], eight_cities["tally"]["answered"]) == (1, 8)
    named = {job_id for each in (austin, eight_cities) for line in each["lines"] for job_id in line["ids"]}
    listed = ", ".join(f"'{int(job_id):010}'" for job_id in named)
    known = running.query(f"SELECT count(*) FROM catalog_joblisting WHERE public_id IN ({listed})")  # noqa: S608
    assert known == len(named) >= 13


@pytest.mark.promise("REHEARSE-4")
def test_the_naive_mix_loses_seven_cities_of_eight_and_the_letter(running: Product) -> None:
    result = rehearse(running, "--naive")
    assert [each["tally"]["answered"] for each in result["played"]] == [2, 8]
    assert [each["tally"]["answered"] for each in result["naive"]] == [1, 1]
    assert [each["reached"] for each in result["naive"]] == [False, False]


@pytest.mark.promise("REHEARSE-5")
def test_without_an_endpoint_it_says_so_and_exits_with_one(running: Product) -> None:
    done = run("rehearse", "--url", f"http://localhost:{free_port()}/mcp", VAR_DIR=str(running.var_dir))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("CommandError: Nothing speaks MCP at http://localhost:")
    assert "Traceback" not in done.stderr
