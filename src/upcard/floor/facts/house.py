"""What the house says of itself, and of alerts."""

from typing import ClassVar

from upcard.floor.facts.fact import Fact, register


@register
class HouseFounded(Fact, frozen=True):
    """The first entry of a ledger."""

    kind: ClassVar[str] = "house-founded"
    public: str
    """The key that checks the house's signatures."""


@register
class HouseOpened(Fact, frozen=True):
    """The house was opened, by which software."""

    kind: ClassVar[str] = "house-opened"
    software: str
    version: str
    was: str
    accepted: bool


@register
class HouseNamed(Fact, frozen=True):
    """What the house says of itself on paper."""

    kind: ClassVar[str] = "house-named"
    name: str
    zone: str
    jurisdiction: str


@register
class TaxNoteSet(Fact, frozen=True):
    """What a jurisdiction's slips say of taxes from a day on."""

    kind: ClassVar[str] = "tax-note"
    jurisdiction: str
    since: str
    text: str


@register
class SnapshotTaken(Fact, frozen=True):
    """The state was frozen; read by whoever opens the house."""

    kind: ClassVar[str] = "snapshot"
    upto: int
    digest: str


@register
class AlertRaised(Fact, frozen=True, rename={"topic": "kind"}):
    """Staff have to look at something."""

    kind: ClassVar[str] = "alert"
    id: str
    topic: str
    where: str
    what: str


@register
class AlertAcknowledged(Fact, frozen=True):
    """Somebody took note of an alert."""

    kind: ClassVar[str] = "alert-acknowledged"
    alert: str
    note: str
