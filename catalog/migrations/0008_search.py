import django.contrib.postgres.fields
import django.contrib.postgres.indexes
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations, models

# Rows that were written before levels and industries were facets; `catalog.listings.index` writes them from now on.
ADD_FACETS = """
UPDATE catalog_jobsearch row SET tsv = row.tsv || array_to_tsvector(array_remove(
  ARRAY['=l' || nullif(job.seniority, ''), '=i' || job.industry], NULL))
FROM catalog_joblisting job WHERE job.id = row.listing_id
"""


class Migration(migrations.Migration):
    dependencies = [("catalog", "0007_api_tokens")]

    operations = [
        TrigramExtension(),
        migrations.RunSQL(ADD_FACETS, migrations.RunSQL.noop),
        migrations.CreateModel(
            name="SearchSynonym",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "term",
                    models.CharField(help_text="A word or a few, as people type them: RN", max_length=60, unique=True),
                ),
                (
                    "meanings",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60),
                        help_text="What else to look for, with commas: registered nurse",
                        size=8,
                    ),
                ),
                (
                    "works_both_ways",
                    models.BooleanField(default=True, help_text="Who searches for a meaning finds the term, too."),
                ),
            ],
            options={"verbose_name": "synonym", "ordering": ["term"]},
        ),
        migrations.CreateModel(
            name="SearchWord",
            fields=[
                ("word", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("listings", models.PositiveIntegerField(default=1)),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(
                        django.contrib.postgres.indexes.OpClass("word", name="gin_trgm_ops"),
                        name="search_word_trigrams",
                    )
                ]
            },
        ),
    ]
