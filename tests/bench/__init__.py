"""Measurements: `make bench`. Figures, never assertions."""
