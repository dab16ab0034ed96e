"""The house's own moves: generic, from the legal moves alone."""

import random

import pytest

from tests.sixth_game.game import HighCard
from upcard.cards.card import parse_cards
from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.rounds.bots import affordable_bets, any_act
from upcard.rounds.dealing import deal_on
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Ask
from upcard.rules.registry import game, names
from upcard.rules.words import dollars, meter_title
from upcard.web.live.describe import game_info, variant
from upcard.web.live.moves import affordable, silence
from upcard.web.live.words import label, line_text

GAMES: list[Game] = [
    *(game(name)() for name in names()),
    game("four-card-split")({"version": 1}),
    game("three-card-blitz")({"blitz-bonus": "progressive"}),
    game("blackjack")({"bet.min": 500, "bet.max": 1000, "21+3.min": 2500}),
    HighCard(),
]


def dealt(rules: Game, bets: dict[str, int], cards: str) -> Round:
    """A round with these cards on top of the shoe."""
    top = list(parse_cards(cards))
    rest = list(rules.deck)
    for card in top:
        rest.remove(card)
    round_ = Round(rules, {1: bets})
    deal_on(round_, Shoe([*top, *rest]))
    return round_


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_bots_bet_and_play_any_game_to_its_end(rules: Game) -> None:
    chance = random.Random(7)
    sides = 0
    for seed in range(60):
        bets = {seat: affordable_bets(rules, 10**7, chance.randrange) for seat in (1, 2)}
        assert all(rules.main_wager.name in stakes for stakes in bets.values())
        sides += any(rules.is_side(wager) for stakes in bets.values() for wager in stakes)
        round_ = Round(rules, bets)
        shoe = Shoe.fresh(rules.deck, SeededSource(seed))
        deal_on(round_, shoe)
        while isinstance(round_.need, Ask):
            turn = chance.choice(round_.need.turns)
            round_.act(silence(round_, turn) if seed % 2 else any_act(turn, chance.randrange))
            deal_on(round_, shoe)
        assert round_.ended
    assert sides or not any(rules.is_side(wager.name) for wager in rules.wagers)


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_a_bot_without_money_bets_nothing(rules: Game) -> None:
    assert affordable_bets(rules, 50, random.Random(1).randrange) == {}


@pytest.mark.parametrize(
    ("name", "bets", "cards", "stands_for"),
    [
        (
            "blackjack",
            {"bet": 1000},
            "9s 7d Kh 5c",
            "stand",
        ),  # 16 against a king: surrender, hit and double are open too
        ("blackjack", {"bet": 1000}, "8s 8d Kh 5c", "stand"),
        ("blackjack", {"bet": 1000}, "9s 7d Ah 5c", "no-insurance"),  # the turn's own default
        ("three-card-poker", {"ante": 500}, "As Ks Qs 2c 3d 4h", "fold"),  # play costs money, even with this hand
        ("three-card-blitz", {"ante": 500, "blind": 500}, "As Ks Qs Js 9s 8s 7s", "fold"),
        (
            "four-card-split",
            {"ante-1": 500, "ante-2": 500, "blind": 500},
            "As Kd 9h 2c 7d",
            "split",
        ),  # folding gives up
    ],
)
def test_silence_costs_nothing_and_gives_up_least(name: str, bets: dict[str, int], cards: str, stands_for: str) -> None:
    round_ = dealt(game(name)(), bets, cards)
    assert isinstance(round_.need, Ask)
    before = list(round_.events)
    assert silence(round_, round_.need.turns[0]).move == stands_for
    assert round_.events == before, "it was tried on a copy"


def test_what_cannot_be_paid_for_is_not_chosen() -> None:
    round_ = dealt(game("three-card-poker")(), {"ante": 500}, "As Ks Qs")
    assert isinstance(round_.need, Ask)
    (turn,) = round_.need.turns
    assert [move.name for move in affordable(turn, 499).moves] == ["fold"]
    assert [move.name for move in affordable(turn, 500).moves] == ["play", "fold"]


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_every_game_describes_itself(rules: Game) -> None:
    said = game_info(rules)
    assert [wager["name"] for wager in said["wagers"]] == [wager.name for wager in rules.wagers]
    for wager in said["wagers"]:
        assert wager["pay_table"]["rows"]
    assert sum(table["in_force"] for table in said["pay_tables"]) == len(rules.tables)


def test_tables_are_told_apart_by_what_is_unusual() -> None:
    split = game("four-card-split")
    assert variant(split()) == ""
    assert variant(split({"version": 1})) == "version 1"
    assert variant(split({"version": 2}, {"blind": "P5"})) == "blind pay table P5"
    assert variant(split({"ante-1.min": 500})) == "", "limits stand beside it"
    assert variant(game("blackjack")({"smallest-chip": 100})) == "", "and so does the smallest chip"


def test_a_meter_is_called_after_what_takes_most_of_it() -> None:
    assert meter_title((game("blackjack")(),), "blazing-sevens") == "Blazing 7s: Three suited sevens"
    assert meter_title((), "unknown-meter") == "Unknown meter"


def test_results_in_words_and_money() -> None:
    round_ = dealt(game("three-card-poker")(), {"ante": 500, "pair-plus": 100}, "9s 9d 2h 2c 3d 5h")
    assert isinstance(round_.need, Ask)
    round_.act(Act(1, 1, "play"))
    assert [line_text(round_.game, line, 0) for line in round_.lines] == [
        "Ante: Dealer does not play, 1 to 1, +$5",
        "Play: Dealer does not play, push, even",
        "Pair Plus: Pair, 1 to 1, +$1",
    ]
    assert (label("three-of-a-kind"), label("other"), dollars(-1250)) == ("Three of a kind", "No win", "-$12.50")
