"""Lets the admin's and the forms' base classes take type arguments: the type checker asks for them, Django refuses them."""

from typing import TYPE_CHECKING

from django import forms
from django.contrib import admin

if not TYPE_CHECKING:
    for base in (admin.options.BaseModelAdmin, forms.ModelForm, forms.BaseInlineFormSet):
        base.__class_getitem__ = classmethod(lambda cls, _argument: cls)
