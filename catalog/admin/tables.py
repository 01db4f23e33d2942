"""Small tables inside a form: every cell is escaped."""

import json
from collections.abc import Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def table_of(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> SafeString | str:
    """An HTML table with a heading row; an empty text where there are no rows."""
    body = format_html_join("", "<tr>{}</tr>", ((_cells(row),) for row in rows))
    if not body:
        return ""
    head = format_html_join(
        "", '<th scope="col">{}</th>', ((column.replace("_", " ").capitalize(),) for column in columns)
    )
    return format_html('<table class="facts"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>', head, body)


def _cells(row: Sequence[object]) -> SafeString:
    return format_html_join("", "<td>{}</td>", ((_text(cell),) for cell in row))


def _text(cell: object) -> str:
    if isinstance(cell, list):
        return "; ".join(_text(item) for item in cell)
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False, default=str)
