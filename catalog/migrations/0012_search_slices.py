from django.db import migrations

# Rows that were written before a search looked slice by slice; `catalog.listings.index` writes these from now on.
ADD_SLICES = """
UPDATE catalog_jobsearch SET tsv = tsv || array_to_tsvector(ARRAY[
  '=d' || posted_min / 1440, '=v' || posted_min / 10080, '=p' || least(coalesce(pay_usd_max / 10000, -1), 30)])
"""


class Migration(migrations.Migration):
    dependencies = [("catalog", "0011_board_badges")]

    operations = [migrations.RunSQL(ADD_SLICES, migrations.RunSQL.noop)]
