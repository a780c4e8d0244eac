"""What is counted, for Prometheus."""

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

COMMIT_SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0)
"""The bounds of the histogram of commits."""


class Metrics(Collector):
    """The counters of one server. Those that every move counts are plain numbers, told when they are asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge("tablee_connections", "open WebSocket connections", registry=self.registry)
        self.rooms = Gauge("tablee_rooms_in_memory", "rooms held in memory", registry=self.registry)
        self.refusals = Counter("tablee_refusals", "refused messages", ["code"], registry=self.registry)
        self.conflicts = Counter(
            "tablee_conflicts", "appends that another process was ahead of", registry=self.registry
        )
        self.unavailable = Counter("tablee_store_unavailable", "appends that failed", registry=self.registry)
        self.dropped = Counter("tablee_slow_clients_dropped", "clients dropped for slowness", registry=self.registry)
        self._actions: Tally[str] = Tally()
        self._commits = [0] * (len(COMMIT_SECONDS) + 1)
        self._commit_seconds = 0.0
        self.registry.register(self)

    def acted(self, game: str) -> None:
        """An action was accepted."""
        self._actions[game] += 1

    def committed(self, seconds: float) -> None:
        """Something was decided and made durable."""
        self._commits[bisect_left(COMMIT_SECONDS, seconds)] += 1
        self._commit_seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """What moves count."""
        actions = CounterMetricFamily("tablee_actions", "accepted actions", labels=["game"])
        for game, count in self._actions.items():
            actions.add_metric([game], count)
        yield actions
        buckets, total = [], 0
        for bound, count in zip((*map(str, COMMIT_SECONDS), "+Inf"), self._commits, strict=True):
            total += count
            buckets.append((bound, total))
        yield HistogramMetricFamily(
            "tablee_commit_seconds", "from deciding to durable", buckets=buckets, sum_value=self._commit_seconds
        )
