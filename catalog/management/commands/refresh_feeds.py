from argparse import ArgumentParser
from collections.abc import Sequence
from typing import IO, Any, cast

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from catalog.feeds.refresh import refresh_feed
from catalog.models import Feed, FeedRun

COUNTS = ("new", "changed", "unchanged", "closed", "revived", "invalid")


class Command(BaseCommand):
    help = "Refreshes feeds now, in the foreground: every enabled feed, or one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--feed", metavar="SLUG", help="only this feed, even if it is switched off")
        parser.add_argument(
            "--accept-size",
            action="store_true",
            help="this copy is as small as it should be: close what is missing from it",
        )

    def handle(self, *args: Any, feed: str | None, accept_size: bool, **options: Any) -> None:
        feeds = _chosen(feed)
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        console = Console(file=cast("IO[str]", self.stdout))
        with Progress(*columns, console=console) as progress:
            failed = [each.slug for each in feeds if not _refresh(each, progress, size_is_accepted=accept_size)]
        if failed:
            raise CommandError(f"Not refreshed: {', '.join(failed)}.")


def _chosen(slug: str | None) -> Sequence[Feed]:
    feeds = Feed.objects.filter(slug=slug) if slug else Feed.objects.filter(enabled=True)
    if slug and not feeds:
        raise CommandError(f"There is no feed called “{slug}”. Known: {', '.join(_slugs()) or 'none'}.")
    return list(feeds)


def _slugs() -> Sequence[str]:
    return list(Feed.objects.values_list("slug", flat=True))


def _refresh(feed: Feed, progress: Progress, *, size_is_accepted: bool) -> bool:
    bar = progress.add_task(feed.slug, total=None)
    run = refresh_feed(
        feed.pk,
        progress=lambda done, total: progress.update(bar, completed=done, total=total),
        size_is_accepted=size_is_accepted,
    )
    progress.console.print(f"{feed.slug}: {_told(run)}", markup=False, highlight=False)
    return run is None or run.state != FeedRun.State.FAILED


def _told(run: FeedRun | None) -> str:
    if run is None:
        return "another run is refreshing it"
    counts = ", ".join(f"{getattr(run, name)} {name}" for name in COUNTS if getattr(run, name))
    return " – ".join(part for part in (run.state, counts, run.reason) if part)
