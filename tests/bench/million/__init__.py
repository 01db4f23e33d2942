"""`make bench-search`: a million listings in the product's own tables, beside what else one might have built from them."""
