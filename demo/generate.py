"""Make the demo's three feeds.

    python -m demo.generate

writes them into `demo/feeds`, as of ANCHOR. The same anchor and seed give the same bytes on every machine.
"""

from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

from demo.adverts import Advert
from demo.hostile import COFFEE, FIELD, HARBOR
from demo.plans import PLANS, adverts_of
from demo.writers import greenhouse_json, indeed_xml, rss

ANCHOR = date(2026, 11, 30)
SEED = 2026
FOLDER = Path(__file__).parent / "feeds"

type Writer = Callable[[Iterable[Advert], date], bytes]

WRITERS: dict[str, Writer] = {
    COFFEE: indeed_xml.written,
    HARBOR: greenhouse_json.written,
    FIELD: rss.written,
}


def generate(anchor: date, seed: int = SEED) -> dict[str, bytes]:
    """The feeds by file name, as of the anchor day. Another day moves every date and changes nothing else."""
    return {plan.name: WRITERS[plan.name](adverts_of(plan, anchor=anchor, seed=seed), anchor) for plan in PLANS}


def write_feeds(folder: Path = FOLDER) -> None:
    """Write the feeds of the fixed anchor into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in generate(ANCHOR).items():
        (folder / name).write_bytes(document)


if __name__ == "__main__":
    write_feeds()
