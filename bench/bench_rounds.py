"""Rounds a second through commands and events, against gymnasium's hit-or-stand blackjack; a cold start of settle."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import gymnasium

from bench.harness import Figure, Limit, Ratio, side_by_side, wall
from upcard.cards.card import rank
from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.rounds.dealing import deal_on
from upcard.rounds.round import Round
from upcard.rules.blackjack.points import blackjack_total
from upcard.rules.game import Game
from upcard.rules.needs import Act, Amount, Ask, Turn
from upcard.rules.registry import game

BATCH = 200
STANDS_ON = 17
YARDSTICK = "gymnasium Blackjack-v1"

Player = Callable[[Round, Turn], Act]

SCENARIO = {
    "game": "blackjack",
    "dealer": "Ah Kd",
    "seats": [
        {"seat": 1, "cards": "7s 7h", "wagers": {"bet": 1000, "21+3": 500, "blazing-sevens": 100}, "actions": []}
    ],
    "meters": {"blazing-sevens": 1_000_000},
}


def gymnasium_rounds() -> Callable[[], int]:
    """The yardstick: hit or stand, no split, no double, no events. It hits as long as it has less than 17."""
    env = gymnasium.make("Blackjack-v1")
    env.reset(seed=1)

    def batch() -> int:
        for _ in range(BATCH):
            (hand, _, _), _ = env.reset()
            over = False
            while not over:
                (hand, _, _), _, over, _, _ = env.step(int(hand < STANDS_ON))
        return BATCH

    return batch


def upcard_rounds(rules: Game, bets: dict[str, int], player: Player) -> Callable[[], int]:
    """One seat's rounds as people play them: every card and move checked, every event kept, shuffles included."""
    source = SeededSource(1)
    shoe = Shoe.fresh(rules.deck, source, 75)

    def batch() -> int:
        nonlocal shoe
        for _ in range(BATCH):
            if shoe.cut_card_out or not rules.keeps_shoe:
                shoe = Shoe.fresh(rules.deck, source, 75)
            round_ = Round(rules, {1: bets})
            deal_on(round_, shoe)
            while isinstance(need := round_.need, Ask):
                round_.act(player(round_, need.turns[0]))
                deal_on(round_, shoe)
            assert round_.lines
        return BATCH

    return batch


def blackjack_player(round_: Round, turn: Turn) -> Act:
    """Uses the rules that the yardstick hasn't got: splits aces and eights, doubles hard 10 and 11, hits below 17."""
    cards = round_.table.hand(turn.seat, turn.hand).cards
    points, soft = blackjack_total(cards)
    if turn.move("no-insurance"):
        return Act(turn.seat, turn.hand, "no-insurance")
    if turn.move("split") and rank(cards[0]) in {6, 12}:
        return Act(turn.seat, turn.hand, "split")
    double = turn.move("double")
    if isinstance(double, Amount) and not soft and points in {10, 11}:
        return Act(turn.seat, turn.hand, "double", double.high)
    return Act(turn.seat, turn.hand, "hit" if points < STANDS_ON and turn.move("hit") else "stand")


def three_card_poker_player(round_: Round, turn: Turn) -> Act:
    """Plays with a queen or better on top, as most people do."""
    plays = max(rank(card) for card in round_.table.hand(turn.seat, turn.hand).cards) >= 10
    return Act(turn.seat, turn.hand, "play" if plays else "fold")


def settle_cold() -> None:
    """One `upcard settle` in a new process."""
    upcard = Path(sys.executable).with_name("upcard")
    subprocess.run([upcard, "settle", "-"], input=json.dumps(SCENARIO).encode(), check=True, stdout=subprocess.DEVNULL)


def figures() -> Iterator[Figure]:
    """What the rules core promises."""
    yardstick = gymnasium_rounds()
    blackjack = upcard_rounds(game("blackjack")(), {"bet": 1000}, blackjack_player)
    ours, theirs = side_by_side(blackjack, yardstick)
    yield Ratio("full-rule blackjack, six decks", ours, YARDSTICK, theirs, "rounds", at_least=0.5)
    poker = upcard_rounds(game("three-card-poker")(), {"ante": 1000}, three_card_poker_player)
    ours, theirs = side_by_side(poker, yardstick)
    yield Ratio("Three Card Poker, shuffled for every round", ours, YARDSTICK, theirs, "rounds", at_least=1.0)
    yield Limit("upcard settle from a cold start", wall(settle_cold), "s", at_most=0.4)
