"""The shapes of the lab's API."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from upcard.web.models.api import (
    Asked,
    CardText,
    Cents,
    GameCard,
    PayTableInfo,
    RuleInfo,
    Said,
    SettingInfo,
    WagerInfo,
    WagerName,
)
from upcard.web.models.tables import HandInfo, StakeInfo, TurnInfo

Exact = Annotated[str, Field(description="An exact fraction.", examples=["-686689/20358520"])]
PlainText = Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]


class OwnTable(Asked):
    """A pay table of one's own, every outcome named."""

    name: PlainText = "custom"
    source: PlainText = "custom"
    pays: Annotated[
        dict[str, Annotated[str, Field(max_length=40)]],
        Field(max_length=80, examples=[{"straight-flush": "40 to 1", "other": "lose"}]),
    ]


class Variant(Asked):
    """A game under settings and pay tables."""

    game: Annotated[str, Field(min_length=1, max_length=60, examples=["three-card-poker"])]
    house: dict[str, int | str | bool] = Field(default_factory=dict, max_length=80)
    pays: dict[str, str | OwnTable] = Field(default_factory=dict, max_length=40)

    def written(self) -> dict[str, Any]:
        """The pay tables as a game takes them."""
        return {table: one if isinstance(one, str) else one.model_dump() for table, one in self.pays.items()}


class AskedAnalysis(Variant):
    """A variant whose figures are wanted."""

    estimate: bool = Field(default=False, description="Play it many times instead, where it is too large to be exact.")
    soon: bool = Field(
        default=False,
        description="Answer 202 with the game's `ev` as soon as that is known, before every wager is.",
    )


class LabGame(GameCard):
    """A game in the lab's list."""

    own_solver: bool = Field(description="Whether it brings a solver of its own; otherwise the general methods work.")
    models: bool = Field(description="Whether it is exact: by its own solver, or by a model of the game.")


class LabGames(Said):
    """All games of the lab."""

    games: list[LabGame]


class LabSetting(SettingInfo):
    """A choice of the rules."""

    usual: int | str | None = Field(description="What it is where nobody chooses.")
    lab_only: bool = Field(description="Whether no table can be dealt with it.")


class OfferedTable(Said):
    """A pay table of the sources."""

    name: str
    source: str
    pays: dict[str, str]


class LabTable(PayTableInfo):
    """A pay table where it stands now, and those it could be."""

    wagers: list[str]
    known: bool = Field(description="Whether it is one of those offered.")
    by_itself: str = Field(description="The one that is in force under these settings where nobody chooses.")
    offered: list[OfferedTable]


class Described(GameCard):
    """Everything that can be moved in a variant."""

    digest: str
    hand_size: int
    main: str
    deck: int
    settings: list[LabSetting]
    tables: list[LabTable]
    wagers: list[WagerInfo]
    rules: list[RuleInfo]
    command: str = Field(description="The line that asks the same in a terminal.")
    files: dict[str, str] = Field(description="The pay-table files that the line names.")


class Analysed(BaseModel):
    """What `upcard analyze --json` prints."""

    model_config = ConfigDict(extra="allow")

    game: str
    house: dict[str, int | str]
    pays: dict[str, str]
    exact: bool
    wagers: dict[str, dict[str, Any]]
    total: dict[str, Any] | None = None
    method: str


class Working(Said):
    """Not yet; ask again."""

    state: Literal["working"]
    words: str = Field(description="What is being worked out.")
    before: int = Field(description="Questions that are worked out before this one.")
    ev: Exact | float | None = Field(default=None, description="The game's expectation, where that is known already.")


# Any hand

Cards = Annotated[str, Field(max_length=200, examples=["As Kd 2c"])]


class ChosenMove(Asked):
    """A decision."""

    hand: Annotated[int, Field(ge=1, le=20)] = 1
    move: Annotated[str, Field(min_length=1, max_length=40)]
    value: Annotated[int, Field(ge=0, le=10**9)] | Annotated[list[list[CardText]], Field(max_length=8)] | None = None


class AskedHand(Asked):
    """Cards and moves that somebody chooses."""

    variant: Variant
    wagers: dict[WagerName, Cents] = Field(max_length=20)
    player: Cards = ""
    dealer: Cards = ""
    board: Cards = ""
    acts: list[ChosenMove] = Field(default_factory=list, max_length=60)


class MissingCards(Said):
    """Cards without which the round does not go on."""

    who: Literal["player", "dealer", "board"]
    hand: int
    count: int


class ChosenLine(Said):
    """A settled wager."""

    hand: int
    wager: str
    title: str
    label: str
    stake: int
    pays: str
    returned: int = Field(description="Without what a meter pays.")
    rule: str
    text: str


class HandSaid(Said):
    """A round as far as the chosen cards and moves reach."""

    state: Literal["cards", "turn", "over"]
    needs: MissingCards | None
    dealer: HandInfo
    board: HandInfo | None
    hands: list[HandInfo]
    stakes: list[StakeInfo]
    turns: list[TurnInfo]
    unused: dict[str, int] = Field(description="Chosen cards that were not needed.")
    lines: list[ChosenLine]
    staked: int
    returned: int
    scenario: dict[str, Any] | None = Field(
        description="The finished round as `upcard settle` takes it; null where cards were never read."
    )


class MoveWorth(Said):
    """A move and what it is worth."""

    move: str
    value: int | list[list[str]] | None
    ev: Exact
    cost: Exact = Field(description="Against the best move.")
    se: float | None


class HandAdvice(Said):
    """Every move of the open turn, best first."""

    unit: str
    actions: list[MoveWorth]
    note: str
    command: str = Field(description="The line of the terminal that says the same; empty where there is none.")


class MadeTable(Said):
    """What became of a variant that was to be a table."""

    table: str | None = Field(description="The table that is open, in a demo house.")
    proposal: str | None = Field(description="The proposal that another department has to approve, in any other.")


# Work that takes long


class OfVariant(Asked):
    """Work on a variant."""

    variant: Variant


Range = Annotated[str, Field(max_length=40, examples=["2%..4%"])]


class AskedDesign(OfVariant):
    """Tables of whole numbers that meet targets."""

    wager: Annotated[str, Field(max_length=60)]
    edge: Range
    hit: Range | None = None
    sd: Range | None = None
    fixed: dict[str, Annotated[str, Field(max_length=40)]] = Field(default_factory=dict, max_length=80)
    most: Annotated[int, Field(ge=1, le=100_000)] | None = None


class AskedSimulation(OfVariant):
    """Rounds beside the exact figures."""

    rounds: Annotated[int, Field(ge=5_000, le=50_000_000)] = 2_000_000
    seed: PlainText = "1"


class AskedMeter(Asked):
    """A meter as a house would run it."""

    start: Annotated[int, Field(ge=0, le=10**11, description="Cents at the first round.")]
    reset: Annotated[int, Field(ge=0, le=10**11, description="Cents that it reseeds to.")]
    rate: Annotated[int, Field(ge=0, le=1_000_000, description="Parts per million of every stake that go into it.")]


class AskedYear(OfVariant):
    """A progressive wager's year."""

    wager: Annotated[str, Field(max_length=60)]
    meters: dict[str, AskedMeter] = Field(max_length=20)
    bets: Annotated[int, Field(ge=1, le=20_000, description="Bets on it a day.")] = 500
    seed: PlainText = "1"


class AskedChanges(OfVariant):
    """Two variants of one game that are played with the same cards."""

    before: Variant
    rounds: Annotated[int, Field(ge=100, le=50_000)] = 2_000


class AskedErrors(OfVariant):
    """A list of rules beside the best play."""

    strategy: Annotated[PlainText, Field(description="Its name, as the strategies have it.", examples=["1 rule"])]
    rounds: Annotated[int, Field(ge=100, le=50_000)] = 2_000


class RunSaid(Said):
    """A piece of long work, and how far it is."""

    id: str
    kind: Literal["strategy", "design", "simulate", "report", "year", "changes", "errors"]
    state: Literal["waiting", "working", "done", "failed", "stopped"]
    seq: int
    words: str = Field(description="What is being done, or why there is no result.")
    before: int = Field(description="Others that are worked on before this one.")
    so_far: dict[str, Any] = Field(description="Figures on the way: of a simulation rounds, mean, se and exact.")
    result: dict[str, Any] | None = Field(description="As the command prints it with --json, and what plots need.")
    files: list[str] = Field(description="What can be fetched below /files/.")
    command: str = Field(description="The line of the terminal that does the same; empty where there is none.")
