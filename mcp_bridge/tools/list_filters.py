"""list_filters: the exact values that filters take. Text only."""

from typing import Literal

from pydantic import Field

from catalog.listings.vocabulary import MOST, accepted
from catalog.tools.handler import Call, DataTool, Handled, Outcome, Output, register
from catalog.tools.schema import THIRD_PARTY
from mcp_bridge.tools.conversation import ConversationParameters
from mcp_bridge.tools.shapes import Shape


class FilterValuesParameters(ConversationParameters):
    kind: Literal["industries", "companies", "locations", "currencies"] = Field(description="Whose values.")
    q: str = Field("", max_length=80, description="Part of the name to look for.")


class FilterValue(Shape):
    value: str = Field(description=f"As filters take it. {THIRD_PARTY}")
    meaning: str = ""


class FilterValuesOutput(Output):
    values: list[FilterValue] = Field(default_factory=list)
    is_cut: bool = Field(default=False, description=f"More than {MOST} fit; `q` narrows.")


def list_filters(arguments: FilterValuesParameters, _: Call) -> Handled[FilterValuesOutput]:
    found = accepted(arguments.kind, " ".join(arguments.q.split()))
    values = [FilterValue(value=each.value, meaning=each.meaning) for each in found[:MOST]]
    output = FilterValuesOutput(
        outcome="listed" if values else "nothing_listed", values=values, is_cut=len(found) > MOST
    )
    return Handled(output, {"count": len(values)})


register(
    DataTool(
        name="list_filters",
        summary="Lists the exact values that filters take.",
        parameters=FilterValuesParameters,
        output=FilterValuesOutput,
        outcomes=(
            Outcome("listed", "Values were found.", numbers=("count",)),
            Outcome("nothing_listed", "No value has this name."),
        ),
        run=list_filters,
    )
)
