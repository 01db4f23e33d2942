"""A board's style on its way to the gallery, not saved: in the address, signed, so that only what the form let pass is shown."""

from django.core import signing
from django.core.exceptions import ValidationError

from catalog.models import BoardStyle

FIELDS = ("name", "accent_light", "accent_dark", "field_order", "badges")
_SALT = "catalog.unsaved_style"
_SECONDS = 24 * 3600


def seal(style: BoardStyle) -> str:
    """A text for an address; it holds for a day."""
    return signing.dumps({field: getattr(style, field) for field in FIELDS}, salt=_SALT, compress=True)


def unseal(text: str) -> BoardStyle | None:
    """The style, not saved; None where the text is none of ours, too old, or from before a field changed."""
    try:
        style = BoardStyle(pk=1, **signing.loads(text, salt=_SALT, max_age=_SECONDS))
        style.clean_fields()
    except (signing.BadSignature, TypeError, ValidationError):
        return None
    return style
