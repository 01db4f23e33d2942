from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from catalog.listings import synonyms
from catalog.listings.names import normalise_title
from catalog.models import SearchSynonym


class SynonymForm(forms.ModelForm[SearchSynonym]):
    """Refuses what no search could find."""

    def clean(self) -> None:
        super().clean()
        for name in ("term", "meanings"):
            given = self.cleaned_data.get(name) or []
            empty = [text for text in ([given] if isinstance(given, str) else given) if not normalise_title(text)]
            if empty:
                self.add_error(name, f"“{empty[0]}” holds no word that a search could find.")


@admin.register(SearchSynonym)
class SearchSynonymAdmin(admin.ModelAdmin[SearchSynonym]):
    """Other words for the same work. A change takes effect within seconds, without a release."""

    form = SynonymForm
    list_display = ["term", "meaning", "works_both_ways"]
    search_fields = ["term", "meanings"]

    @admin.display(description="also found as")
    def meaning(self, synonym: SearchSynonym) -> str:
        return ", ".join(synonym.meanings)

    def save_model(self, request: HttpRequest, obj: SearchSynonym, form: Any, change: Any) -> None:
        super().save_model(request, obj, form, change)
        synonyms.forget()
