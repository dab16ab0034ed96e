"""The shapes of the API, as docs/api.md lays them down. Pydantic stands here, at the edge, and nowhere deeper."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Cents = Annotated[int, Field(ge=1, le=10**9, strict=True, description="Cents.")]
Draft = Annotated[int, Field(ge=0, le=10**9, strict=True, description="Cents; 0 is none.")]
SeatNumber = Annotated[int, Field(ge=1, le=20)]
WagerName = Annotated[str, Field(min_length=1, max_length=40)]
CardText = Annotated[str, Field(min_length=2, max_length=3)]


class Asked(BaseModel):
    """A request's body: what it does not know, it refuses."""

    model_config = ConfigDict(extra="forbid")


class Said(BaseModel):
    """An answer's body."""

    model_config = ConfigDict(extra="forbid")


# Sessions


class SignIn(Asked):
    """A guest's name."""

    name: Annotated[str, Field(min_length=1, max_length=24, examples=["Anna"])]


class StaffSignOn(Asked):
    """Staff sign on."""

    staff: Annotated[str, Field(min_length=1, max_length=40)]
    password: Annotated[str, Field(min_length=1, max_length=200)]


class Unlock(Asked):
    """The password again, after a console was left alone."""

    password: Annotated[str, Field(min_length=1, max_length=200)]


class BuyIn(Asked):
    """More play money."""

    amount: Annotated[int, Field(ge=1, le=1_000_000, strict=True)] = 100_000


class AtSeat(Said):
    """A seat that is taken by somebody."""

    table: str
    seat: int


class PlaySoFar(Said):
    """What a session has played, and how well."""

    rounds: int
    staked: int
    returned: int
    expected: float | None
    decisions: int
    mistakes: int
    cost: float


class Notice(Said):
    """What has to stand on every page."""

    play_money: str
    helpline: str


class News(Said):
    """Something that the house did in your place, until you have seen it."""

    id: int
    table: str
    kind: Literal["clock", "away"]
    text: str
    at: str


class SessionInfo(Said):
    """Who you are."""

    role: Literal["watcher", "player", "dealer", "supervisor", "manager", "executive", "auditor", "device"]
    name: str | None
    player: str | None
    staff: str | None
    bankroll: int | None
    seats: list[AtSeat]
    since: str | None
    csrf: str | None
    locked: bool
    zone: str
    """The house's time zone."""
    play: PlaySoFar | None
    news: list[News]
    notice: Notice


# Games


class PayRow(Said):
    """What an outcome pays."""

    outcome: str
    label: str
    pays: str
    wins: bool = Field(description="Whether it pays more than the stake back.")
    back: bool = Field(description="Whether anything goes back at all.")
    percent: int = Field(description="Whole per cent of a meter that it is entitled to; 0 for none.")
    meter: str | None = Field(description="The meter that it is paid from.")


class PayTableInfo(Said):
    """A pay table."""

    table: str
    name: str
    source: str
    rows: list[PayRow]


class OfferedPayTable(PayTableInfo):
    """A pay table that a house can choose."""

    in_force: bool


class WagerInfo(Said):
    """A bet spot, as a game describes it."""

    name: str
    title: str
    help: str
    rule: str
    placed: Literal["before", "during", "never"]
    side: bool
    required: bool
    equals: str | None
    at_least: str | None
    multiple_of: str | None
    times: list[int] | None
    """The least and the most, in times of the stake on `multiple_of`."""
    fixed: int | None
    needs: list[str]
    hand: int
    min: int | None
    max: int | None
    meters: list[str]
    pay_table: PayTableInfo


class SettingInfo(Said):
    """A choice of the house."""

    name: str
    value: int | str | None
    default: int | str | None
    meaning: str
    rule: str
    values: list[int | str]
    low: int
    high: int | None
    cents: bool = Field(description="Whether it is an amount of money, in cents.")


class RuleInfo(Said):
    """A rule of the rulebook."""

    id: str
    section: str
    text: str


class GameCard(Said):
    """A game in the list."""

    name: str
    title: str
    summary: str
    max_seats: int
    default_seats: int


class GameList(Said):
    """All games."""

    games: list[GameCard]


class GameInfo(GameCard):
    """What a game says of itself."""

    hand_size: int
    rules: list[RuleInfo]
    settings: list[SettingInfo]
    wagers: list[WagerInfo]
    pay_tables: list[OfferedPayTable]


# Links


class MeterInfo(Said):
    """A meter as the sign shows it."""

    link: str
    name: str
    title: str
    bet: str
    """The first half of the title: what all meters of one bet have in common."""
    won_by: str
    """The other half: the hand that wins it; empty where none does."""
    amount: int
    reset: int
    pending: bool


class HitInfo(Said):
    """A claim on a meter."""

    id: str
    link: str
    meter: str
    title: str
    bet: str
    table: str
    seat: int
    player: str | None
    outcome: str
    label: str
    percent: int
    amount: int
    new_base: int
    state: str
    provisional: bool
    at: str


class LinkedTable(Said):
    """A table of a link, and whether its progressive can be played (REG-17)."""

    id: str
    contact: bool
    title: str


class PostedMinimum(Said):
    """The least that a progressive wager takes (B7S-20)."""

    wager: str
    title: str
    minimum: int


class LinkInfo(Said):
    """Meters that several tables feed."""

    id: str
    title: str
    seq: int
    tables: list[LinkedTable]
    meters: list[MeterInfo]
    minimums: list[PostedMinimum]
    pending: list[HitInfo]
    recent: list[HitInfo]


class LinkList(Said):
    """All links."""

    links: list[LinkInfo]


class HitList(Said):
    """Hits, newest first."""

    hits: list[HitInfo]


# Commands


class Bets(Asked):
    """What lies on a seat's spots."""

    wagers: Annotated[dict[WagerName, Cents], Field(max_length=20, examples=[{"ante": 500}])]
    ready: bool = True


class BetDraft(Asked):
    """Chips as somebody thinks of laying them, by seat; 0 is none."""

    bets: Annotated[
        dict[SeatNumber, Annotated[dict[WagerName, Draft], Field(max_length=20)]],
        Field(max_length=20, examples=[{"1": {"ante": 500}}]),
    ]


class BetObjection(BaseModel):
    """Why a bet can't stand."""

    seat: int
    """0 where it concerns the whole table."""
    wager: str | None
    """None where it concerns all of a seat's bets."""
    text: str
    rule: str
    right: int | None
    """The stake that would be right, in cents; None where no stake on this wager alone would be."""


class JudgedBets(BaseModel):
    """A draft with what follows from it, and everything that keeps it from standing."""

    bets: dict[int, dict[str, int]]
    """With the stakes that equal others, or may not be under them."""
    objections: list[BetObjection]


class Move(Asked):
    """One decision."""

    seat: SeatNumber
    hand: Annotated[int, Field(ge=1, le=20)] = 1
    move: Annotated[str, Field(min_length=1, max_length=40)]
    value: (
        Annotated[int, Field(strict=True, ge=0, le=10**9)]
        | Annotated[
            list[Annotated[list[CardText], Field(max_length=10)]], Field(max_length=10, examples=[[["As"], ["Kd"]]])
        ]
        | None
    ) = None
    round: Annotated[int, Field(ge=1, le=10**12)] | None = None


class AddBot(Asked):
    """Where a bot sits down; without a seat, at the next free one."""

    seat: SeatNumber | None = None


class Ack(Said):
    """A command is in the ledger."""

    id: str
    seq: int
    ok: Literal[True]


class FloorCommand(BaseModel):
    """A command of docs/floor-commands.md: its verb, and what the verb takes."""

    model_config = ConfigDict(extra="allow")
    do: Annotated[str, Field(min_length=1, max_length=100)]


class FloorAck(Ack):
    """A floor command is in the ledger, with what became true."""

    facts: list[tuple[str, dict[str, Any]]]
    note: str | None = None
    """What goes back of what was bet over the maximum (B7S-22)."""


class NewDevice(Asked):
    """The table at which a device stands."""

    table: Annotated[str, Field(min_length=1, max_length=40)]


class DeviceToken(Said):
    """A device's credential. It is shown once."""

    device: str
    token: str


# Scenarios and health


class ScenarioSeat(Asked):
    """A seat of a scenario."""

    seat: int
    cards: str
    wagers: dict[str, int]
    actions: list[list[Any]] = []
    player: str | None = None


class Scenario(Asked):
    """A hand that is written down (docs/contract.md)."""

    game: str
    house: dict[str, int | str | bool] = {}
    pays: dict[str, str | dict[str, Any]] = {}
    dealer: str
    seats: Annotated[list[ScenarioSeat], Field(min_length=1, max_length=20)]
    meters: dict[str, int] = {}
    resets: dict[str, int] = {}


class Settled(BaseModel):
    """What every wager of a scenario gets back."""

    seats: list[dict[str, Any]]
    dealer: dict[str, str]
    meters: dict[str, int]
    unused: list[str]


class Health(Said):
    """Whether the house can write its ledger."""

    status: Literal["ok", "stopping"]
    seq: int
    version: str
