"""The database itself refuses to alter or delete a release."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION catalog_release_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Release % is immutable: publish a new one instead.', OLD.number USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER release_is_immutable BEFORE UPDATE OR DELETE ON catalog_release
    FOR EACH ROW EXECUTE FUNCTION catalog_release_is_immutable();
"""
BACKWARD = """
DROP TRIGGER release_is_immutable ON catalog_release;
DROP FUNCTION catalog_release_is_immutable();
"""


class Migration(migrations.Migration):
    dependencies = [("catalog", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
