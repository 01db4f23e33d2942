"""Lists that come in pages: every page is read, and a list that can't be read to its end closes nothing."""

from collections.abc import Iterator
from typing import Any

import pytest

from catalog.models import Feed, FeedRun
from tests.catalog.feeds.pages import Answer, Site, serving
from tests.catalog.feeds.runs import counts, open_ids, run

pytestmark = [pytest.mark.django_db, pytest.mark.promise("FEED-19")]
State = FeedRun.State


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as found:
        yield found


def posting(number: int) -> dict[str, Any]:
    return {"id": number, "title": f"Cook {number}", "company": "Acme", "url": f"https://acme.example/{number}"}


def make_feed(site: Site, paging: dict[str, Any] | None, *, path: str = "/jobs", preset: str = "json") -> Feed:
    mapping = {"paging": paging} if paging else {}
    return Feed.objects.create(slug="acme", name="Acme", url=site.url(path), preset=preset, mapping=mapping)


def of_seven(query: dict[str, str], *, most: int = 3) -> list[dict[str, Any]]:
    start, size = int(query.get("offset", 0)), min(int(query.get("limit", 3)), most)
    return [posting(number) for number in range(1, 8)][start : start + size]


@pytest.mark.parametrize("asked", [3, 100])
def test_pages_are_counted_on_by_what_came_and_not_by_what_was_asked_for(site: Site, asked: int) -> None:
    site.pages["/jobs"] = of_seven
    feed = make_feed(site, {"by": "offset", "parameter": "offset", "size": asked, "size_parameter": "limit"})
    found = run(feed)
    assert (found.state, counts(found)) == (State.DONE, {"read": 7, "new": 7})
    assert len(site.asked) == 4  # the last one is empty: the list doesn't say how long it is


def test_a_list_that_says_how_long_it_is_is_not_asked_for_more(site: Site) -> None:
    site.pages["/jobs"] = lambda query: {"total": 7, "jobs": of_seven(query)}
    found = run(make_feed(site, {"by": "offset", "parameter": "offset"}))
    assert (found.state, found.declared, found.read, len(site.asked)) == (State.DONE, 7, 7, 3)


def test_a_list_that_ends_before_it_holds_what_it_declares_closes_nothing(site: Site) -> None:
    site.pages["/jobs"] = lambda query: {"total": 7, "jobs": of_seven(query)}
    feed = make_feed(site, {"by": "offset", "parameter": "offset"})
    run(feed)
    site.pages["/jobs"] = lambda query: {"total": 7, "jobs": of_seven(query) if "offset" not in query else []}
    held = run(feed)
    assert (held.state, held.read, len(open_ids())) == (State.PARTIAL, 3, 7)


def test_pages_are_asked_for_by_number(site: Site) -> None:
    site.pages["/jobs"] = lambda query: of_seven({"offset": str(3 * (int(query.get("page", 1)) - 1))})
    assert run(make_feed(site, {"by": "page", "parameter": "page", "start": 1})).new == 7


def test_a_page_names_the_next_one(site: Site) -> None:
    def page(query: dict[str, str]) -> Answer:
        start = int(query.get("offset", 0))
        return {"jobs": of_seven(query), "next": f"jobs?offset={start + 3}" if start < 6 else None}

    site.pages["/jobs"] = page
    assert run(make_feed(site, {"by": "link", "path": "next"})).new == 7


def test_a_cursor_leads_on(site: Site) -> None:
    def page(query: dict[str, str]) -> Answer:
        start = int(query.get("after", 0))
        return {"jobs": of_seven({"offset": str(start)}), "meta": {"cursor": start + 3 if start < 6 else None}}

    site.pages["/jobs"] = page
    assert run(make_feed(site, {"by": "cursor", "path": "meta.cursor", "parameter": "after"})).new == 7


def test_a_server_that_does_not_know_the_parameter_is_asked_twice(site: Site) -> None:
    site.pages["/jobs"] = lambda _query: [posting(1), posting(2)]
    found = run(make_feed(site, {"by": "offset", "parameter": "skip"}))
    assert (found.state, found.read, found.duplicates, sum(site.asked.values())) == (State.DONE, 2, 0, 2)


def test_a_list_without_end_is_read_in_part_and_closes_nothing(site: Site) -> None:
    site.pages["/jobs"] = lambda query: [posting(int(query.get("page", 0)))]
    found = run(make_feed(site, {"by": "page", "parameter": "page", "most": 5}))
    assert (found.state, found.new) == (State.PARTIAL, 5)
    assert found.reason == "The feed has more than 5 pages, and the rest was not read. Nothing was closed."


def test_a_page_that_can_not_be_had_changes_nothing(site: Site) -> None:
    site.pages["/jobs"] = lambda query: 404 if query.get("offset") == "3" else of_seven(query)
    found = run(make_feed(site, {"by": "offset", "parameter": "offset"}))
    assert (found.state, open_ids()) == (State.FAILED, [])


def test_a_link_to_a_forbidden_address_is_refused(site: Site) -> None:
    site.pages["/jobs"] = lambda query: {"jobs": of_seven(query), "next": "http://10.0.0.1/jobs?page=2"}
    found = run(make_feed(site, {"by": "link", "path": "next"}))
    assert found.state == State.FAILED
    assert "is not a public address" in found.reason


def test_pages_that_have_not_changed_are_not_read_again(site: Site) -> None:
    site.pages["/jobs"] = of_seven
    feed = make_feed(site, {"by": "offset", "parameter": "offset"})
    run(feed)
    assert run(feed).state == State.UNCHANGED


@pytest.mark.promise("FEED-20")
def test_each_postings_own_document_is_read_once_and_again_when_its_record_changes(site: Site) -> None:
    texts = {"1": "Boil.", "2": "Fry."}
    jobs = [posting(1), posting(2)]
    site.pages["/jobs"] = lambda _query: jobs
    for number in ("1", "2"):
        site.pages[f"/jobs/{number}"] = lambda _query, number=number: {"text": texts[number]}
    feed = make_feed(site, None)
    feed.mapping = {
        "fields": {"description": "detail.text"},
        "detail": {"url": "{feed.origin}/jobs/{id}", "per_second": 1000},
    }
    feed.save()
    assert run(feed).new == 2
    assert list(feed.listings.order_by("external_id").values_list("description", flat=True)) == ["Boil.", "Fry."]
    texts["1"] = "Steam."
    jobs[0] = {**posting(1), "title": "Chef"}
    assert counts(run(feed)) == {"read": 2, "changed": 1, "unchanged": 1}
    assert feed.listings.get(external_id="1").description == "Steam."
    assert (site.asked["/jobs/1"], site.asked["/jobs/2"]) == (2, 1)
    jobs.pop()
    run(feed)
    assert feed.details.count() == 1


@pytest.mark.promise("FEED-20")
def test_calls_that_are_too_many_or_fail_wait_for_the_next_refresh_and_close_nothing(site: Site) -> None:
    site.pages["/jobs"] = lambda _query: [posting(number) for number in range(1, 6)]
    for number in (1, 2, 4, 5):
        site.pages[f"/jobs/{number}"] = lambda _query, number=number: {"text": f"Text {number}."}
    site.pages["/jobs/3"] = lambda _query: "no json"
    feed = make_feed(site, None)
    feed.mapping = {
        "fields": {"description": "detail.text"},
        "detail": {"url": "{feed.origin}/jobs/{id}", "per_second": 1000, "most": 3},
    }
    feed.save()
    first = run(feed)
    assert (first.state, first.new) == (State.PARTIAL, 5)
    assert first.reason.startswith("3 postings could not be read in full this time; the next refresh goes on.")
    assert (run(feed).state, site.asked["/jobs/1"]) == (State.PARTIAL, 1)
    site.pages["/jobs/3"] = lambda _query: {"text": "Text 3."}
    assert run(feed).state == State.DONE
    described = feed.listings.order_by("external_id").values_list("description", flat=True)
    assert list(described) == [f"Text {number}." for number in range(1, 6)]


PAGE = """<html><script type="application/ld+json">
{"@type": "JobPosting", "title": "Cook %(n)s", "hiringOrganization": "Acme", "datePosted": "2026-11-0%(n)s"}
</script></html>"""


@pytest.mark.promise("FEED-20")
def test_a_sitemap_leads_to_pages_and_a_sitemap_of_sitemaps_to_sitemaps(site: Site) -> None:
    def sitemap(*numbers: int) -> str:
        urls = "".join(f"<url><loc>{site.url(f'/job/{n}')}</loc><lastmod>2026-11-0{n}</lastmod></url>" for n in numbers)
        return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'

    parts = "".join(f"<sitemap><loc>{site.url(f'/part-{n}.xml')}</loc></sitemap>" for n in (1, 2))
    site.pages["/sitemap.xml"] = lambda _query: f"<?xml version='1.0'?><sitemapindex>{parts}</sitemapindex>"
    site.pages["/part-1.xml"] = lambda _query: sitemap(1, 2)
    site.pages["/part-2.xml"] = lambda _query: sitemap(3, 4, 5)
    for n in (1, 2, 3):
        site.pages[f"/job/{n}"] = lambda _query, n=n: PAGE % {"n": n}
    site.pages["/job/4"] = lambda _query: "<html><p>About us</p></html>"  # a page without a posting; the fifth is gone
    feed = make_feed(site, None, path="/sitemap.xml", preset="jsonld")
    feed.mapping = {
        "detail": {"url": "{loc}", "reads": "jsonld", "per_second": 1000},
        "fields": {"apply_url": []},
        "templates": {"apply_url": "https://acme.example/"},
    }
    feed.save()
    found = run(feed)
    assert (found.state, counts(found)) == (State.DONE, {"read": 3, "new": 3})
    assert open_ids() == [site.url(f"/job/{n}") for n in (1, 2, 3)]
