"""What is counted, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge("tablee_connections", "open WebSocket connections", registry=self.registry)
        self.rooms = Gauge("tablee_rooms_in_memory", "rooms held in memory", registry=self.registry)
        self.actions = Counter("tablee_actions", "accepted actions", ["game"], registry=self.registry)
        self.refusals = Counter("tablee_refusals", "refused messages", ["code"], registry=self.registry)
        self.conflicts = Counter(
            "tablee_conflicts", "appends that another process was ahead of", registry=self.registry
        )
        self.unavailable = Counter("tablee_store_unavailable", "appends that failed", registry=self.registry)
        self.dropped = Counter("tablee_slow_clients_dropped", "clients dropped for slowness", registry=self.registry)
        self.commit_seconds = Histogram(
            "tablee_commit_seconds",
            "from deciding to durable",
            buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
            registry=self.registry,
        )
