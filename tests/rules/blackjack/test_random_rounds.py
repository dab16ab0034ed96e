"""Rounds played at random under random house rules, and settled a second time from their events alone.

The oracle below reads the record like an inspector with the rulebook beside it. It shares no code with the script or
the atoms of `rules/blackjack`: ranks are letters, totals are added up by hand.
"""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from upcard.cards.card import text
from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.rounds.dealing import deal_on
from upcard.rounds.record import replay
from upcard.rounds.round import Round
from upcard.rules.blackjack import Blackjack
from upcard.rules.events import Acted, CardsDealt, CardsShown, HandsLaid, StakePlaced
from upcard.rules.needs import Act, Amount, Ask
from upcard.rules.settings import Value


def points(cards: Sequence[str]) -> int:
    hard = sum(1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard


class Inspector:
    """What the events of a round say about each seat."""

    def __init__(self, round_: Round) -> None:
        self.bets = {number: dict(seat.bets) for number, seat in round_.table.seats.items()}
        self.hands: dict[int, list[list[str]]] = defaultdict(lambda: [[]])
        self.came: dict[int, list[str]] = defaultdict(list)
        self.extra: dict[tuple[int, int], int] = defaultdict(int)
        self.insured: dict[int, int] = {}
        self.moves: dict[int, list[str]] = defaultdict(list)
        self.dealer: list[str] = []
        for event in round_.events:
            if isinstance(event, CardsDealt) and event.seat:
                cards = [text(card) for card in event.cards]
                self.hands[event.seat][event.hand - 1] += cards
                self.came[event.seat] += cards
            elif isinstance(event, CardsShown):
                self.dealer = [text(card) for card in event.cards]
            elif isinstance(event, CardsDealt) and self.dealer:
                self.dealer += [text(card) for card in event.cards]
            elif isinstance(event, HandsLaid):
                self.hands[event.seat] = [[text(card) for card in cards] for cards in event.hands]
            elif isinstance(event, Acted):
                self.moves[event.seat].append(event.move)
                if event.move == "double":
                    assert isinstance(event.value, int)
                    self.extra[event.seat, event.hand] = event.value
            elif isinstance(event, StakePlaced) and event.wager == "insurance":
                self.insured[event.seat] = event.amount

    def net(self, seat: int, blackjack_pays: Fraction) -> int:
        """What a seat wins or loses on bet and insurance together, in cents."""
        bet, hands, dealer = self.bets[seat]["bet"], self.hands[seat], points(self.dealer)
        natural = len(hands) == 1 and len(hands[0]) == 2 and points(hands[0]) == 21
        dealers = len(self.dealer) == 2 and dealer == 21
        net = self.insured.get(seat, 0) * (2 if dealers else -1)
        if "even-money" in self.moves[seat]:
            return bet
        if "surrender" in self.moves[seat]:
            return net + bet // 2 - bet
        if dealers or natural:
            if dealers and natural:
                return net
            return net + (int(bet * blackjack_pays) if natural else -bet)
        for at, hand in enumerate(hands, 1):
            stake, total = bet + self.extra[seat, at], points(hand)
            if total > 21 or total < dealer <= 21:
                net -= stake
            elif dealer > 21 or total > dealer:
                net += stake
        return net

    def sevens(self, seat: int) -> int | None:
        """What Blazing 7s returns for a dollar; None where a meter pays."""
        first, third = self.came[seat][:2], self.came[seat][2:3]
        count = sum(card[0] == "7" for card in first)
        if count == 2 and third and third[0][0] == "7":
            suits = {card[1] for card in (*first, *third)}
            return None if len(suits) == 1 or suits in ({"c", "s"}, {"d", "h"}) else 20_000
        return {2: 2500, 1: 200, 0: 0}[count]


def play_at_random(game: Blackjack, shoe: Shoe, rng: Random) -> Round:
    seats = rng.sample(range(1, 8), rng.randint(1, 4))
    bets = {seat: {"bet": rng.choice([1, 7, 1000, 1500]), "blazing-sevens": 100} for seat in seats}
    round_ = Round(game, bets)
    deal_on(round_, shoe)
    while isinstance(need := round_.need, Ask):
        turn = rng.choice(need.turns)
        named = turn.move("split") or turn.move("even-money")
        move = named if named and rng.random() < 0.7 else rng.choice(turn.moves)
        value = rng.randint(move.low, move.high) if isinstance(move, Amount) else None
        round_.act(Act(turn.seat, turn.hand, move.name, value))
        deal_on(round_, shoe)
    return round_


def random_house(rng: Random) -> dict[str, Value]:
    chosen: dict[str, Value] = {
        setting.name: rng.choice(setting.values)
        for setting in Blackjack.settings
        if setting.values and not setting.lab_only
    }
    return chosen | {"decks": rng.choice([3, 6, 8])}


def inspect(round_: Round) -> int:
    """Settles a round again and returns how many seats had split."""
    said, staked, house = Inspector(round_), round_.staked(), round_.game.house
    blackjack_pays = Fraction(str(house["blackjack-pays"]).replace(":", "/"))
    for seat in round_.table.seats:
        lines = [line for line in round_.lines if line.seat == seat]
        assert sum(line.stake for line in lines) == staked[seat]
        (sevens,) = (line for line in lines if line.wager == "blazing-sevens")
        lines.remove(sevens)
        expected = said.sevens(seat)
        assert (sevens.returned, bool(sevens.claims)) == (expected or 0, expected is None)
        assert sum(line.returned - line.stake for line in lines) == said.net(seat, blackjack_pays)
        hands = range(1, len(said.hands[seat]) + 1)
        assert sorted(line.hand for line in lines if line.wager == "bet") == list(hands)
        assert len(hands) <= int(house["max-hands"])
    drawn_on = said.dealer[:-1]
    if len(said.dealer) > 2:
        assert points(said.dealer) >= 17
        assert points(drawn_on) < 17 or (house["soft-17"] == "hit" and points(drawn_on) == 17)
    return sum(len(hands) > 1 for hands in said.hands.values())


@pytest.mark.rule("BJK-1", "BJK-3", "BJK-4", "BJK-5", "BJK-7", "BJK-8", "BJK-9", "BJK-10", "BJK-13", "B7S-5", "B7S-6")
@pytest.mark.parametrize("seed", range(6))
def test_an_inspector_settles_every_round_the_same(seed: int) -> None:
    rng, source = Random(seed), SeededSource(seed)
    splits = 0
    for _ in range(20):
        game = Blackjack(random_house(rng))
        # A shoe rich in aces, sevens, eights and tens, so that pairs and blackjacks come up.
        rich = [card for card in game.deck if text(card)[0] in "78TA" or card % 5 == 0]
        for _ in range(20):
            round_ = play_at_random(game, Shoe.fresh(rich, source), rng)
            splits += inspect(round_)
            assert replay(game, round_.events).events == round_.events
    assert splits > 50, "too few splits to have tested them"
