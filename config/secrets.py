"""Secrets that a first start makes for itself and keeps under var/, readable by its owner alone."""

import os
import secrets
from pathlib import Path


def kept_secret(path: Path, *, length: int = 48) -> str:
    """Returns the secret in `path`, made at the first call; two processes that race agree on one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    if not path.exists():
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(length))
        try:
            os.link(draft, path)  # atomic, and fails where the other process was first
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()


def secret_key(var_dir: Path) -> str:
    """Django's SECRET_KEY of a clone that sets none."""
    return kept_secret(var_dir / "secret-key")
