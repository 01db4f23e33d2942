"""Django's PostgreSQL backend for the database that comes with Shortlist."""
