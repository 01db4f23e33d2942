"""What a search knows beside the listings: other words for the same work, and how words are spelt."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models


class SearchSynonym(models.Model):
    """`RN` is also found as “registered nurse”. Takes effect within seconds."""

    term = models.CharField(max_length=60, unique=True, help_text="A word or a few, as people type them: RN")
    meanings = ArrayField(
        models.CharField(max_length=60), size=8, help_text="What else to look for, with commas: registered nurse"
    )
    works_both_ways = models.BooleanField(default=True, help_text="Who searches for a meaning finds the term, too.")

    class Meta:
        ordering = ["term"]
        verbose_name = "synonym"

    def __str__(self) -> str:
        return f"{self.term}: {', '.join(self.meanings)}"


class SearchWord(models.Model):
    """A word of open listings' titles, for correcting a search that finds next to nothing. Counted again every hour."""

    word = models.CharField(max_length=40, primary_key=True)
    listings = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [GinIndex(OpClass("word", name="gin_trgm_ops"), name="search_word_trigrams")]

    def __str__(self) -> str:
        return self.word
