"""Parts of addresses that are names: what can be none is an address that there is not."""

from django.urls import register_converter
from django.urls.converters import StringConverter

TOOL = "tool_name"
LABEL = "label_name"


class ToolNameConverter(StringConverter):
    """As `catalog.models.tool.TOOL_NAME` has it."""

    regex = "[a-z][a-z0-9_]{2,62}[a-z0-9]"


class LabelConverter(StringConverter):
    """As `catalog.tools.labels` has it."""

    regex = "[a-z][-a-z0-9_]{0,39}"


register_converter(ToolNameConverter, TOOL)
register_converter(LabelConverter, LABEL)
