"""`make bench-search`, or `python -m tests.bench.million --rows 100000` for a quick look."""

import argparse
import os
import tempfile
from pathlib import Path

SMALL, LARGE = 100_000, 1_000_000


def main() -> None:
    options = argparse.ArgumentParser(prog="tests.bench.million", description=__doc__)
    options.add_argument("--rows", type=int, default=LARGE)
    options.add_argument("--keep", type=Path, help="a folder to keep the database in, for a look at plans")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="shortlist-bench-") as folder:
        _measure(asked.keep or Path(folder), asked.rows)


def _measure(folder: Path, rows: int) -> None:
    os.environ |= {"VAR_DIR": str(folder), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django  # after the variables above, which the settings read once

    django.setup()
    from tests.bench.million.run import measured  # it imports models
    from tests.bench.report import report

    report("search", measured(folder, small=min(SMALL, rows), large=rows))


if __name__ == "__main__":
    main()
