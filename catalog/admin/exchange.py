"""The catalogue as a file: out of the drafts or a release, and into the drafts once somebody has seen what would change."""

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from catalog.admin.review import review, review_page
from catalog.errors import ShortlistError
from catalog.tools.content import CatalogueContent
from catalog.tools.drafts import draft_content
from catalog.tools.exchange import IMPORTING, content_named, export_text, import_drafts, read_content

LARGEST = 1_000_000  # bytes; a catalogue of ten tools has some thirty thousand


class ImportForm(forms.Form):
    """A file, or its text: the second step sends what the first one read."""

    file = forms.FileField(required=False, help_text="YAML, as “Export” writes it.")
    text = forms.CharField(required=False, strip=False, max_length=LARGEST, widget=forms.Textarea(attrs={"rows": 8}))

    def clean_file(self) -> str:
        """Its text."""
        file = self.cleaned_data["file"]
        if file is None:
            return ""
        if file.size > LARGEST:
            raise forms.ValidationError("The file is larger than a megabyte.")
        try:
            return str(file.read().decode("utf-8"))
        except UnicodeDecodeError:
            raise forms.ValidationError("The file is not text in UTF-8.") from None

    def clean(self) -> None:
        """Keeps one text, and reads the content that it holds."""
        super().clean()
        text = self.cleaned_data.get("file") or self.cleaned_data.get("text", "")
        if self.errors:
            return
        if not text.strip():
            raise forms.ValidationError("Choose a file, or paste its text.")
        try:
            self.cleaned_data |= {"text": text, "content": read_content(text)}
        except ShortlistError as error:
            problems = [f"{item.field} {item.problem}" for item in error.fields]
            raise forms.ValidationError(problems or [str(error)]) from error


@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """The file: the drafts, those that are switched off too, or what `?of=` names."""
    if not request.user.has_perm("catalog.view_tool"):
        raise PermissionDenied
    of = request.GET.get("of", "draft")
    try:
        content = draft_content() if of == "draft" else content_named(of)
    except ShortlistError as error:
        raise Http404(str(error)) from None
    headers = {"Content-Disposition": f'attachment; filename="catalogue-{of}.yaml"'}
    return HttpResponse(export_text(content), content_type="application/yaml; charset=utf-8", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HttpRequest) -> HttpResponse:
    """Asks for a file, then shows what it would change; makes the drafts when that is confirmed and still true."""
    if not request.user.has_perms(IMPORTING):
        raise PermissionDenied
    form = ImportForm(request.POST or None, request.FILES or None)
    if not form.is_valid():
        return review_page(request, "import", title="Import", form=form)
    content, reviewed = form.cleaned_data["content"], request.POST.get("reviewed", "")
    try:
        if reviewed:
            return _imported(request, content, reviewed)
    except ShortlistError as error:
        messages.error(request, str(error))
    now = draft_content()
    context = {"title": "Import", "text": form.cleaned_data["text"], "reviewed": now.sha256()}
    return review_page(request, "import_review", **context, review=review(now, content))


def _imported(request: HttpRequest, content: CatalogueContent, reviewed: str) -> HttpResponse:
    """Raises `drafts_changed` where somebody saved one since the review."""
    import_drafts(content=content, user=request.user, note=request.POST.get("note", ""), reviewed=reviewed)
    messages.success(request, "The drafts say what the file says. Nothing is published.")
    return redirect("admin:catalog_release_publish")
