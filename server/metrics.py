"""What a host may watch: counts and times, never names, hands or tokens."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The measurements of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("matchfold_requests", "Requests answered", ("call", "status"), registry=self.registry)
        self.accepted = Counter("matchfold_intents_accepted", "Intents accepted and stored", registry=self.registry)
        self.refused = Counter("matchfold_intents_refused", "Intents refused", registry=self.registry)
        self.append_seconds = Histogram(
            "matchfold_append_seconds",
            "From asking the store to a durable commit",
            buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
            registry=self.registry,
        )
        self.open_matches = Gauge("matchfold_open_matches", "Matches in memory", registry=self.registry)
        self.live_sockets = Gauge("matchfold_live_sockets", "Live connections", registry=self.registry)
        self.cut_off = Counter("matchfold_live_cut_off", "Live connections that were too slow", registry=self.registry)
        self.bot_moves = Counter("matchfold_bot_moves", "Intents of bots", registry=self.registry)

        self._answered: dict[tuple[str, int], Counter] = {}

    def answered(self, call: str, status: int) -> None:
        """Counts a request."""
        key = (call, status)
        counter = self._answered.get(key)
        if counter is None:
            counter = self._answered[key] = self.requests.labels(call, status)
        counter.inc()

    def text(self) -> bytes:
        """All of them in the Prometheus text format."""
        return generate_latest(self.registry)
