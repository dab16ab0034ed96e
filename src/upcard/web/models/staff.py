"""The shapes of the staff's part of the API (docs/api.md, Staff)."""

from typing import Annotated, Any

from pydantic import Field

from upcard.web.models.api import HitInfo, Said, SettingInfo

Name = Annotated[str, Field(min_length=1, max_length=100)]
Words = Annotated[str, Field(min_length=1, max_length=500)]
Secret = Annotated[str, Field(min_length=1, max_length=200)]


class Chance(Said):
    """Whether something can be done now, and why not."""

    possible: bool
    why: str | None
    rule: str | None


class StaffHit(HitInfo):
    """A hit with its stamps and signatures."""

    seq: int
    round: str
    wager: str
    batch: str
    batch_closed: bool
    shared: bool
    new_base: int
    pressed_by: str
    verified_by: str | None
    confirmed_by: str | None
    card: str | None
    card_holder: str | None
    paid_by: str | None
    voided_by: str | None
    reason: str | None
    late: str | None
    """Why it was entered after its round had ended, if it was."""
    stake: int
    patron: str | None
    resolved_at: str | None
    can: dict[str, Chance]


class StaffAlert(Said):
    """An open alert."""

    id: str
    kind: str
    where: str
    what: str
    at: str


class DriverInfo(Said):
    """Who drives a table."""

    device: bool
    simulated: bool
    taken_over_by: str | None


class FloorTable(Said):
    """A table at a glance."""

    id: str
    title: str
    game: str
    game_title: str
    house: dict[str, int | str | None]
    """Its settings, as the ledger has them."""
    pays: dict[str, Any]
    kind: str
    state: str
    why_closed: str | None
    contact: bool
    round: int | None
    rounds: int
    seats: int
    lit: int
    alerts: int
    hits: int
    link: str | None
    tray: str
    """What the table's tray stands at, and what it means."""
    driver: DriverInfo
    can: dict[str, Chance]


class StaffTables(Said):
    """The tables, for whoever looks for theirs."""

    tables: list[FloorTable]


class MeterParameters(Said):
    """REG-3. Amounts in cents, rates in parts per million."""

    base: int
    reset: int
    increment: int
    hidden: int
    limit: int | None
    implausible: int | None
    round_up_to: int
    top_up: bool
    must_hit_by: int | None
    """The ceiling of a meter that is won at a secret amount, and not by a hand."""
    fed_by: str | None
    announced: bool


class FloorMeter(Said):
    """A meter with everything that is kept about it (REG-3, REG-4)."""

    name: str
    title: str
    amount: int
    exact: str
    pending: bool
    parameters: MeterParameters
    increment_text: str
    hidden_text: str
    in_: Annotated[str, Field(alias="in")]
    hits: int
    wins: int
    overflow: str
    reserve: str


class FloorLink(Said):
    """A link with its meters and its open hits in the order of payment."""

    id: str
    title: str
    order: str
    tables: list[str]
    meters: list[FloorMeter]
    hits: list[StaffHit]
    reopened: list[str]
    """Rounds whose hits were opened again for the right press (PRG-3)."""
    rules: str


class FloorProposal(Said):
    """A change that waits for a second person, or for END GAME."""

    id: str
    what: str
    change: dict[str, Any]
    text: str
    """The change in words."""
    by: str
    at: str
    approved_by: str | None
    scheduled: bool
    """Approved: it takes effect by itself at the next moment when no round of it is open."""
    waits: str | None
    """What a scheduled one waits for."""
    can: dict[str, Chance]


class CardInfo(Said):
    """A staff card."""

    id: str
    blocked: bool
    fails: int
    count: int


class Person(Said):
    """Somebody who works here."""

    id: str
    name: str
    role: str
    department: str
    active: bool
    locked: bool
    cards: list[CardInfo]


class HouseProfile(Said):
    """What the house says of itself on paper."""

    name: str
    zone: str
    jurisdiction: str
    tax_notes: list[dict[str, str]]


class StaffFloor(Said):
    """The floor for its staff."""

    seq: int
    tables: list[FloorTable]
    links: list[FloorLink]
    alerts: list[StaffAlert]
    proposals: list[FloorProposal]
    staff: list[Person]
    people: dict[str, str]
    house: HouseProfile


class ChoiceOfPays(Said):
    """Pay tables of which one is chosen."""

    table: str
    names: list[str]


class MeterTemplate(Said):
    """What a meter begins with. Cents, and parts per million."""

    meter: str
    title: str
    base: int
    reset: int
    increment: int
    hidden: int
    round_up_to: int
    top_up: bool


class ProgressiveTemplate(Said):
    """The settings under which a game feeds meters, and those meters."""

    house: dict[str, int | str]
    meters: list[MeterTemplate]


class GameTemplate(Said):
    """What a new table or link of a game begins with."""

    game: str
    title: str
    seats: int
    max_seats: int
    feeds: list[str]
    """Wagers that a must-hit-by meter can be fed by."""
    settings: list[SettingInfo]
    pays: list[ChoiceOfPays]
    progressive: ProgressiveTemplate | None


class Templates(Said):
    """Every game that a table can have."""

    games: list[GameTemplate]


class DemoCard(Said):
    """A card of the demo staff."""

    staff: str
    name: str
    role: str
    card: str


class DemoCards(Said):
    """The cards that lie in the demo's drawer; none in a real house."""

    cards: list[DemoCard]


class DemoSwipe(Said):
    """What the demo's reader read."""

    swipe: str
