"""Staff, their cards, players, and changes that two people agree on."""

from typing import Any, ClassVar

from upcard.floor.facts.fact import Fact, Secret, register


@register
class StaffAdded(Fact, frozen=True):
    """Somebody was taken on."""

    kind: ClassVar[str] = "staff-added"
    staff: str
    name: str
    role: str
    department: str
    password: Secret


@register
class StaffChanged(Fact, frozen=True):
    """Somebody's position changed."""

    kind: ClassVar[str] = "staff-changed"
    staff: str
    role: str
    department: str
    active: bool


@register
class PasswordSet(Fact, frozen=True):
    """A password was set."""

    kind: ClassVar[str] = "password-set"
    staff: str
    password: Secret


@register
class StaffUnlocked(Fact, frozen=True):
    """Somebody who was locked out was let in again."""

    kind: ClassVar[str] = "staff-unlocked"
    staff: str


@register
class StaffFailed(Fact, frozen=True):
    """A wrong password."""

    kind: ClassVar[str] = "staff-failed"
    staff: str


@register
class SignedOn(Fact, frozen=True):
    """Somebody signed on."""

    kind: ClassVar[str] = "signed-on"
    staff: str
    where: str


@register
class SignedOff(Fact, frozen=True):
    """Somebody signed off."""

    kind: ClassVar[str] = "signed-off"
    staff: str


@register
class CardIssued(Fact, frozen=True):
    """Somebody was given a card."""

    kind: ClassVar[str] = "card-issued"
    card: str
    staff: str
    public: str
    pin: Secret


@register
class CardBlocked(Fact, frozen=True):
    """A card was blocked for good."""

    kind: ClassVar[str] = "card-blocked"
    card: str
    reason: str


@register
class Swiped(Fact, frozen=True):
    """A genuine swipe: its count is used up."""

    kind: ClassVar[str] = "swiped"
    card: str
    count: int


@register
class PinGiven(Fact, frozen=True):
    """The right PIN."""

    kind: ClassVar[str] = "pin-given"
    card: str


@register
class CardFailed(Fact, frozen=True):
    """A wrong PIN."""

    kind: ClassVar[str] = "card-failed"
    card: str


@register
class PlayerAdded(Fact, frozen=True):
    """An account was opened."""

    kind: ClassVar[str] = "player-added"
    player: str
    name: str


@register
class Proposed(Fact, frozen=True):
    """A change was proposed."""

    kind: ClassVar[str] = "proposed"
    proposal: str
    what: str
    change: dict[str, Any]


@register
class Approved(Fact, frozen=True):
    """A change was approved."""

    kind: ClassVar[str] = "approved"
    proposal: str
    what: str
    proposed_by: str


@register
class ChangeScheduled(Fact, frozen=True):
    """A change was approved, and waits for END GAME at these tables (PRG-11)."""

    kind: ClassVar[str] = "change-scheduled"
    proposal: str
    what: str
    waits_for: list[str]


@register
class ChangeMade(Fact, frozen=True):
    """A scheduled change took effect."""

    kind: ClassVar[str] = "change-made"
    proposal: str
    what: str
    proposed_by: str
    approved_by: str


@register
class ScheduleDropped(Fact, frozen=True):
    """A scheduled change could not be made any more."""

    kind: ClassVar[str] = "schedule-dropped"
    proposal: str
    what: str
    reason: str


@register
class Rejected(Fact, frozen=True):
    """A change was turned down."""

    kind: ClassVar[str] = "rejected"
    proposal: str
    reason: str
