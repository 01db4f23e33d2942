import json
from argparse import ArgumentParser
from pathlib import Path
from typing import IO, Any, cast

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from rich.console import Console
from rich.table import Table

from catalog.errors import ShortlistError
from catalog.feeds.dry_run import DryRun, map_document
from catalog.feeds.mapper import Fallbacks
from catalog.feeds.presets import load_mapping, preset_names, read_mapping_file
from catalog.feeds.record import MappedRecord

SHOWN = 20
COLUMNS = ("external_id", "title", "company", "location", "workplace", "pay_text", "posted_at")


class Command(BaseCommand):
    help = "Shows what a feed's records would become. Writes nothing and needs no database."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="FILE_OR_URL")
        parser.add_argument("--preset", required=True, choices=preset_names())
        parser.add_argument("--mapping", type=Path, metavar="FILE.yaml", help="what differs from the preset")
        parser.add_argument("--company", default="", help="the employer, for feeds that name none")
        parser.add_argument("--json", action="store_true", dest="as_json", help="everything, as one JSON object")

    def handle(
        self, *args: Any, source: str, preset: str, mapping: Path | None, company: str, as_json: bool, **_: Any
    ) -> None:
        connection.settings_dict["OPTIONS"].pop("pool", None)  # a pool would wait for a database that is away
        try:
            reading = load_mapping(preset, read_mapping_file(mapping) if mapping else None)
            result = map_document(source, reading, fallbacks=Fallbacks(company=company))
        except ShortlistError as error:
            raise CommandError(str(error)) from error
        if as_json:
            self.stdout.write(_as_json(preset, result))
        else:
            _print(result, Console(file=cast("IO[str]", self.stdout)))


def _as_json(preset: str, result: DryRun) -> str:
    whole = {
        "preset": preset,
        "records": result.records,
        "declared": result.declared,
        "left_out": result.left_out,
        "flaw": result.flaw,
        "mapped": [{**record.model_dump(mode="json"), "obstacles": record.obstacles()} for record in result.mapped],
        "rejected": [{"record": r.record, "external_id": r.external_id, "reasons": r.reasons} for r in result.rejected],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2)


def _print(result: DryRun, console: Console) -> None:
    console.print(_table(result))
    console.print(_counts(result), markup=False, highlight=False)
    for refused in result.rejected[:SHOWN]:
        reasons = "; ".join(refused.reasons)
        console.print(
            f"Record {refused.record} ({refused.external_id or 'no id'}): {reasons}.", markup=False, highlight=False
        )
    for record in [record for record in result.mapped if record.obstacles()][:SHOWN]:
        reasons = "; ".join(record.obstacles())
        console.print(f"{record.external_id}: a refresh leaves it out, {reasons}.", markup=False, highlight=False)


def _table(result: DryRun) -> Table:
    table = Table(
        *(name.replace("_", " ") for name in COLUMNS), title=f"The first {min(SHOWN, len(result.mapped))} records"
    )
    for record in result.mapped[:SHOWN]:
        table.add_row(*(_cell(record, name) for name in COLUMNS))
    return table


def _cell(record: MappedRecord, name: str) -> str:
    value = getattr(record, name)
    return f"{value:%Y-%m-%d}" if name == "posted_at" and value else str(value or "").replace("[", r"\[")


def _counts(result: DryRun) -> str:
    parts = [
        f"{result.records} record{'s' * (result.records != 1)}",
        f"{len(result.mapped)} mapped",
        f"{len(result.rejected)} rejected",
    ]
    parts += [f"{result.left_out} left out"] if result.left_out else []
    parts += [f"the feed says that it holds {result.declared}"] if result.declared is not None else []
    return f"{', '.join(parts)}. {result.flaw}".strip()
