import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.errors import ShortlistError
from catalog.models import Release
from catalog.tools.audit import person_named
from catalog.tools.classes import changes_of, worst
from catalog.tools.compile import compile_content
from catalog.tools.drafts import draft_content
from catalog.tools.exchange import Imported, content_named, export_text, import_drafts, preview_import, read_content
from catalog.tools.labels import move_label
from catalog.tools.publish import publisher_named

WHICH = "draft, live, another label or a release's number"


class Command(BaseCommand):
    help = "The tool catalogue as one readable file: export, import as drafts, compare; and move labels."

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        export = verbs.add_parser("export", help="writes the drafts, or what --of names, as YAML")
        export.add_argument("file", nargs="?", type=Path, help="without: to the terminal")
        export.add_argument("--of", default="draft", help=WHICH)
        bring = verbs.add_parser("import", help="makes the drafts say what a file says; publishes nothing")
        bring.add_argument("file", type=Path, help="“-” reads standard input")
        bring.add_argument("--as", dest="username", default="", metavar="USER", help="whom the audit names")
        bring.add_argument("--note", default="", help="why, for those who read the history")
        bring.add_argument("--dry-run", action="store_true", help="only tell what would change")
        diff = verbs.add_parser("diff", help="tells what differs, and what it means to connected clients")
        diff.add_argument("old", metavar="A", help=WHICH)
        diff.add_argument("new", metavar="B", help=WHICH)
        move = verbs.add_parser(
            "move", help="points a label at a release: live goes back, another is for holders of a token"
        )
        move.add_argument("label", help="live, or one of your own")
        move.add_argument("release", type=int, help="its number")
        move.add_argument("--as", dest="username", default="", metavar="USER", help="whom the audit names")
        move.add_argument("--note", default="", help="why, for those who read the history")

    def handle(self, *args: Any, verb: str, **options: Any) -> None:
        verbs: dict[str, Callable[..., None]] = {
            "export": self._export,
            "import": self._import,
            "diff": self._diff,
            "move": self._move,
        }
        try:
            verbs[verb](**options)
        except ShortlistError as error:
            raise CommandError(
                "\n".join([str(error), *(f"  {item.field}: {item.problem}" for item in error.fields)])
            ) from error
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"The file can't be read or written: {error}.") from error

    def _export(self, *, file: Path | None, of: str, **_: Any) -> None:
        text = export_text(draft_content() if of == "draft" else content_named(of))
        if file is None:
            self.stdout.write(text, ending="")
        else:
            file.write_text(text, encoding="utf-8")
            self.stdout.write(f"Wrote {file}.")

    def _import(self, *, file: Path, username: str, note: str, dry_run: bool, **_: Any) -> None:
        content = read_content(sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8"))
        if dry_run:
            self._tell(preview_import(content), "Would be")
            return
        self._tell(import_drafts(content=content, user=person_named(username), note=note), "Were")
        try:
            compile_content(content)
        except ShortlistError as error:
            self.stderr.write(f"Before you publish: {error.message}")

    def _tell(self, found: Imported, were: str) -> None:
        for what in ("made", "changed", "removed"):
            if names := getattr(found, what):
                self.stdout.write(f"{were} {what}: {', '.join(names)}.")
        if not found:
            self.stdout.write("The tools' drafts say that already.")

    def _diff(self, *, old: str, new: str, **_: Any) -> None:
        found = changes_of(content_named(old), content_named(new))
        for change in found:
            self.stdout.write(f"{change.tool}, {change.field}: {change.grade}. {change.reason}")
            for sign, text in (("-", change.old), ("+", change.new)):
                if text:
                    self.stdout.write("".join(f"  {sign} {line}\n" for line in text.splitlines()), ending="")
        count = f"{len(found)} change{'s' * (len(found) != 1)}"
        self.stdout.write(f"{count}; for connected clients: {worst(found)}." if found else "Nothing differs.")

    def _move(self, *, label: str, release: int, username: str, note: str, **_: Any) -> None:
        found = Release.objects.filter(pk=release).first()
        if found is None:
            raise ShortlistError(
                "unknown_release", f"There is no release {release}.", "The admin lists those there are."
            )
        move_label(name=label, release=found, user=publisher_named(username), note=note)
        self.stdout.write(f"“{label}” is {found}.")
