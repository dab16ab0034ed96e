"""Contributions and jackpots: what meters take in, hits from the button to the pay desk, what they are worth."""

from typing import ClassVar

import msgspec

from upcard.floor.facts.fact import Fact, Secret, register


class Shares(msgspec.Struct, frozen=True, array_like=True):
    """What a round's wagers brought a meter, in millionths of a cent."""

    shown: int
    hidden: int
    spilled: int
    """Past the meter's limit, into the overflow."""

    def __add__(self, other: "Shares") -> "Shares":
        return Shares(self.shown + other.shown, self.hidden + other.hidden, self.spilled + other.spilled)

    @property
    def total(self) -> int:
        """All of it."""
        return self.shown + self.hidden + self.spilled


@register
class Contributed(Fact, frozen=True):
    """A round's contributions, at START GAME (PRG-10)."""

    kind: ClassVar[str] = "contributed"
    link: str
    table: str
    meters: dict[str, Shares]


@register
class BatchOpened(Fact, frozen=True):
    """The first press of a round: its hits have their place among other tables' (PRG-2, PRG-3)."""

    kind: ClassVar[str] = "batch-opened"
    batch: str
    link: str
    table: str
    round: str
    before: dict[str, int]
    """What the link's meters stood at, in millionths of a cent."""
    late: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether it is of a round that had ended (PRG-3)."""


@register
class BatchClosed(Fact, frozen=True):
    """A round's hits are complete: HITS DONE, or settlement."""

    kind: ClassVar[str] = "batch-closed"
    link: str
    batch: str
    table: str


@register
class BatchReopened(Fact, frozen=True):
    """A wrong seat or hand was voided: the batch waits, in its place, for the dealer's right press (PRG-3)."""

    kind: ClassVar[str] = "batch-reopened"
    link: str
    batch: str
    table: str


@register
class LateHit(Fact, frozen=True):
    """A winner who was found after END GAME: who signed for the entry, and why it comes late (PRG-3)."""

    kind: ClassVar[str] = "late-hit"
    hit: str
    table: str
    round: str
    reason: str
    card: str
    holder: str


@register
class LatePay(Fact, frozen=True):
    """A hand that was paid in fixed money after END GAME: who signed for it, and why it comes late (PRG-3)."""

    kind: ClassVar[str] = "late-pay"
    table: str
    round: str
    seat: int
    wager: str
    outcome: str
    reason: str
    card: str
    holder: str


@register
class HitPending(Fact, frozen=True):
    """A hand's button was pressed, or the cards of a virtual round hold it."""

    kind: ClassVar[str] = "hit-pending"
    hit: str
    link: str
    meter: str
    table: str
    round: str
    batch: str
    seat: int
    wager: str
    outcome: str
    percent: int
    player: str | None
    pressed_by: str
    dealer: str | None


@register
class HitVerified(Fact, frozen=True):
    """A supervisor has seen the cards."""

    kind: ClassVar[str] = "hit-verified"
    hit: str


@register
class HitConfirmed(Fact, frozen=True):
    """A manager has confirmed a hit with a card (B7S-13)."""

    kind: ClassVar[str] = "hit-confirmed"
    hit: str
    card: str
    holder: str
    amount: int
    fixes: list[str]
    """Hits that share its jackpot, and whose amounts are as final now."""


@register
class PatronNamed(Fact, frozen=True):
    """The winner at a live table gave a name for the slip."""

    kind: ClassVar[str] = "patron-named"
    hit: str
    patron: str


@register
class HitPaid(Fact, frozen=True):
    """A hit was paid out."""

    kind: ClassVar[str] = "hit-paid"
    hit: str
    to: str
    amount: int


@register
class HitVoided(Fact, frozen=True):
    """A hit that was none; what was held for it has gone back."""

    kind: ClassVar[str] = "hit-voided"
    hit: str
    reason: str
    amount: int


class Worth(msgspec.Struct, frozen=True, array_like=True):
    """What a hit is worth, in cents."""

    standing: int
    """What the meter showed when its turn came."""
    amount: int
    from_meter: int
    top_up: int
    shared: bool
    new_base: int
    """What the meter shows right after it (REG-21)."""


class Funded(msgspec.Struct, frozen=True, array_like=True):
    """Who paid for the reseeds of a batch: the reserve first, then the house (PRG-7). Millionths of a cent."""

    reserve: int
    house: int


@register
class WorkedOut(Fact, frozen=True):
    """What every open hit of a link is worth now; by batch what it began with, and how its reseeds were paid."""

    kind: ClassVar[str] = "worked-out"
    link: str
    hits: dict[str, Worth]
    before: dict[str, dict[str, int]]
    funding: dict[str, dict[str, Funded]]
    spilled: dict[str, dict[str, int]] | msgspec.UnsetType = msgspec.UNSET


@register
class MysteryCommitted(Fact, frozen=True):
    """A secret amount at which a meter is won was drawn and bound, before any wager that plays for it."""

    kind: ClassVar[str] = "mystery-committed"
    link: str
    meter: str
    number: int
    low: int
    high: int
    """It is one of the whole cents from `low` to `high`, each as likely as another."""
    commitment: str
    sealed: Secret


@register
class MysteryReached(Fact, frozen=True):
    """A wager brought a meter to its secret amount; the amount is opened in the next entry."""

    kind: ClassVar[str] = "mystery-reached"
    link: str
    meter: str
    table: str
    round: str
    seat: int
    wager: str
    stake: int
    player: str | None
    dealer: str | None


@register
class MysteryOpened(Fact, frozen=True):
    """The amount that was bound, for whoever checks it."""

    kind: ClassVar[str] = "mystery-opened"
    link: str
    meter: str
    number: int
    hit: str
    amount: int
    salt: str
