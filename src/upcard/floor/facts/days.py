"""Gaming days and shifts: opened, counted, closed by two people; inquiries into what a report says."""

from typing import Any, ClassVar

from upcard.floor.facts.fact import Fact, register


@register
class ShiftOpened(Fact, frozen=True):
    """The first shift of a house that closes its days; every later one begins where the one before was cut."""

    kind: ClassVar[str] = "shift-opened"
    day: str
    shift: str


@register
class TableCounted(Fact, frozen=True):
    """What a supervisor counted at a table of real chips; what is not counted yet is null."""

    kind: ClassVar[str] = "table-counted"
    table: str
    opener: int | None
    closer: int | None
    drop: int | None


@register
class TheorySet(Fact, frozen=True):
    """What the lab says that the wagers under these rules are worth: the figures that results are held against."""

    kind: ClassVar[str] = "theory"
    digest: str
    """Of the rules, as the tables have it."""
    figures: dict[str, Any]


@register
class ShiftCut(Fact, frozen=True):
    """A shift's figures were frozen; somebody of another role has to sign them."""

    kind: ClassVar[str] = "shift-cut"
    number: int
    """Of the report."""
    digest: str
    """Of the report."""
    report: dict[str, Any]
    next_day: str
    next_shift: str


@register
class ShiftSigned(Fact, frozen=True):
    """A second person signed a report: it stands for good."""

    kind: ClassVar[str] = "shift-signed"
    number: int
    cut: int
    """The entry that froze its figures."""
    cut_by: str
    digest: str
    """Of the report."""


@register
class CutTakenBack(Fact, frozen=True):
    """A report was not signed: the shift goes on as if it had not been cut."""

    kind: ClassVar[str] = "cut-taken-back"
    number: int
    reason: str


@register
class InquiryOpened(Fact, frozen=True):
    """Somebody asks how a figure of a report came about."""

    kind: ClassVar[str] = "inquiry-opened"
    inquiry: str
    number: int
    about: str
    """A table or a meter (`link/meter`) of the report."""
    figure: str
    value: str
    """What the report says."""
    why: str


@register
class InquiryClosed(Fact, frozen=True):
    """What was found."""

    kind: ClassVar[str] = "inquiry-closed"
    inquiry: str
    finding: str
