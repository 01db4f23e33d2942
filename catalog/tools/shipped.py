"""The texts that Shortlist ships with: the first drafts, the first release, and what “reset to shipped” goes back to."""

from functools import cache
from pathlib import Path

import yaml
from django.db import transaction

from catalog.models import Tool
from catalog.tools.content import CatalogueContent
from catalog.tools.drafts import save_drafts
from catalog.tools.publish import publish_drafts

TEXTS = Path(__file__).parent.parent / "data" / "catalogue.yaml"


@cache
def shipped_content() -> CatalogueContent:
    """Read once; the file is part of the code."""
    return CatalogueContent.model_validate(yaml.safe_load(TEXTS.read_text(encoding="utf-8")))


@transaction.atomic
def load_shipped() -> bool:
    """Makes the shipped drafts and publishes them as the first release; does nothing where any tool exists."""
    if Tool.objects.exists():
        return False
    save_drafts(content=shipped_content())
    publish_drafts(author=None, note="The texts that Shortlist ships with.")
    return True
