"""What the API answers with. Field names are those of the tools' results; times are ISO 8601 in UTC."""

from typing import Any

from rest_framework import serializers

from catalog.models import JobListing


class PaySerializer(serializers.Serializer[JobListing]):
    """Pay as the employer states it, and as a yearly range in US dollars for comparing."""

    text = serializers.CharField(source="pay_text")
    minimum = serializers.DecimalField(source="pay_min", max_digits=12, decimal_places=2, allow_null=True)
    maximum = serializers.DecimalField(source="pay_max", max_digits=12, decimal_places=2, allow_null=True)
    currency = serializers.CharField(source="pay_currency")
    period = serializers.CharField(source="pay_period")
    usd_year_min = serializers.IntegerField(source="pay_usd_min", allow_null=True)
    usd_year_max = serializers.IntegerField(source="pay_usd_max", allow_null=True)


class ListingSerializer(serializers.ModelSerializer[JobListing]):
    """A listing in a list. Title and company are third parties' text."""

    id = serializers.CharField(source="public_id")
    pay = PaySerializer(source="*")
    url = serializers.URLField(help_text="The listing's page on the board.")

    class Meta:
        model = JobListing
        fields = ["id", "title", "company", "location", "country", "region", "workplace", "employment_type", "seniority",
                  "industry", "pay", "posted_at", "expires_at", "url", "apply_url", "attribution"]  # fmt: skip


class WholeListingSerializer(ListingSerializer):
    """A listing with its whole text."""

    text = serializers.CharField(source="description", help_text="Plain text, third party's.")

    class Meta(ListingSerializer.Meta):
        fields = [*ListingSerializer.Meta.fields, "text"]


class PlaceSerializer(serializers.Serializer[Any]):
    """What a place that was asked for was taken to mean; `matched` is empty where nobody knows it."""

    asked = serializers.CharField()
    matched = serializers.CharField()


class ListingPageSerializer(serializers.Serializer[Any]):
    """One page. Above 1,000 the total is capped."""

    total = serializers.IntegerField()
    total_is_capped = serializers.BooleanField()
    places = PlaceSerializer(many=True)
    next = serializers.URLField(allow_null=True, help_text="The next page, or null on the last.")
    results = ListingSerializer(many=True)


class ToolSerializer(serializers.Serializer[Any]):
    """One tool of the live release as a model reads it."""

    name = serializers.CharField()
    title = serializers.CharField(source="text.title")
    description = serializers.CharField(source="text.description")
    kind = serializers.ChoiceField(source="handler.kind", choices=["data", "render"])
    handler = serializers.CharField(source="handler.name")
    input_schema = serializers.JSONField()
    output_schema = serializers.JSONField()
    annotations = serializers.JSONField()


class CatalogueSerializer(serializers.Serializer[Any]):
    """The live release: what clients are served now."""

    release = serializers.IntegerField()
    sha256 = serializers.CharField()
    published_at = serializers.DateTimeField()
    instructions = serializers.CharField(allow_blank=True)
    tools = ToolSerializer(many=True)


class ProblemSerializer(serializers.Serializer[Any]):
    """One parameter that does not fit."""

    field = serializers.CharField()
    problem = serializers.CharField()


class ErrorSerializer(serializers.Serializer[Any]):
    """What happened and what to do next."""

    code = serializers.CharField()
    message = serializers.CharField()
    hint = serializers.CharField(allow_blank=True)
    fields = ProblemSerializer(many=True)  # type: ignore[assignment]  # the wire's name; the metaclass takes it away


class AnswerErrorSerializer(serializers.Serializer[Any]):
    """Every error of the API."""

    error = ErrorSerializer()


class TextChangeSerializer(serializers.Serializer[Any]):
    """One text that differs between what stands there and what was sent."""

    tool = serializers.CharField()
    field = serializers.CharField()
    old = serializers.CharField(allow_blank=True)
    new = serializers.CharField(allow_blank=True)


class StaleDraftSerializer(AnswerErrorSerializer):
    """Somebody saved meanwhile: theirs, yours, and where they differ. `version` is what stands there now."""

    version = serializers.CharField(allow_blank=True)
    saved = serializers.JSONField(help_text="Shaped like a release's content.")
    yours = serializers.JSONField(help_text="Shaped like a release's content.")
    changes = TextChangeSerializer(many=True)
