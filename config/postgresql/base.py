"""Starts the embedded server at the first connection, whoever makes it: web, worker, shell, test or migration.

So commands that need no database (`check`, `--help`, the type checker's plugin) start nothing, and no entry
point can forget to."""

from functools import cache
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import base

from config import embedded


class DatabaseWrapper(base.DatabaseWrapper):
    """Stock PostgreSQL, but `CLUSTER` in the settings names the data directory whose server must run."""

    def get_connection_params(self) -> dict[str, Any]:
        try:
            _prepare(self.settings_dict["CLUSTER"], self.settings_dict["NAME"])
        except embedded.ServerNotStartedError as error:
            raise OperationalError(str(error)) from error
        return super().get_connection_params()


@cache  # Django asks at every connection; a failure is not remembered
def _prepare(cluster: str, name: str | None) -> None:
    where = embedded.ensure(Path(cluster))
    if name:
        embedded.ensure_database(where, name)
