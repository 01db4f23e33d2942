"""The demo's committed feeds as listings: by the product's own mapping, merge and index, without a server."""

import tempfile
import uuid
from pathlib import Path

from django.utils import timezone

from catalog.feeds.demo import DEMO_FEEDS, DemoFeed
from catalog.feeds.locations import looked_up_locations
from catalog.feeds.mapper import Fallbacks, Mapper
from catalog.feeds.merging import merge
from catalog.feeds.presets import load_mapping
from catalog.feeds.readers.opening import open_document
from catalog.feeds.record import MappedRecord
from catalog.feeds.staging import Stage, Staged
from catalog.listings.index import index_listings
from catalog.listings.load_places import load_places
from catalog.listings.spelling import recount_words
from catalog.listings.synonyms import forget, load_synonyms
from demo.generate import FOLDER
from tests.factories import make_feed


def fill_board() -> None:
    """Places, listings, their words, synonyms. About three seconds; the caller's transaction takes it away again."""
    load_places()
    load_synonyms()
    forget()
    for demo in DEMO_FEEDS:
        _fill(demo)
    recount_words()


def _fill(demo: DemoFeed) -> None:
    feed, now = make_feed(name=demo.name, preset=demo.preset), timezone.now()
    mapping = load_mapping(demo.preset, {})
    fallbacks = Fallbacks(company=feed.name, currency="", address="https://demo.example/")
    mapper = Mapper(mapping, now=now, locations=looked_up_locations(), fallbacks=fallbacks)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        copy.write_bytes((FOLDER / demo.file).read_bytes())
        mapped = [mapper.map(record) for record in open_document(copy, mapping).records()]
    good = [record for record in mapped if isinstance(record, MappedRecord) and not record.obstacles()]
    stage = Stage(uuid.uuid4())
    stage.create()
    stage.add([Staged(number, record, record.external_id) for number, record in enumerate(good)])
    stage.index()
    index_listings(merge(feed, stage, now=now).new)
    stage.drop()
