"""A blackjack table for tests: its cards are named in the order in which they leave the shoe."""

from collections.abc import Mapping

from upcard.cards.card import parse_cards
from upcard.rounds.round import Round
from upcard.rounds.view import view
from upcard.rules.blackjack import Blackjack
from upcard.rules.events import Line
from upcard.rules.needs import Act, Ask, Deal, Illegal, MoveValue, Peek, Turn

BET = {"bet": 1000}
SEVENS = {"bet": 1000, "blazing-sevens": 100}

Bets = Mapping[int, Mapping[str, int]]
House = Mapping[str, object]


class Felt:
    """A round that is dealt from named cards: two to each seat, the upcard, the hole card, then as they are needed."""

    def __init__(
        self, cards: str, bets: Bets | None = None, house: House | None = None, pays: House | None = None
    ) -> None:
        self.cards = list(parse_cards(cards.replace("|", " ")))
        self.round = Round(Blackjack(house, pays), bets or {1: BET})
        self._deal_on()

    def _deal_on(self) -> None:
        while (need := self.round.need) is not None and not isinstance(need, Ask):
            if isinstance(need, Deal):
                assert len(self.cards) >= need.count, f"{need} asks for more cards than the test names"
                cards, self.cards = self.cards[: need.count], self.cards[need.count :]
                self.round.deal(cards)
            else:
                assert isinstance(need, Peek)
                assert need.answer is not None
                self.round.peeked(need.answer)

    def turn(self, seat: int | None = None) -> Turn:
        """The open turn: of a seat, or the first."""
        assert isinstance(self.round.need, Ask), f"nobody has to decide, but {self.round.need}"
        return next(turn for turn in self.round.need.turns if seat in {None, turn.seat})

    def moves(self, seat: int | None = None) -> set[str]:
        """The names of the moves that are open."""
        return {move.name for move in self.turn(seat).moves}

    def do(self, move: str, value: MoveValue = None, seat: int | None = None) -> "Felt":
        """A player's move, and the cards it brings."""
        turn = self.turn(seat)
        self.round.act(Act(turn.seat, turn.hand, move, value))
        self._deal_on()
        return self

    def refusal(
        self, move: str, value: MoveValue = None, *, seat: int | None = None, hand: int | None = None
    ) -> Illegal:
        """The refusal of a move, which must have left everything as it was."""
        turn = self.turn() if seat is None else None
        before = self.snapshot()
        try:
            self.round.act(Act(seat or (turn.seat if turn else 0), hand or (turn.hand if turn else 1), move, value))
        except Illegal as illegal:
            assert self.snapshot() == before, "a refused move changed something"
            return illegal
        raise AssertionError(f"{move} was allowed")

    def snapshot(self) -> object:
        """Everything that a move could change."""
        r = self.round
        return list(r.events), r.need, dict(r.table.stakes), list(r.lines), view(r, set(r.table.seats)), dict(r.left)

    def over(self) -> "Felt":
        """Asserts that the round is over and that it took every card named, no more and no fewer."""
        assert self.round.ended, f"the round waits for {self.round.need}"
        assert self.cards == [], "the round did not need all the cards"
        return self

    def line(self, wager: str, seat: int = 1, hand: int = 1) -> Line:
        """The one line of a wager."""
        (line,) = (li for li in self.round.lines if (li.seat, li.hand, li.wager) == (seat, hand, wager))
        return line

    def outcome(self, wager: str = "bet", seat: int = 1, hand: int = 1) -> tuple[str, int]:
        """What became of a wager, and the cents that went back."""
        line = self.line(wager, seat, hand)
        return line.outcome, line.returned

    def order(self) -> list[tuple[int, int, str]]:
        """(seat, hand, wager) in the order of payment."""
        return [(line.seat, line.hand, line.wager) for line in self.round.lines]
