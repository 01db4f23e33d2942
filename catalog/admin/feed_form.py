"""The form of a feed: presets are chosen, and a mapping is read before it is saved."""

from django import forms

from catalog.errors import ShortlistError
from catalog.feeds.presets import load_mapping, preset_names
from catalog.models import Feed


class FeedForm(forms.ModelForm[Feed]):
    """Refuses a mapping that the next refresh could not read, in the words of the one who would read it."""

    preset = forms.ChoiceField(choices=lambda: [(name, name) for name in preset_names()])

    def clean(self) -> None:
        super().clean()
        if "preset" not in self.cleaned_data or "mapping" not in self.cleaned_data:
            return
        try:
            load_mapping(self.cleaned_data["preset"], self.cleaned_data["mapping"])
        except ShortlistError as error:
            for line in [f"{field.field}: {field.problem}" for field in error.fields] or [str(error)]:
                self.add_error("mapping", line)
