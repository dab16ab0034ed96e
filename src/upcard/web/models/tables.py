"""The shapes of tables, rounds, the coach's answers and the floor, as docs/api.md lays them down."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from upcard.web.models.api import HitInfo, MeterInfo, RuleInfo, Said, SettingInfo, WagerInfo

# Tables


class Sitter(Said):
    """Somebody at a seat, in the lobby."""

    seat: int
    name: str
    bot: bool


class TableCard(Said):
    """A table in the lobby."""

    id: str
    title: str
    game: str
    game_title: str
    variant: str
    differs: str
    kind: str
    open: bool
    why_closed: str | None
    seats: int
    free: int
    taken: list[Sitter]
    minimum: int | None
    maximum: int | None
    unit: str
    phase: str
    rounds: int
    link: str | None
    meters: list[MeterInfo]


class Lobby(Said):
    """The tables of the house."""

    seq: int
    tables: list[TableCard]


class ClockInfo(Said):
    """What runs out when."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    for_: Annotated[Literal["bets", "turn", "next"], Field(alias="for")]
    ends: str
    left: float
    of: float


class PlayerInfo(Said):
    """Who sits at a seat."""

    id: str
    name: str
    bot: bool
    you: bool


class SeatInfo(Said):
    """A seat."""

    seat: int
    player: PlayerInfo | None
    bets: dict[str, int]
    ready: bool
    turn: bool


class ClaimInfo(Said):
    """An entitlement to a part of a meter."""

    seat: int
    wager: str
    meter: str
    percent: int
    outcome: str


class LineInfo(Said):
    """A settled wager."""

    seat: int
    hand: int
    wager: str
    title: str
    stake: int
    outcome: str
    label: str
    pays: str
    returned: int
    awarded: int | None
    net: int
    rule: str
    claims: list[ClaimInfo]
    text: str


class ResultInfo(Said):
    """A seat's round."""

    seat: int
    name: str
    staked: int
    returned: int
    net: int
    lines: list[LineInfo]
    text: str


class Arrangement(Said):
    """How a hand is best shown: places of its cards in groups, and those that make what it is worth."""

    groups: list[list[int]]
    counts: list[int]


class HandInfo(Said):
    """A hand as you see it."""

    hand: int
    cards: list[str]
    label: str
    status: str
    arranged: Arrangement | None = None


class StakeInfo(Said):
    """What stands on the felt."""

    hand: int
    wager: str
    amount: int


class FeltSeat(Said):
    """A seat in a round."""

    seat: int
    bets: dict[str, int]
    hands: list[HandInfo]
    stakes: list[StakeInfo]


class NamedAmount(Said):
    """An amount with the name that it has at the table."""

    cents: int
    name: str


class MoveInfo(Said):
    """A legal move, in one of three shapes."""

    move: str
    label: str
    key: str
    rule: str
    shape: Literal["choice", "amount", "partition"]
    cost: int | None = None
    low: int | None = None
    high: int | None = None
    step: int | None = None
    named: list[NamedAmount] | None = None
    """Amounts that have a name, such as 2×."""
    ways: list[list[list[str]]] | None = None
    help: str | None = None


class TurnInfo(Said):
    """Who has to decide; the moves only for you."""

    seat: int
    hand: int
    default: str | None = None
    moves: list[MoveInfo] | None = None
    key: str | None = None
    """Of what you know: while it is the same, so is the coach's answer."""


class RoundView(Said):
    """A round as you see it."""

    game: str
    over: bool
    voided: bool
    dealer: HandInfo
    board: HandInfo | None
    """Community cards, where there are any."""
    seats: list[FeltSeat]
    turns: list[TurnInfo]
    lines: list[LineInfo]


class ShoeInfo(Said):
    """The shoe: how far it is dealt, and what its order was committed to."""

    size: int
    dealt: int
    cut: int
    commitment: str


class OpenedShoe(Said):
    """A finished shoe: what was committed before its first card, and what opens it."""

    shoe: str
    commitment: str
    seed: str
    order: list[int] = Field(description="Card ids in the order in which they were dealt.")
    cards: list[str] = Field(description="The same cards as text.")


class ShoeList(Said):
    """Finished shoes, newest first."""

    shoes: list[OpenedShoe]


class You(Said):
    """What is yours at a table."""

    seats: list[int]
    bankroll: int | None
    news: list[int] = Field(description="The numbers of what you have not seen yet: see the session's `news`.")


class TableState(Said):
    """A table as it stands now."""

    seq: int
    phase: Literal["betting", "acting", "settled", "closed"]
    open: bool
    why_closed: str | None
    round: int | None
    clock: ClockInfo | None
    seats: list[SeatInfo]
    view: RoundView | None
    results: list[ResultInfo]
    hits: list[HitInfo]
    meters: list[MeterInfo]
    shoe: ShoeInfo | None
    you: You


class Edge(Said):
    """The expected value of one unit staked."""

    ev: str
    approximately: Annotated[float, Field(alias="float")]


class Edges(Said):
    """What every wager costs in the long run."""

    state: Literal["ready", "working", "unknown"]
    per: str
    wagers: dict[str, Edge]


class TableInfo(Said):
    """All that is needed to draw a table."""

    id: str
    title: str
    game: str
    game_title: str
    variant: str
    kind: str
    seats: int
    hand_size: int
    wagers: list[WagerInfo]
    settings: list[SettingInfo]
    how_to_play: list[str]
    rules: list[RuleInfo]
    chips: list[int]
    keeps_shoe: bool
    decision_seconds: float
    betting_seconds: float
    link: str | None
    lab: str = Field(description="The page of the lab with this table's rules and pays.")
    edges: Edges
    state: TableState


# History


class HouseHand(Said):
    """The dealer's hand, or the board, at the end of a round."""

    cards: list[str]
    label: str


class RoundSummary(Said):
    """A finished round in the list."""

    round: int
    id: str
    at: str
    voided: bool
    dealer: HouseHand
    board: HouseHand | None
    hands: list[FeltSeat] = Field(description="Your own seats' hands; empty where you did not play.")
    results: list[ResultInfo]


class RoundList(Said):
    """Finished rounds, newest first."""

    rounds: list[RoundSummary]
    more: bool


class RoundRecord(Said):
    """One finished round, as you may see it."""

    round: int
    id: str
    at: str
    game: str
    house: dict[str, int | str]
    pays: dict[str, str]
    events: list[dict[str, Any]]
    results: list[ResultInfo]
    view: RoundView


# Coach


class MadeMove(Said):
    """A move, as it was made."""

    move: str
    value: int | list[list[str]] | None
    label: str


class JudgedMove(MadeMove):
    """A move and what it is worth."""

    ev: str
    approximately: Annotated[float, Field(alias="float")]
    cents: float
    cost: str
    cost_cents: float
    se: float | None = Field(
        default=None, description="The standard error in units, where the lab estimates; null: the value is exact."
    )


class Advice(Said):
    """The exact value of every move, best first."""

    round: int
    seat: int
    hand: int
    unit: str
    stake: int
    actions: list[JudgedMove]
    of: int
    note: str


class Judgement(Said):
    """A decision, judged."""

    seat: int
    hand: int
    made: MadeMove
    best: MadeMove
    cost_cents: float
    right: bool
    by_clock: bool = Field(
        description="Whether the house decided, because the time was up; that is no mistake of yours."
    )
    actions: list[JudgedMove]


class Review(Said):
    """Your decisions of a round, judged."""

    round: int
    decisions: list[Judgement]
