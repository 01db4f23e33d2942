"""Requests to the API in a line each."""

import json
from dataclasses import dataclass
from typing import Any

from django.test import Client

type Answer = Any  # a response of Django's test client
V1 = "/api/v1/"


@dataclass(frozen=True)
class Asker:
    """Somebody at the API; `headers` go with every request."""

    client: Client
    headers: dict[str, str]

    def get(self, path: str, **query: str) -> Answer:
        return self.client.get(V1 + path, query, headers=self.headers)

    def send(self, method: str, path: str, body: Any = None, *, version: str | None = None) -> Answer:
        """JSON, or YAML where the body is text; `version` becomes If-Match."""
        headers = self.headers if version is None else self.headers | {"if-match": f'"{version}"'}
        kind = "application/yaml" if isinstance(body, str) else "application/json"
        return self.client.generic(method.upper(), V1 + path, _written(body), content_type=kind, headers=headers)

    def version(self, path: str) -> str:
        """That a draft has now."""
        return str(self.get(path).json()["version"])


def _written(body: Any) -> str:
    if body is None or isinstance(body, str):
        return body or ""
    return json.dumps(body)


def error(answer: Answer) -> tuple[int, str]:
    """Status and code."""
    return answer.status_code, str(answer.json()["error"]["code"])
