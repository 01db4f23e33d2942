"""JSON as people type it: an empty box is nothing, and a wrong one says how to write it."""

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from catalog.tools.storable import is_storable

EXAMPLES = 'Write a text in double quotes ("newest"), a number (20), true, false, or a list (["remote", "hybrid"]).'


class PlainJSONField(forms.JSONField):
    """Stock shows `null` in an empty box, and calls a missing quote invalid without saying more."""

    default_error_messages = {"invalid": EXAMPLES}
    widget = forms.TextInput

    def clean(self, value: Any) -> Any:
        found = super().clean(value)
        if not is_storable(found):
            raise ValidationError("A character or a number in it can’t be stored.")
        return found

    def prepare_value(self, value: Any) -> Any:
        """What can't be written plainly is shown as it was spelt."""
        if value is None:
            return ""
        return super().prepare_value(value) if is_storable(value) else json.dumps(value)


class JSONListField(PlainJSONField):
    """A list, or nothing."""

    def clean(self, value: Any) -> Any:
        found = super().clean(value)
        if found is not None and not isinstance(found, list):
            raise ValidationError('Write a list, e.g. ["remote", "hybrid"].')
        return found
