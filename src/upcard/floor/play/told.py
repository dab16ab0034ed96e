"""The rounds of a ledger, followed from what its facts say alone: no house, no key, no state.

The audit replays them all, the console replays one, and the pages read the last ones again after a restart.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from upcard.floor import facts
from upcard.floor.play import games
from upcard.floor.play.running import Followed, Source, from_opened
from upcard.rounds.round import Round

OF_ROUNDS = (
    facts.TableOpened,
    facts.TableChanged,
    facts.GameStarted,
    facts.ShoeCommitted,
    facts.RoundAnswered,
    facts.RoundSettled,
    facts.CardsOpened,
    facts.ShoeRetired,
    facts.GameEnded,
)
"""The facts that tell of rounds."""


@dataclass(slots=True)
class ToldShoe:
    """A shoe as the ledger tells it."""

    id: str
    root: str
    sealed: str
    size: int
    committed: int
    dealt: int = 0
    cards: dict[int, int] = field(default_factory=dict)
    """Those that are open, by their place."""
    retired: int | None = None


@dataclass(slots=True)
class Told:
    """A round as the ledger tells it."""

    round: str
    table: str
    started: int
    at: str
    digest: str
    """Of the rules that it was played by."""
    stakes: dict[int, dict[str, int]]
    players: dict[int, str]
    config: facts.TableOpened
    shoe: ToldShoe | None = None
    first: int = 0
    answers: list[facts.ToldAnswer] = field(default_factory=list)
    lines: list[facts.SettledLine] | None = None
    settled: int = 0
    ended: facts.GameEnded | None = None

    def begin(self, cards: Source | None = None) -> Followed:
        """Its `Round` before the first answer; its cards are those that are open, unless `cards` knows them all."""
        game = games.build(self.config.game, self.config.house, self.config.pays)
        if cards is None:
            cards = from_opened(self.shoe.cards if self.shoe is not None else {})
        return Followed(Round(game, self.stakes, self.players or None), cards, self.first)


class Follower:
    """Follows the rounds of a ledger's tables, fact by fact."""

    def __init__(self, tables: Iterable[facts.TableOpened] = (), *, midway: bool = False) -> None:
        """`tables` are as they stand where the reading begins; `midway`: rounds may have begun before."""
        self.tables: dict[str, facts.TableOpened] = {table.table: table for table in tables}
        self.shoes: dict[str, ToldShoe] = {}
        self.open: dict[str, Told] = {}
        """By table."""
        self._midway = midway
        self._of_table: dict[str, ToldShoe] = {}

    def take(self, seq: int, at: str, fact: facts.Fact) -> Told | None:
        """One fact more; the round that came to its end with it."""
        if isinstance(fact, facts.RoundAnswered | facts.RoundSettled | facts.GameEnded):
            return self._of_round(seq, fact)
        if isinstance(fact, facts.GameStarted):
            self._started(seq, at, fact)
        elif isinstance(fact, facts.ShoeCommitted):
            shoe = ToldShoe(fact.shoe, fact.root, fact.sealed, fact.size, seq)
            self.shoes[fact.shoe] = self._of_table[fact.table] = shoe
            if fact.table in self.open:  # a table that had none when its round began
                self.open[fact.table].shoe = shoe
        elif isinstance(fact, facts.CardsOpened):
            if fact.shoe in self.shoes or not self._midway:
                self.shoes[fact.shoe].cards.update({card.place: card.card for card in fact.cards})
        elif isinstance(fact, facts.ShoeRetired):
            self._of_table.pop(fact.table, None)
            if fact.shoe in self.shoes or not self._midway:
                shoe = self.shoes[fact.shoe]
                shoe.cards, shoe.retired = dict(enumerate(fact.order)), seq
        elif isinstance(fact, facts.TableOpened):
            self.tables[fact.table] = fact
        return None

    def _started(self, seq: int, at: str, fact: facts.GameStarted) -> None:
        config = self.tables[fact.table]
        told = Told(fact.round, fact.table, seq, at, fact.digest, fact.by_seat(), fact.seated(), config)
        if config.type == "virtual":
            told.shoe = self._of_table.get(fact.table)
            told.first = told.shoe.dealt if told.shoe is not None else 0
        self.open[fact.table] = told

    def _of_round(self, seq: int, fact: facts.RoundAnswered | facts.RoundSettled | facts.GameEnded) -> Told | None:
        if self._midway and fact.table not in self.open:
            return None
        told = self.open[fact.table]
        if isinstance(fact, facts.RoundAnswered):
            told.answers += fact.answers
            if told.shoe is not None and isinstance(fact.dealt, int):
                told.shoe.dealt = fact.dealt
        elif isinstance(fact, facts.RoundSettled):
            told.lines, told.settled = fact.lines, seq
        else:
            told.ended = fact
            return self.open.pop(fact.table)
        return None

    def forget(self, shoe: str) -> None:
        """A shoe that nobody asks for any more."""
        self.shoes.pop(shoe, None)
