"""Bodies, bounded before anything looks at them."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import IO, Any

import pydantic_core
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from catalog.errors import ShortlistError
from catalog.tools.storable import is_storable

LARGEST = 256 * 1024  # bytes of JSON, as for a message to /mcp
LARGEST_FILE = 1_000_000  # bytes of YAML
DEEPEST = 32  # levels


class TooLarge(APIException):
    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class BoundedJSONParser(BaseParser):
    """JSON as RFC 8259 has it, with finite numbers only."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Raises ParseError or TooLarge."""
        del media_type, parser_context
        body = _bounded(stream, LARGEST)
        try:
            value = pydantic_core.from_json(body, allow_inf_nan=False)  # also refuses halves of characters
        except ValueError:
            raise ParseError("The body is not valid JSON.") from None
        if not _is_within(value, DEEPEST):
            raise ParseError(f"The body is nested deeper than {DEEPEST} levels.")
        return value


class StorableJSONParser(BoundedJSONParser):
    """For what may be kept: nothing in it that PostgreSQL doesn't hold."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Raises ParseError, TooLarge or `not_storable`."""
        value = super().parse(stream, media_type, parser_context)
        if not is_storable(value):
            raise ShortlistError("not_storable", "The body holds a character that can’t be stored.", "Leave it out.")
        return value


class YamlParser(BaseParser):
    """A file's text; what it says is read elsewhere."""

    media_type = "application/yaml"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Raises ParseError or TooLarge."""
        del media_type, parser_context
        try:
            return _bounded(stream, LARGEST_FILE).decode()
        except UnicodeDecodeError:
            raise ParseError("The file is not text in UTF-8.") from None


def _bounded(stream: IO[bytes], largest: int) -> bytes:
    body = stream.read(largest + 1)
    if len(body) > largest:
        raise TooLarge(f"The body is larger than {largest:,} bytes.")
    return body


def _is_within(value: Any, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inside = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_is_within(item, levels - 1) for item in inside)
