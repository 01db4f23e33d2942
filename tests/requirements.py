"""The product's promises, each with an id. A test names those it proves: `@pytest.mark.promise("MCP-1")`.

The run fails where a promise has no test, and where a test names a promise that is not here (see conftest.py).
"""

import importlib
import pkgutil

from tests import promises


def _gather() -> dict[str, str]:
    found: dict[str, str] = {}
    for module in pkgutil.iter_modules(promises.__path__):
        area: dict[str, str] = importlib.import_module(f"tests.promises.{module.name}").PROMISES
        twice = found.keys() & area.keys()
        if twice:
            raise ValueError(f"promised twice: {sorted(twice)}")
        found |= area
    return found


PROMISES = _gather()
