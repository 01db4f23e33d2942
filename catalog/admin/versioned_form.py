"""Two people at one draft: whoever saves second is shown what the first one saved, and nothing is written until then."""

from typing import Any, cast

from django import forms
from django.http import QueryDict

from catalog.models import ServerText, Tool
from catalog.tools.versions import draft_version

STALE = (
    "Not saved: somebody else has saved this draft since you opened it. "
    "Yours is still in the form. Take over what you want of theirs, marked above, then save again."
)


class VersionedForm[D: (Tool, ServerText)](forms.ModelForm[D]):
    """Refuses to save over words that the person has not seen. The draft's row must be locked by whoever saves."""

    version = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_stale = False
        self.initial["version"] = draft_version(self.instance)

    def clean(self) -> None:
        super().clean()
        if self.cleaned_data.get("version", "") != self.initial["version"]:
            self._refuse()

    def _refuse(self) -> None:
        """The page that tells so shows the newer version, so that the next save is a choice."""
        self.is_stale = True
        self.data = cast("QueryDict", self.data).copy()
        self.data["version"] = self.initial["version"]
        self.add_error(None, STALE)
