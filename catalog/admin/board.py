from django import forms
from django.contrib import admin

from catalog.admin.single_row import SingleRowAdmin
from catalog.colours import contrast
from catalog.models import BoardStyle

ENOUGH = 4.5  # WCAG 2.2, 1.4.3: text against its ground
PAPER = {"accent_light": "#ffffff", "accent_dark": "#1e1f21"}
PICKER = forms.ColorInput()


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
    fields = ["name", "accent_light", "accent_dark", "field_order", "badges"]

    def get_form(self, *args: object, **kwargs: object) -> type[forms.ModelForm[BoardStyle]]:
        line = forms.TextInput(attrs={"class": "vTextField"})
        widgets = dict.fromkeys(PAPER, PICKER) | {"field_order": line, "badges": line}
        return super().get_form(*args, widgets=widgets, **kwargs)  # type: ignore[arg-type]
