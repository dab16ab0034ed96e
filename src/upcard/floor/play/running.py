"""A round as it is followed: the recorded answers, fed to a `Round` in their order.

The ledger keeps what a round was told. Of a virtual deal that is only how many cards: they come from the sealed shoe
(for the house) or from the cards that were opened (for whoever checks it). Everybody who follows rounds does it here:
the sequencer, the read model of the pages, the replays and the audit.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from upcard.cards.card import Cards
from upcard.floor import facts
from upcard.floor.fair.vault import Vault
from upcard.floor.play import games
from upcard.floor.state import FloorTable, OpenRound
from upcard.rounds.moves import read_value
from upcard.rounds.round import Round
from upcard.rules.needs import UNKNOWN, Act

Source: TypeAlias = Callable[[int, int], Sequence[int]]
"""The cards of a shoe: from which place, how many."""


def from_order(order: Cards) -> Source:
    """A shoe whose order is known."""
    return lambda place, count: order[place : place + count]


def from_opened(cards: dict[int, int]) -> Source:
    """A shoe of which some cards are open, by their place; the others lie face down."""
    return lambda place, count: [cards.get(at, UNKNOWN) for at in range(place, place + count)]


def no_shoe(place: int, count: int) -> Sequence[int]:
    """A table without a shoe: its scanner names the cards."""
    raise AssertionError(f"{count} cards from place {place} of no shoe")


class Followed:
    """A `Round` and how far it was told."""

    __slots__ = ("_cards", "place", "round")

    def __init__(self, round_: Round, cards: Source = no_shoe, first: int = 0) -> None:
        """`first` is where in the shoe it begins."""
        self.round = round_
        self.place = first
        """Where in the shoe the next card lies."""
        self._cards = cards

    def tell(self, answers: Iterable[facts.ToldAnswer]) -> None:
        """Gives it recorded answers."""
        for told in answers:
            if isinstance(told, facts.ToldAct):
                self.round.give(Act(told.seat, told.hand, told.move, read_value(told.value)))
            elif isinstance(told, facts.ToldPeek):
                self.round.give(told.answer)
            elif isinstance(told.cards, int):  # of a virtual deal, how many cards
                self.round.give(tuple(self._cards(self.place, told.cards)))
                self.place += told.cards
            else:
                self.round.give(tuple(told.cards))

    def end(self, status: str, reason: str | None) -> None:
        """The round came to its end at the table; one that was voided before it was over goes no further."""
        if status == "voided" and not self.round.ended:
            self.round.void(reason or "voided")


class RunningRounds:
    """The running rounds of a house: a memory beside the state, made again from the answers where it has none.

    To decide is not to change anything. So a round is *looked at* here, and whoever moves one on takes it out first:
    it comes back when what it was told has become a fact, and is forgotten when that was refused.
    """

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        self._known: dict[str, tuple[str, Followed]] = {}
        """By table: the round's name, and the round."""

    def look(self, table: FloorTable) -> Followed:
        """The running round of a table, as its ledger tells it."""
        opened = table.round
        assert opened is not None
        name, known = self._known.get(table.id, ("", None))
        if known is None or name != opened.id or len(known.round.answers) != len(opened.answers):
            known = self._made(table, opened)
            self._known[table.id] = opened.id, known
        return known

    def _made(self, table: FloorTable, opened: OpenRound) -> Followed:
        shoe = table.shoe
        cards = from_order(self.vault.open(shoe.sealed).cards) if shoe is not None else no_shoe
        made = Followed(Round(games.of(table), opened.stakes, opened.players or None), cards, opened.first_card)
        made.tell(opened.answers)
        return made

    def take(self, table: str) -> None:
        """Somebody moves the round of a table on: nobody else looks at it meanwhile."""
        self._known.pop(table, None)

    def keep(self, table: FloorTable, followed: Followed) -> None:
        """What a round was told has become a fact."""
        if table.round is not None and len(followed.round.answers) == len(table.round.answers):
            self._known[table.id] = table.round.id, followed

    def forget(self) -> None:
        """The state was read anew: what was decided may never have been."""
        self._known.clear()
