from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.errors import ShortlistError
from catalog.tools.diff import SERVER
from catalog.tools.exchange import content_named
from catalog.tools.lint import Finding, lint
from catalog.tools.lint.page import PAGE, page


class Command(BaseCommand):
    help = "What the lint says of the drafts or of a release; ends with 1 where it finds errors."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("of", nargs="?", default="draft", help="draft, live, another label or a release's number")
        parser.add_argument("--page", action="store_true", help="writes the rules to docs/lint.md instead")

    def handle(self, *args: Any, of: str, page: bool, **options: Any) -> None:
        if page:
            _write_page()
            return
        try:
            report = lint(content_named(of))
        except ShortlistError as error:
            raise CommandError(str(error)) from error
        for finding in report.findings:
            self.stdout.write(_line(finding))
        self.stdout.write(f"{len(report.findings)} finding(s); about {report.tokens:,} tokens.")
        if report.has_errors:
            raise CommandError(f"{len(report.errors)} error(s) stand in the way of publishing.")


def _write_page() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def _line(finding: Finding) -> str:
    where = f"{finding.tool or SERVER}, {finding.field}".rstrip(", ")
    return f"{where}: {finding.level.value} ({finding.rule}). {finding.message} {finding.hint}"
