"""What lists of conversations and of calls tell at a glance, and what they can be narrowed to."""

from collections.abc import Mapping

from django.db.models import Count, Exists, Func, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Coalesce

from catalog.tools.handler import RenderTool, all_handlers
from mcp_bridge.models import LoggedCall, Shortlist

SLOW = 1_000  # milliseconds
NO_RENDER = "no_render"
SIGNS: Mapping[str, Q] = {
    "errors": Q(is_error=True),
    "repeats": Q(outcome="repeated"),
    "nothing_found": Q(outcome="nothing_found"),
    "slow": Q(milliseconds__gt=SLOW),
}


def with_overview(shortlists: QuerySet[Shortlist]) -> QuerySet[Shortlist]:
    """Adds `searches`, `opened` and `saved` from the memory, `calls_made` and `errors` from the log; one query in all."""
    calls = LoggedCall.objects.filter(shortlist=OuterRef("pk"))
    return shortlists.annotate(
        searches=_length_of("searches"),
        opened=_length_of("opened"),
        saved=_length_of("saved"),
        calls_made=_count_of(calls),
        errors=_count_of(calls.filter(is_error=True)),
    )


def calls_with(calls: QuerySet[LoggedCall], sign: str) -> QuerySet[LoggedCall]:
    """Narrows to calls that show the sign; `no_render` to those of conversations in which no widget was asked for."""
    if sign != NO_RENDER:
        return calls.filter(SIGNS[sign])
    rendered = LoggedCall.objects.filter(is_a_render(), shortlist=OuterRef("shortlist"))
    return calls.filter(~Exists(rendered), shortlist__isnull=False)


def shortlists_with(shortlists: QuerySet[Shortlist], sign: str) -> QuerySet[Shortlist]:
    """Narrows to conversations in which a call shows the sign, or in which no widget was asked for."""
    condition = is_a_render() if sign == NO_RENDER else SIGNS[sign]
    has_one = Exists(LoggedCall.objects.filter(condition, shortlist=OuterRef("pk")))
    return shortlists.filter(~has_one if sign == NO_RENDER else has_one)


def shortlists_of(shortlists: QuerySet[Shortlist], **facts: str) -> QuerySet[Shortlist]:
    """Narrows to conversations that have a call with these facts, e.g. `era="legacy"`."""
    return shortlists.filter(Exists(LoggedCall.objects.filter(shortlist=OuterRef("pk"), **facts)))


def is_a_render() -> Q:
    """By outcome, since a tool may be renamed: render handlers have outcomes of their own."""
    handlers = list(all_handlers())
    of_data = {outcome.code for handler in handlers if handler.kind == "data" for outcome in handler.outcomes}
    rendered = {outcome.code for handler in handlers if isinstance(handler, RenderTool) for outcome in handler.outcomes}
    return Q(outcome__in=sorted(rendered - of_data))


def _length_of(part: str) -> Coalesce:
    length = Func(KeyTransform(part, "memory"), function="jsonb_array_length", output_field=IntegerField())
    return Coalesce(length, 0)


def _count_of(calls: QuerySet[LoggedCall]) -> Coalesce:
    count = calls.order_by().values("shortlist").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(count, output_field=IntegerField()), 0)
