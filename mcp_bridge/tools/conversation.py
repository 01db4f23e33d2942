"""What every tool takes and gives so that the server knows which conversation, and which widget, a call belongs to."""

from pydantic import Field

from catalog.tools.handler import Parameters

SHORTLIST = "The `shortlist` that an earlier result gave."
VIEW = "The `view` of the widget that makes this call."


class ConversationParameters(Parameters):
    """Base of the parameters of tools that a model calls."""

    shortlist: str = Field("", max_length=64, description=SHORTLIST)


class WidgetParameters(ConversationParameters):
    """Base of the parameters of tools that widgets call too."""

    view: str = Field("", max_length=64, description=VIEW)
