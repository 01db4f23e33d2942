"""The rehearsal on a board that nobody has tuned it to: the demo, made from another seed."""

import pytest
from django.utils import timezone

from catalog.feeds.demo import DEMO_FEEDS, create_demo_feeds
from catalog.feeds.refresh import refresh_feed
from catalog.listings.load_places import load_places
from catalog.models import Feed, JobListing
from catalog.tools.shipped import load_shipped
from demo.generate import SEED, generate
from mcp_bridge.rehearsal.wishes import CONVERSATIONS
from mcp_bridge.snapshot import snapshots
from tests.catalog.feeds.server import publishing
from tests.mcp_bridge.rehearsal.stage import played

OTHER_SEED = SEED + 41


@pytest.fixture
def _board_of_another_seed(db: None) -> None:
    load_places()
    load_shipped()
    snapshots.forget()
    create_demo_feeds()
    documents = generate(timezone.now().date(), OTHER_SEED)
    for demo in DEMO_FEEDS:
        with publishing() as publisher:
            publisher.body = documents[demo.file]
            feed = Feed.objects.get(slug=demo.slug)
            Feed.objects.filter(pk=feed.pk).update(url=publisher.url)
            refresh_feed(feed.pk)


@pytest.mark.promise("REHEARSE-6", "REHEARSE-3")
@pytest.mark.usefixtures("_board_of_another_seed")
def test_both_conversations_reach_their_end_on_a_demo_of_another_seed() -> None:
    austin, eight_cities = (played(conversation) for conversation in CONVERSATIONS)
    assert (austin.missing, eight_cities.missing) == ("", "")
    assert (austin.tally.jobs_shown, austin.tally.renders, austin.tally.answered) == (5, 1, 2)
    assert 8 <= eight_cities.tally.data_calls <= 15
    assert (eight_cities.tally.renders, eight_cities.tally.answered) == (1, 8)
    named = {job_id for each in (austin, eight_cities) for line in each.lines for job_id in line.ids}
    assert named <= set(JobListing.objects.filter(status="active").values_list("public_id", flat=True))
