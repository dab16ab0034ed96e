"""The house as it stands: the fold of its ledger. Only `apply` changes it, and only by what an entry says.

Plain, mutable dataclasses; a snapshot is their JSON (`codec`). Closed rounds and settled hits live on in the ledger,
so the state does not grow with the years.
"""

from dataclasses import dataclass, field
from typing import Any

from upcard.floor import facts
from upcard.floor.days.tally import Days
from upcard.rules.game import Game

ROLES = ("dealer", "supervisor", "manager", "executive", "auditor")
PENDING, VERIFIED, CONFIRMED, PAID, VOIDED = "PENDING", "VERIFIED", "CONFIRMED", "PAID", "VOIDED"
MYSTERY = "must-hit-by"
"""The outcome of a hit that no hand has: its meter was brought to its secret amount."""
UNRESOLVED = (PENDING, VERIFIED, CONFIRMED)
"""States that a hit can't end in (PRG-0)."""
OPEN = (PENDING, VERIFIED)
"""States whose amount can still change (PRG-4)."""


@dataclass(slots=True)
class Staff:
    """Somebody who works here."""

    id: str
    name: str
    role: str
    department: str
    password: str
    """An argon2 hash."""
    active: bool = True
    fails: int = 0
    locked: bool = False


@dataclass(slots=True)
class StaffCard:
    """A card that signs its swipes: the house keeps its public key and the last count it showed."""

    id: str
    holder: str
    public: str
    pin: str
    """An argon2 hash."""
    count: int = 0
    fails: int = 0
    blocked: bool = False


@dataclass(slots=True)
class Player:
    """Somebody with an account of play money."""

    id: str
    name: str


@dataclass(slots=True)
class Meter:
    """A meter's parameters (REG-3, amounts in cents, rates in parts per million) and its counters (REG-4)."""

    name: str
    base: int
    """What it opened with."""
    reset: int
    """What it reseeds to."""
    increment: int
    """How much of the wager the meter shows."""
    hidden: int
    """How much of the wager funds the next reset."""
    limit: int | None = None
    """Contributions past it overflow."""
    implausible: int | None = None
    """A round's wagers above it are a fault, not a contribution."""
    round_up_to: int = 1
    """Cents that an award rounds up to (BLZ-13)."""
    top_up: bool = False
    """Whether a meter below its reset is topped up after an award (REG-6)."""
    must_hit_by: int | None = None
    """The ceiling of a meter that is won at a secret amount up to it, and not by a hand."""
    fed_by: str | None = None
    """The wager that feeds such a meter."""
    announced: bool = True
    """Whether its ceiling is told to players (must hit by), or not (a mystery meter)."""
    contributed: int = 0
    """Millionths of a cent, all wagers since it opened: to the meter, the reserve and the overflow."""
    hits: int = 0
    wins: int = 0
    """Cents confirmed."""


@dataclass(slots=True)
class Funding:
    """Who paid for the reseeds of a batch: the reserve first, then the house (PRG-7). Millionths of a cent."""

    reserve: int = 0
    house: int = 0


@dataclass(slots=True)
class Batch:
    """The hits of one round of one table (PRG-3)."""

    id: str
    table: str
    round: str
    opened: int
    """The sequence number of its first press: its place among other tables' (PRG-2)."""
    at: str
    closed: bool = False
    """Whether no more hits come in: HITS DONE, or settlement."""
    done: bool = False
    """Whether its round has ended; it goes when nothing earlier is open."""
    hits: list[str] = field(default_factory=list)
    before: dict[str, int] = field(default_factory=dict)
    """What the link's meters stood at when it was pressed, as worked out now."""
    since: dict[str, int] = field(default_factory=dict)
    """Contributions after it and before the next batch."""
    funding: dict[str, Funding] = field(default_factory=dict)
    fixed_reseeds: dict[str, int] = field(default_factory=dict)
    """Reseeds that belong to confirmed hits."""
    waits: bool = False
    """Whether a wrong press was voided and the right one is still to come (PRG-3)."""
    late: bool = False
    """Whether it is of a round that had ended when it was entered (PRG-3)."""
    spilled: dict[str, int] = field(default_factory=dict)
    """What it and the contributions after it leave past a meter's limit, in millionths of a cent (REG-4)."""


@dataclass(slots=True)
class Reached:
    """The wager that brought a meter to its secret amount; its hit is the next entry."""

    table: str
    round: str
    seat: int
    wager: str
    stake: int
    player: str | None
    dealer: str | None


@dataclass(slots=True)
class Mystery:
    """A secret amount at which a meter is won: bound, sealed, and opened when it is."""

    number: int
    low: int
    high: int
    """It is from `low` to `high` cents."""
    commitment: str
    sealed: str
    reached: Reached | None = None


@dataclass(slots=True)
class Link:
    """Meters that several tables feed."""

    id: str
    meters: dict[str, Meter]
    order: str = "split-first"
    batches: list[Batch] = field(default_factory=list)
    """The batches that are not done with, in order."""
    mysteries: dict[str, Mystery] = field(default_factory=dict)
    """By meter: the secret amounts of those that are won at one."""


@dataclass(slots=True)
class Hit:
    """A claim on a meter, from the button to the pay desk."""

    id: str
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
    pressed_at: str
    seq: int
    dealer: str | None = None
    """Who dealt, where the keypad and not a person gave the command (PRG-11)."""
    state: str = PENDING
    amount: int = 0
    """Cents, as worked out now."""
    from_meter: int = 0
    top_up: int = 0
    fixed: bool = False
    """Whether the amount can't change any more: confirmed, or shared with one that is."""
    shared: bool = False
    new_base: int = 0
    """What the meter stood at after it, in cents (REG-21)."""
    verified_by: str | None = None
    confirmed_by: str | None = None
    card: str | None = None
    card_holder: str | None = None
    paid_by: str | None = None
    voided_by: str | None = None
    reason: str | None = None
    stake: int = 0
    """The wager that won it, in cents."""
    patron: str | None = None
    """The winner's name for the slip, where one was given."""
    late: str | None = None
    """Why it was entered only after its round had ended, if it was (PRG-3)."""
    resolved_at: str | None = None

    @classmethod
    def of(cls, pending: facts.HitPending, at: str, seq: int) -> "Hit":
        """A hit when it becomes pending."""
        said = {name: getattr(pending, name) for name in pending.__struct_fields__ if name != "hit"}
        return cls(pending.hit, **said, pressed_at=at, seq=seq)


@dataclass(slots=True)
class CommittedShoe:
    """A table's shoe: its order was committed to the ledger before its first card (fair cards)."""

    id: str
    root: str
    sealed: str
    size: int
    dealt: int = 0
    cut: int = 0
    rounds: int = 0


@dataclass(slots=True)
class OpenRound:
    """A round that is being played, from START GAME to END GAME."""

    id: str
    number: int
    at: str
    seq: int
    by: str
    """Who pressed START GAME."""
    stakes: dict[int, dict[str, int]]
    """Accepted stakes in cents by seat: all wagers of a virtual table, the lit sensors of a live one."""
    players: dict[int, str] = field(default_factory=dict)
    contributions: dict[str, int] = field(default_factory=dict)
    answers: list[facts.ToldAnswer] = field(default_factory=list)
    """What the round was told, in order."""
    first_card: int = 0
    """Where in the shoe it began."""
    batch: str | None = None
    hits_done: bool = False
    settled: bool = False
    paid: list[facts.PaidLine] = field(default_factory=list)
    """What a live table paid by hand."""
    claims: list[facts.HeldClaim] = field(default_factory=list)
    """What the scanned cards entitle to."""


@dataclass(slots=True)
class Ended:
    """A live table's round after END GAME, as long as a late hit may be entered for it (PRG-3)."""

    id: str
    link: str
    stakes: dict[int, dict[str, int]]
    dealer: str | None
    paid: list[facts.PaidLine]
    """What was paid by hand in it, and late."""


@dataclass(slots=True)
class FloorTable:
    """A table of the floor."""

    id: str
    kind: str
    """virtual, live, or scanned: live with a card scanner."""
    game: str
    house: dict[str, Any]
    pays: dict[str, Any]
    digest: str
    """Of the game's rules as configured: a table whose rules have changed under it does not open (REG-13)."""
    seats: int
    link: str | None = None
    odds: dict[str, dict[str, str]] = field(default_factory=dict)
    """Declared odds by meter: what tables with different rules must agree on to share it (REG-11)."""
    open: bool = True
    contact: bool = True
    inoperable: str | None = None
    dealer: str | None = None
    """Who signed on at this table last, and is on duty there."""
    rounds: int = 0
    seated: dict[int, str] = field(default_factory=dict)
    sensors: dict[int, dict[str, int]] = field(default_factory=dict)
    """Lit sensors: accepted cents by seat and wager."""
    bets: dict[int, dict[str, int]] = field(default_factory=dict)
    """Bets that lie on a virtual table for the next round."""
    shoe: CommittedShoe | None = None
    round: OpenRound | None = None
    ended: list[Ended] = field(default_factory=list)
    """The last rounds of a live table, oldest first."""
    built: Game | None = field(default=None, metadata={"kept": False}, compare=False)
    """Its game, made from its settings when it is first needed."""


@dataclass(slots=True)
class Proposal:
    """A change that one person proposed and another has not approved yet (PRG-11)."""

    id: str
    what: str
    change: dict[str, Any]
    by: str
    at: str
    approved_by: str | None = None
    """Who approved it, where it waits for END GAME to take effect."""


@dataclass(slots=True)
class Profile:
    """What the house says of itself on paper."""

    name: str = "Upcard"
    zone: str = "UTC"
    jurisdiction: str = "none"


@dataclass(slots=True)
class TaxNote:
    """What a jurisdiction's slips say of taxes, from a day on."""

    jurisdiction: str
    since: str
    text: str


@dataclass(slots=True)
class Alert:
    """Something staff must look at. It stays until somebody acknowledges it."""

    id: str
    kind: str
    where: str
    what: str
    at: str


@dataclass(slots=True)
class State:
    """The whole house."""

    accounts: dict[str, int] = field(default_factory=dict)
    staff: dict[str, Staff] = field(default_factory=dict)
    cards: dict[str, StaffCard] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    tables: dict[str, FloorTable] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    hits: dict[str, Hit] = field(default_factory=dict)
    proposals: dict[str, Proposal] = field(default_factory=dict)
    alerts: dict[str, Alert] = field(default_factory=dict)
    profile: Profile = field(default_factory=Profile)
    tax_notes: list[TaxNote] = field(default_factory=list)
    days: Days = field(default_factory=Days)
    public: str = ""
    """The key that checks the house's signatures."""
    software: str = ""
    """The digest of the program that staff last accepted (REG-15)."""

    def balance(self, account: str) -> int:
        """What stands on an account, in millionths of a cent."""
        return self.accounts.get(account, 0)
