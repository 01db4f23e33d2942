"""Where the database is: DATABASE_URL, or a PostgreSQL of this clone's own under var/."""

from typing import Any

import dj_database_url

from config import embedded
from config.env import Environment

POOL = {"min_size": 1, "max_size": 8, "timeout": 5, "max_lifetime": 600}


def database_settings(env: Environment) -> dict[str, Any]:
    """Django's settings of the one database; a broken DATABASE_URL ends the process with one plain sentence."""
    found = _from_url(env.database_url) if env.database_url else _embedded(env)
    found["CONN_HEALTH_CHECKS"] = True
    found["OPTIONS"] = {**found.get("OPTIONS", {}), "connect_timeout": 3, "pool": dict(POOL)}
    return found


def _embedded(env: Environment) -> dict[str, Any]:
    cluster = env.var_dir / "pg"
    return {
        "ENGINE": "config.postgresql",  # starts the server at the first connection
        "CLUSTER": str(cluster),
        "HOST": str(embedded.socket_dir(cluster)),
        "PORT": "5432",
        "NAME": "shortlist",
        "USER": "postgres",
    }


def _from_url(url: str) -> dict[str, Any]:
    try:
        found = dict(dj_database_url.parse(url))
    except (ValueError, KeyError):
        found = {}
    if "postgresql" not in str(found.get("ENGINE")):
        raise SystemExit(
            "Shortlist can't start: DATABASE_URL is not a PostgreSQL address such as postgresql://user:password@host/name."
        )
    return found
