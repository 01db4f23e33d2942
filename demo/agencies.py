"""Near-duplicates: agencies that repost an employer's advert under their own name."""

import re
from dataclasses import replace
from html import escape
from random import Random

from demo.adverts import Advert
from demo.vocabulary import words


def reposted(advert: Advert, rng: Random) -> Advert:
    """The advert as an agency puts it out: same work, place and pay, other name and opening lines."""
    agency = words("common")["agency"]
    return replace(
        advert,
        requisition=f"{advert.requisition}-A",
        title=advert.title + rng.choice(agency["suffixes"]),
        employer=rng.choice(agency["names"]),
        description=_retold(advert, rng.choice(agency["openings"])),
    )


def _retold(advert: Advert, opening: str) -> str:
    """The agency's opening paragraph in place of the employer's, and no word of who the employer is."""
    retold = re.sub(r"\A<p>.*?</p>", f"<p>{opening}</p>", advert.description, count=1)
    return re.sub(rf"<p>{re.escape(escape(advert.employer, quote=False))} .*?</p>\n", "", retold)
