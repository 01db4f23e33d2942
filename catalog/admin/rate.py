from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from kombu.exceptions import OperationalError

from catalog.listings import rates
from catalog.models import ExchangeRate
from catalog.tasks import convert_all_pay


class ExchangeRateForm(forms.ModelForm[ExchangeRate]):
    """Three letters, and a rate for the common currency itself is one."""

    def clean_currency(self) -> str | ExchangeRate:
        given: str | ExchangeRate = self.cleaned_data["currency"]
        if isinstance(given, ExchangeRate):  # a row of the list, where the currency is settled
            return given
        code = given.upper()
        if not (code.isascii() and code.isalpha() and len(code) == 3):
            raise forms.ValidationError("Give the three letters of ISO 4217, as EUR.")
        return code

    def clean(self) -> None:
        super().clean()
        code = self.instance.currency or self.cleaned_data.get("currency")
        if code == rates.COMMON_CURRENCY and self.cleaned_data.get("usd") not in (None, 1):
            self.add_error("usd", f"One {code} is one {code}.")


@admin.register(ExchangeRate)
class ExchangeRateAdmin(admin.ModelAdmin[ExchangeRate]):
    """What pay is compared by. All rates can be typed in the list; listings are converted anew in the background."""

    form = ExchangeRateForm
    list_display = ["currency", "usd", "as_of"]
    list_editable = ["usd", "as_of"]
    list_per_page = 200

    def get_changelist_form(self, *_: Any, **__: Any) -> type[ExchangeRateForm]:
        return ExchangeRateForm

    def get_readonly_fields(self, request: HttpRequest, obj: ExchangeRate | None = None) -> list[str]:
        return ["currency"] if obj else []

    def save_model(self, request: HttpRequest, obj: ExchangeRate, form: Any, change: Any) -> None:
        super().save_model(request, obj, form, change)
        rates.forget()
        _convert(request)


def _convert(request: HttpRequest) -> None:
    """One task a request, however many rates were changed in the list: a second one finds nothing to do."""
    try:
        convert_all_pay.delay()
    except OperationalError:
        told = "The task queue can't be reached, so listings keep the old rates. Save again once a worker runs."
        messages.warning(request, told)
