"""Starts the embedded server at the first connection, whoever makes it: web, worker, shell, test or migration.

So commands that need no database (`check`, `--help`, the type checker's plugin) start nothing, and no entry
point can forget to."""

from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import base

from config import embedded


class DatabaseWrapper(base.DatabaseWrapper):
    """Stock PostgreSQL, but `CLUSTER` in the settings names the data directory whose server must run."""

    def get_connection_params(self) -> dict[str, Any]:
        try:
            where = embedded.ensure(Path(self.settings_dict["CLUSTER"]))
        except embedded.ServerNotStartedError as error:
            raise OperationalError(str(error)) from error
        if self.settings_dict["NAME"]:
            embedded.ensure_database(where, self.settings_dict["NAME"])
        return super().get_connection_params()
