"""Links, meters and tables as they are configured (REG-3, REG-13), and money moved between meters by hand (PRG-12)."""

from typing import Any, ClassVar

from upcard.floor.facts.fact import Fact, register


@register
class LinkOpened(Fact, frozen=True):
    """A link was opened."""

    kind: ClassVar[str] = "link-opened"
    link: str
    order: str
    meters: dict[str, dict[str, Any]]
    """The parameters of each."""


@register
class MeterChanged(Fact, frozen=True):
    """A meter has other parameters."""

    kind: ClassVar[str] = "meter-changed"
    link: str
    meter: str
    was: dict[str, Any]
    now: dict[str, Any]


@register
class LinkOrder(Fact, frozen=True):
    """Several winners of a link are paid in another order."""

    kind: ClassVar[str] = "link-order"
    link: str
    was: str
    now: str


@register
class Transferred(Fact, frozen=True):
    """A documented transfer; the entry's transfers move it."""

    kind: ClassVar[str] = "transferred"
    source: str
    target: str
    amount: int
    reason: str


@register
class Corrected(Fact, frozen=True):
    """A correction of a meter; the entry's transfers make it."""

    kind: ClassVar[str] = "corrected"
    link: str
    meter: str
    amount: int
    reason: str


@register
class TableOpened(Fact, frozen=True, rename={"type": "kind"}):
    """A table was opened."""

    kind: ClassVar[str] = "table-opened"
    table: str
    type: str
    """Virtual, live or scanned."""
    game: str
    house: dict[str, Any]
    pays: dict[str, Any]
    digest: str
    """Of its game's rules as configured."""
    seats: int
    link: str | None
    odds: dict[str, dict[str, str]]


@register
class TableChanged(TableOpened, frozen=True, rename={"type": "kind"}):
    """A table is configured in another way."""

    kind: ClassVar[str] = "table-changed"
    was: dict[str, Any]


@register
class TableOpenOrClosed(Fact, frozen=True):
    """A table was opened or closed."""

    kind: ClassVar[str] = "table-state"
    table: str
    open: bool


@register
class TableInoperable(Fact, frozen=True):
    """A table does not open, and why."""

    kind: ClassVar[str] = "inoperable"
    table: str
    reason: str
