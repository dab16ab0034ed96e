"""A table for tests: cards and bets written down, moves made by name, and refusals that must change nothing."""

from collections import defaultdict
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from upcard.cards.card import parse_cards, show
from upcard.rounds.round import Round
from upcard.rules.events import Line
from upcard.rules.needs import DEALER, Act, Ask, Deal, Illegal, MoveValue
from upcard.rules.registry import game


class Felt:
    """A round whose cards are known beforehand; it is dealt as far as they reach."""

    def __init__(
        self,
        name: str,
        bets: Mapping[int, Mapping[str, int]],
        cards: Mapping[int, str],
        *,
        house: Mapping[str, object] | None = None,
        pays: Mapping[str, object] | None = None,
        players: Mapping[int, str] | None = None,
    ) -> None:
        """`cards` are those of each seat in the order of dealing; seat 0 is the dealer."""
        self.round = Round(game(name)(house, pays), bets, players)
        self.waiting: defaultdict[int, list[int]] = defaultdict(list)
        for seat, written in cards.items():
            self.waiting[seat] += parse_cards(written)
        self._deal()

    def _deal(self) -> None:
        while isinstance(need := self.round.need, Deal) and len(self.waiting[need.seat]) >= need.count:
            cards = self.waiting[need.seat][: need.count]
            del self.waiting[need.seat][: need.count]
            self.round.deal(cards)

    def act(self, seat: int, move: str, *parts: str, hand: int = 1, then: str = "") -> "Felt":
        """A move; `parts` are the hands of a split, `then` are cards dealt to the seat afterwards."""
        value: MoveValue = tuple(parse_cards(part) for part in parts) if parts else None
        self.waiting[seat] += parse_cards(then)
        self.round.act(Act(seat, hand, move, value))
        self._deal()
        return self

    def refuses(self, rule: str, seat: int, move: str, *parts: str, hand: int = 1, value: MoveValue = None) -> str:
        """The reason why a move is illegal; the rule is named and nothing has changed."""
        given = tuple(parse_cards(part) for part in parts) if parts else value
        before = self.state()
        with pytest.raises(Illegal) as refused:
            self.round.act(Act(seat, hand, move, given))
        assert self.state() == before
        assert refused.value.rule == rule, refused.value
        return refused.value.reason

    def state(self) -> Any:
        """Everything there is to see of the round."""
        table = self.round.table
        hands = [(h.seat, h.number, h.cards, h.seen, h.status) for s in table.seats.values() for h in s.hands]
        left = dict(self.round.left)
        return deepcopy(
            (self.round.events, self.round.need, table.stakes, table.lines, hands, table.dealer.cards, left)
        )

    def moves(self, seat: int) -> dict[int, list[str]]:
        """The moves a seat has now, by hand."""
        need = self.round.need
        turns = need.turns if isinstance(need, Ask) else ()
        return {turn.hand: [move.name for move in turn.moves] for turn in turns if turn.seat == seat}

    def lines(self, seat: int, wager: str) -> list[Line]:
        """The settled lines of a wager."""
        return [line for line in self.round.lines if (line.seat, line.wager) == (seat, wager)]

    def line(self, seat: int, wager: str) -> Line:
        """The one line of a wager."""
        (line,) = self.lines(seat, wager)
        return line

    def paid(self, seat: int) -> dict[str, tuple[str, int]]:
        """Outcome and cents that go back, by wager; the round must be over and each wager settled once."""
        assert self.round.ended, self.round.need
        lines = [line for line in self.round.lines if line.seat == seat]
        assert len({(line.wager, line.hand) for line in lines}) == len(lines)
        return {line.wager: (line.outcome, line.returned) for line in lines}

    def seen(self, seat: int, viewer: int | None) -> list[str]:
        """A seat's hands (0: the dealer's) as a viewer sees them, with ?? for a face-down card."""
        hands = [self.round.table.dealer] if seat == DEALER else self.round.table.seats[seat].hands
        return [" ".join("??" if card is None else show([card]) for card in hand.visible_to(viewer)) for hand in hands]


def refused(
    name: str,
    bets: Mapping[int, Mapping[str, object]],
    house: Mapping[str, object] | None = None,
) -> Illegal:
    """Why bets can't stand."""
    with pytest.raises(Illegal) as illegal:
        Round(game(name)(house), bets)  # type: ignore[arg-type]  # some of the bets are wrong on purpose
    return illegal.value
