"""What Prometheus reads at `/metrics`."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The numbers of one house; a registry of its own, so that two houses in one process don't mix."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "upcard_commands", "Commands by verb and outcome", ["do", "outcome"], registry=self.registry
        )
        self.command_seconds = Histogram(
            "upcard_command_seconds",
            "From a command to its durable acknowledgement",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0),
            registry=self.registry,
        )
        self.rounds = Counter("upcard_rounds", "Rounds played", ["game"], registry=self.registry)
        self.sockets = Gauge("upcard_sockets", "Open sockets", registry=self.registry)
        self.messages = Gauge("upcard_messages_sent", "Messages put into clients' queues", registry=self.registry)
        self.dropped = Gauge("upcard_clients_dropped", "Clients that did not read", registry=self.registry)
        self.seq = Gauge("upcard_ledger_sequence", "The last entry that clients can see", registry=self.registry)
        self.sound = Gauge("upcard_ledger_sound", "1 while the ledger can be written", registry=self.registry)
        self.epoch = Gauge("upcard_ledger_epoch", "How often the house was opened", registry=self.registry)
        self.alerts = Gauge("upcard_alerts_open", "Alerts that nobody has acknowledged", registry=self.registry)
        self.turned_away = Gauge("upcard_turned_away", "Requests refused at the door", registry=self.registry)
        ProcessCollector(registry=self.registry)
        self.coach_seconds = Histogram(
            "upcard_coach_seconds",
            "From a question to the coach's answer",
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
            registry=self.registry,
        )

    def text(self) -> bytes:
        """All numbers in Prometheus' text format."""
        return generate_latest(self.registry)
