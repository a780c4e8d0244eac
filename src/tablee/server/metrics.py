"""Metrics for Prometheus. docs/hosting.md lists every metric; docs/hosting/ has a dashboard and alerts."""

import asyncio
from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import Final, Literal, TypeAlias, get_args

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Info, ProcessCollector, disable_created_metrics
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

import tablee
from tablee.store.contract import Status, Unavailable
from tablee.store.upkeep import Size, Upkeep

log = structlog.get_logger(__name__)

COMMIT_SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0)
REQUEST_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
LAG_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
BOT_SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 3.0)
"""The bounds of the histograms."""

LAG_EVERY: Final = 0.1
"""Seconds between two looks at how late the event loop is."""
SIZE_EVERY: Final = 60.0
"""Seconds between two looks at how big the store is: PostgreSQL looks at every file for it."""

NO_ROUTE: Final = "none"
"""The route of a request for something that isn't there, or that was turned away before its route was looked for."""

LimitName: TypeAlias = Literal["requests", "messages", "moves", "changes", "connections", "flooding"]
"""The kinds of limits met: requests or messages refused, connections turned away or closed."""


class Histogram:
    """How often something took how long, in plain numbers: one more costs next to nothing."""

    __slots__ = ("_bounds", "_counts", "_seconds")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._seconds += seconds

    def told(self) -> tuple[list[tuple[str, float]], float]:
        """How many were within each bound, and the sum."""
        buckets: list[tuple[str, float]] = []
        total = 0
        for bound, count in zip((*map(str, self._bounds), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((bound, total))
        return buckets, self._seconds


class Metrics(Collector):
    """The counters of one server. Those that every move counts are plain numbers, told when they are asked for."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # When a counter began: as many lines again, and nobody asks.
        self.registry = registry = CollectorRegistry()
        self.connections = Gauge("tablee_connections", "open WebSocket connections", registry=registry)
        self.followers = Gauge("tablee_list_followers", "connections that follow the list", registry=registry)
        self.rooms = Gauge("tablee_rooms_in_memory", "rooms held in memory", registry=registry)
        self.refusals = Counter("tablee_refusals", "refused messages", ["code"], registry=registry)
        self.conflicts = Counter("tablee_conflicts", "appends that another process was ahead of", registry=registry)
        self.unavailable = Counter("tablee_store_unavailable", "appends that failed", registry=registry)
        self.dropped = Counter("tablee_slow_clients_dropped", "clients dropped for slowness", registry=registry)
        self.limits = Counter("tablee_limits_hit", "what was too much", ["limit"], registry=registry)
        for limit in get_args(LimitName):
            self.limits.labels(limit)
        self.bot_workers = Gauge("tablee_bot_workers", "processes in which bots may think", registry=registry)
        self.bots_waiting = Gauge("tablee_bots_waiting", "bots that wait for a free process", registry=registry)
        self.bots_late = Counter("tablee_bots_late", "turns in which a bot had no answer in time", registry=registry)
        self.bots_failed = Counter("tablee_bots_failed", "turns in which a bot broke down", registry=registry)
        Info("tablee_build", "the version that runs", registry=registry).info({"version": tablee.__version__})
        self.commits = Histogram(COMMIT_SECONDS)
        self.loop_lag = Histogram(LAG_SECONDS)
        self.thinking = Histogram(BOT_SECONDS)
        self.statuses: Callable[[], Mapping[Status, int]] = dict
        """Counts the rooms in memory by their status, when it is asked for."""
        self._actions: Tally[str] = Tally()
        self._requests: dict[tuple[str, int], Histogram] = {}
        """By route, and the first figure of the status."""
        self._size: Size | None = None
        ProcessCollector(registry=registry)
        registry.register(self)

    def acted(self, game: str) -> None:
        self._actions[game] += 1

    def answered(self, route: str, status: int, seconds: float) -> None:
        key = (route, status // 100)
        histogram = self._requests.get(key)
        if histogram is None:
            histogram = self._requests[key] = Histogram(REQUEST_SECONDS)
        histogram.add(seconds)

    def limited(self, limit: LimitName) -> None:
        self.limits.labels(limit).inc()

    def collect(self) -> Iterator[Metric]:
        actions = CounterMetricFamily("tablee_actions", "accepted actions", labels=["game"])
        for game, count in self._actions.items():
            actions.add_metric([game], count)
        yield actions
        rooms = GaugeMetricFamily("tablee_rooms", "rooms in memory by status", labels=["status"])
        counts = self.statuses()
        for status in get_args(Status):
            rooms.add_metric([status], counts.get(status, 0))
        yield rooms
        requests = HistogramMetricFamily(
            "tablee_http_seconds", "from a request to its answer", labels=["route", "status"]
        )
        for (route, status), histogram in self._requests.items():
            requests.add_metric([route, f"{status}xx"], *histogram.told())
        yield requests
        for name, text, histogram in (
            ("tablee_commit_seconds", "from deciding to durable", self.commits),
            ("tablee_loop_lag_seconds", "how late the event loop is", self.loop_lag),
            ("tablee_bot_seconds", "from a bot's turn to its answer", self.thinking),
        ):
            buckets, seconds = histogram.told()
            yield HistogramMetricFamily(name, text, buckets=buckets, sum_value=seconds)
        if self._size is not None:
            yield GaugeMetricFamily("tablee_store_bytes", "size of the store", value=self._size.used)
            if self._size.free is not None:
                yield GaugeMetricFamily("tablee_store_free_bytes", "free on the store's disk", value=self._size.free)

    async def watch_loop(self) -> None:
        while True:
            began = perf_counter()
            await asyncio.sleep(LAG_EVERY)
            self.loop_lag.add(max(0.0, perf_counter() - began - LAG_EVERY))

    async def watch_size(self, upkeep: Upkeep) -> None:
        while True:
            try:
                self._size = await upkeep.size()
            except Unavailable as error:
                log.warning("size_unknown", error=str(error))
            await asyncio.sleep(SIZE_EVERY)
