from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from catalog.admin.single_row import SingleRowAdmin
from catalog.colours import contrast
from catalog.models import BoardStyle
from catalog.unsaved_style import seal

ENOUGH = 4.5  # WCAG 2.2, 1.4.3: text against its ground
PAPER = {"accent_light": "#ffffff", "accent_dark": "#1e1f21"}
PICKER = forms.ColorInput()
LOOK = "_look"  # the button's name


class BoardStyleForm(forms.ModelForm[BoardStyle]):
    """Refuses an accent that people could not read as a link's colour."""

    def clean(self) -> None:
        super().clean()
        for name, paper in PAPER.items():
            colour = self.cleaned_data.get(name)
            if colour and (found := contrast(colour, paper)) < ENOUGH:
                theme = name.removeprefix("accent_")
                self.add_error(
                    name,
                    f"Contrast with the {theme} background is {found:.1f}:1; links need {ENOUGH}:1. "
                    f"Choose a {'darker' if theme == 'light' else 'lighter'} colour.",
                )


@admin.register(BoardStyle)
class BoardStyleAdmin(SingleRowAdmin[BoardStyle]):
    """The board's name, its accents and the order of the facts on a card, and which are badges. Takes effect with the next call."""

    form = BoardStyleForm
    change_form_template = "admin/catalog/board_style_form.html"
    fields = ["name", "accent_light", "accent_dark", "field_order", "badges"]

    def get_form(self, *args: object, **kwargs: object) -> type[forms.ModelForm[BoardStyle]]:
        line = forms.TextInput(attrs={"class": "vTextField"})
        widgets = dict.fromkeys(PAPER, PICKER) | {"field_order": line, "badges": line}
        return super().get_form(*args, widgets=widgets, **kwargs)  # type: ignore[arg-type]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """“Look at it first” shows the gallery in what was typed and saves nothing; what can't be read comes back with its reasons."""
        if request.method == "POST" and LOOK in request.POST and self._may_save(request, object_id):
            style = BoardStyle.current()
            form = self.get_form(request, style, change=bool(object_id))(request.POST, instance=style)
            if form.is_valid():
                return redirect(f"{reverse('gallery')}?{urlencode({'style': seal(form.instance)})}")
        return super().changeform_view(request, object_id, form_url, extra_context)

    def _may_save(self, request: HttpRequest, object_id: str | None) -> bool:
        return self.has_change_permission(request) if object_id else self.has_add_permission(request)
