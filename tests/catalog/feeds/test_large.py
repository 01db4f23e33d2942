"""Feeds of any size in little memory, each read in a process of its own so that nothing else counts."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.env import BASE_DIR

MEGABYTE = 1 << 20
MOST_MEMORY = 64 * MEGABYTE
TEXT = "<p>Keep forty kettles boiling &amp; the floor dry, day after day, week after week.</p>" * 24  # some 2 kB

READ = """
import resource, sys
from pathlib import Path
import django
django.setup()
from catalog.feeds.presets import load_mapping
from catalog.feeds.readers.opening import open_document
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
before = peak()
document = open_document(Path(sys.argv[1]), load_mapping(sys.argv[2]))
print(sum(1 for _ in document.records()), document.count, peak() - before)
"""


def xml(count: int) -> Iterator[str]:
    yield "<?xml version='1.0'?><source>"
    for number in range(count):
        yield f"<job><referencenumber>{number}</referencenumber><title>Cook</title><description><![CDATA[{TEXT}]]></description></job>"
    yield "</source>"


def json(count: int) -> Iterator[str]:
    yield '{"jobs": ['
    for number in range(count):
        yield f'{"," if number else ""}{{"id": {number}, "title": "Cook", "content": "{TEXT}"}}'
    yield f'], "meta": {{"total": {count}}}}}'


def csv(count: int) -> Iterator[str]:
    yield "id,title,company,description\n"
    for number in range(count):
        yield f'{number},Cook,Acme,"{TEXT}"\n'


@pytest.mark.promise("FEED-24")
@pytest.mark.parametrize(
    ("written", "preset", "megabytes"), [(xml, "indeed-xml", 100), (json, "greenhouse", 40), (csv, "csv", 40)]
)
def test_a_large_feed_is_read_in_little_memory(
    tmp_path: Path, written: Callable[[int], Iterator[str]], preset: str, megabytes: int
) -> None:
    feed, count = tmp_path / "feed", megabytes * MEGABYTE // len(TEXT)
    with feed.open("w") as file:
        file.writelines(written(count))
    assert feed.stat().st_size > megabytes * MEGABYTE
    command = [sys.executable, "-c", READ, str(feed), preset]
    done = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=True)
    found, counted, memory = map(int, done.stdout.split())
    assert (found, counted) == (count, count)
    assert memory < MOST_MEMORY
    feed.unlink()
