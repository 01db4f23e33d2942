"""What “near” means: hubs, and the kilometres between two places."""

import math
from typing import Protocol

HUB_POPULATION = 100_000  # inhabitants: a listing carries the lexeme of every such city nearby
NEAR_KM = 40
KM_PER_DEGREE = 111.195  # of latitude, on a sphere of 6,371 km


class Point(Protocol):
    """Anything with coordinates in degrees."""

    @property
    def latitude(self) -> float: ...

    @property
    def longitude(self) -> float: ...


def distance_km(one: Point, other: Point) -> float:
    """Flat-earth distance: within a few metres of the great circle at 40 km, a third of its cost."""
    across = (one.longitude - other.longitude + 180) % 360 - 180
    across *= math.cos(math.radians((one.latitude + other.latitude) / 2))
    return math.hypot(across, one.latitude - other.latitude) * KM_PER_DEGREE


def degrees_east(kilometres: float, latitude: float) -> float:
    """How many degrees of longitude a distance spans there; bounded near the poles."""
    return kilometres / (KM_PER_DEGREE * max(0.05, math.cos(math.radians(latitude))))
