"""The shapes of the lab's API."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from upcard.web.models.api import Asked, GameCard, PayTableInfo, RuleInfo, Said, SettingInfo, WagerInfo

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
