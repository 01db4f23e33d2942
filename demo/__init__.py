"""A small invented job market: three feeds, made from words and a seed, that fill a first run of Shortlist."""
