"""Figures for Prometheus: calls, how long they take, open streams. Labels are ours, so that no stranger can make series.

Several web processes write into files of one folder (`serve` names it), and any of them answers for all. The library chooses
between files and memory when it is imported, which therefore waits until the first figure."""

import os
from functools import cache
from typing import TYPE_CHECKING

from catalog.models import Heartbeat, ReleaseLabel
from mcp_bridge.clients.hosts import host_of

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the library's own name
NO_TOOL = "none"  # called by a name that no tool has
_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


def count_call(*, tool: str, outcome: str, era: str, client: str, seconds: float) -> None:
    """`tool` is a known name or empty; of the name that a client gives itself only the chat app is kept."""
    meters = _meters()
    name = tool or NO_TOOL
    meters.calls.labels(name, outcome, era, host_of(client).title).inc()
    meters.seconds.labels(name).observe(seconds)


def stream_opened() -> None:
    _meters().streams.inc()


def stream_closed() -> None:
    _meters().streams.dec()


def exposition() -> bytes:
    """Everything in Prometheus' text format; two queries."""
    from prometheus_client import generate_latest

    return generate_latest(_all_processes()) + generate_latest(_of_the_database())


class _Meters:
    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self.registry = registry = CollectorRegistry()
        labels = ["tool", "outcome", "era", "client"]
        self.calls = Counter("shortlist_calls", "Calls of tools.", labels, registry=registry)
        self.seconds = Histogram(
            "shortlist_call_seconds", "The spine's own time.", ["tool"], registry=registry, buckets=_SECONDS
        )
        self.streams = Gauge("shortlist_streams", "Open event streams.", registry=registry, multiprocess_mode="livesum")


_meters = cache(_Meters)


def _all_processes() -> "CollectorRegistry":
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    meters = _meters()
    if FOLDER not in os.environ:
        return meters.registry
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _of_the_database() -> "CollectorRegistry":
    from prometheus_client import CollectorRegistry, Gauge

    registry = CollectorRegistry()
    release = Gauge("shortlist_release", "The release that a label points at.", ["label"], registry=registry)
    for label, number in ReleaseLabel.objects.values_list("name", "release__number"):
        release.labels(label).set(number)
    beat = Gauge("shortlist_worker_silence_seconds", "Since a worker was last heard of.", registry=registry)
    age = Heartbeat.age()
    beat.set(age.total_seconds() if age is not None else float("inf"))
    return registry
