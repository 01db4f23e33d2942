"""A demo board for measurements: a running product of its own, whose database the measuring process uses too."""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.bench.report import Figure, report
from tests.blackbox.product import started, wait_for_demo


def measure_on_demo_board(bench: str, measured: Callable[[], Sequence[Figure]]) -> None:
    """Starts the product on a folder of its own, waits for its feeds, measures in this process and reports."""
    with tempfile.TemporaryDirectory() as folder:
        var_dir = Path(folder) / "var"
        with started(var_dir) as product:
            wait_for_demo(product)
            os.environ["VAR_DIR"] = str(var_dir)
            os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
            report(bench, measured())
            _let_go(var_dir)


def _let_go(var_dir: Path) -> None:
    """This process has used the product's own database; the product can't end it before that is over."""
    from django.db import connections

    from config import embedded

    connections.close_all()
    embedded.leave(var_dir / "pg")
