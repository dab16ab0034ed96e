"""Strategies as data: read, written, refused, and played through the game's own round."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from upcard.cards.card import CARDS, parse_cards
from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.lab.blackjack.strategy.basic import basic
from upcard.lab.strategies import Plan, Strategy, StrategyError, named, names, parse_plan, strategy, write_plan
from upcard.lab.strategies.plan import Chart
from upcard.lab.three_card_poker.advice import advise
from upcard.lab.three_card_poker.counts import deals
from upcard.rounds.dealing import deal_on
from upcard.rounds.round import Round
from upcard.rules import registry
from upcard.rules.features import HandSight
from upcard.rules.game import Game
from upcard.rules.needs import Act, Ask, Choice, Turn

GAMES = ("three-card-blitz", "four-card-split", "three-card-poker", "blackjack")
NEVER_BUST = """
name = "mine"
[[rules]]
move = "stand"
when = "can-bust"
[[rules]]
move = "hit"
"""


def plans() -> list[tuple[str, str]]:
    return [(game, name) for game in GAMES for name in names(registry.game(game)()) if name != "optimal"]


def play(game: Game, who: Strategy, rounds: int, seed: str = "plans") -> Counter[str]:
    """Plays rounds and counts the moves."""
    made: Counter[str] = Counter()
    cards, choices = SeededSource(seed), SeededSource(f"choices {seed}")
    bets = {
        1: {w.name: w.fixed or 100 for w in game.wagers if w.placed == "before" and (w.required or w.name == "ante")}
    }
    for _ in range(rounds):
        shoe, played = Shoe.fresh(game.deck, cards), Round(game, bets)
        deal_on(played, shoe)
        while isinstance(played.need, Ask):
            act = who.act(played, played.need.turns[0], choices)
            made[act.move] += 1
            played.act(act)
            deal_on(played, shoe)
    return made


@pytest.mark.parametrize(("title", "name"), plans())
def test_a_named_strategy_is_played_written_and_read_again(title: str, name: str) -> None:
    game = registry.game(title)()
    plan = named(game, name)
    assert play(game, strategy(game, name), 300)
    again = parse_plan(game, write_plan(plan), "again")
    assert write_plan(again) == write_plan(plan)
    assert play(game, strategy(game, again), 100) == play(game, strategy(game, plan), 100)


def test_queen_six_four_is_the_optimal_play_of_every_hand() -> None:
    """Every kind of hand: the written rule and the solver's exact values say the same."""
    game = registry.game("three-card-poker")()
    plan = named(game, "basic")
    turn = Turn(1, 1, (Choice("play", "Play", "p", "TCP-4"), Choice("fold", "Fold", "f", "TCP-4")))
    for hand in deals(game.deck).places:
        best = max(advise(game, hand), key=lambda choice: choice.ev)
        assert plan.decide(HandSight(hand), turn).move == best.action[0]


def test_basic_blackjack_is_the_chart_everybody_knows() -> None:
    """The published chart for six decks, dealer hits soft 17, doubles after splits, late surrender: its landmarks."""
    game = registry.game("blackjack")({"soft-17": "hit"})
    pairs, soft, hard = (entry for entry in basic(game).rules if isinstance(entry, Chart))
    assert [up for up in range(2, 12) if hard.cells[16, up][0] == "surrender"] == [9, 10, 11]
    assert [up for up in range(2, 12) if hard.cells[15, up][0] == "surrender"] == [10, 11]
    assert hard.cells[17, 11] == ("surrender", "stand")
    assert [up for up in range(2, 12) if hard.cells[12, up] == ("stand",)] == [4, 5, 6]
    assert all(hard.cells[11, up] == ("double", "hit") for up in range(2, 12))
    assert [up for up in range(2, 12) if soft.cells[18, up] == ("double", "stand")] == [2, 3, 4, 5, 6]
    assert [up for up in range(2, 12) if soft.cells[18, up] == ("hit",)] == [9, 10, 11]
    assert [up for up in range(2, 12) if pairs.cells[9, up][0] != "split"] == [7, 10, 11]
    assert pairs.cells[8, 11][:2] == ("surrender", "split")
    stands = basic(registry.game("blackjack")())
    (soft_s17,) = [e for e in stands.rules if isinstance(e, Chart) and "soft" in str(e) and "not" not in str(e)]
    assert soft_s17.cells[19, 6] == ("stand",)
    assert soft.cells[19, 6] == ("double", "stand")


def test_a_chart_falls_back_where_its_first_move_is_not_legal() -> None:
    game = registry.game("blackjack")({"double": "none", "surrender": "none"})
    made = play(game, strategy(game, named(registry.game("blackjack")(), "basic")), 500)
    assert made["double"] == made["surrender"] == 0
    assert made["hit"] > 100


def test_the_first_rule_that_matches_and_is_legal_wins() -> None:
    game = registry.game("three-card-poker")()
    rules = '[[rules]]\nmove = "fold"\nwhen = "hand >= pair"\n[[rules]]\nmove = "play"\n'
    plan = parse_plan(game, rules, "rules")
    turn = Turn(1, 1, (Choice("play", "Play", "p", "TCP-4"), Choice("fold", "Fold", "f", "TCP-4")))
    for cards, move in (("As Ah 2c", "fold"), ("As Kh Qc", "fold"), ("As Kh Jc", "play")):
        assert plan.decide(HandSight(parse_cards(cards)), turn).move == move


def test_every_hand_has_a_text_that_reads_back() -> None:
    """Each of the 741 strengths is written by its ranks; only suited ones and categories' bests share a name."""
    (feature, *_) = registry.game("three-card-poker").features
    game = registry.game("three-card-poker")()
    for hand in combinations(CARDS[::4] + CARDS[1::4], 3):
        value = feature.of(game, HandSight(hand))
        if len({card & 3 for card in hand}) > 1:
            assert feature.read(feature.show(value)) == value


def test_errors_are_legal_moves_and_as_frequent_as_said() -> None:
    game = registry.game("three-card-poker")()
    made = play(game, strategy(game, "always-play", Fraction(1, 2)), 4_000)
    assert abs(made["fold"] - 1_000) < 4 * (4_000 * 0.25 * 0.75) ** 0.5
    assert play(game, strategy(game, "always-play"), 200)["fold"] == 0


def test_a_function_plays_and_what_it_may_not_do_is_said() -> None:
    game = registry.game("blackjack")()

    def stands(sight: HandSight, turn: Turn) -> str:
        return "stand" if turn.move("stand") else "no-insurance"

    assert set(play(game, strategy(game, stands), 100)) <= {"stand", "no-insurance"}

    def acts(sight: HandSight, turn: Turn) -> Act:
        return Act(turn.seat, turn.hand, turn.moves[-1].name)

    assert play(game, strategy(game, acts), 50)
    with pytest.raises(StrategyError, match="'jump', which is not legal; it can"):
        play(game, strategy(game, lambda sight, turn: "jump"), 1)


def test_a_player_sees_no_card_that_lies_face_down() -> None:
    game = registry.game("blackjack")()
    seen: list[HandSight] = []

    def looks(sight: HandSight, turn: Turn) -> str:
        seen.append(sight)
        return turn.moves[0].name if turn.default is None else turn.default

    play(game, strategy(game, looks), 50)
    assert {len(sight.up) for sight in seen} == {1}


def test_a_file_is_read(tmp_path: Path) -> None:
    game = registry.game("blackjack")()
    file = tmp_path / "mine.toml"
    file.write_text(NEVER_BUST)
    assert strategy(game, str(file)).name == "mine"
    chart = '[[rules]]\nrows = "total"\ncolumns = "upcard"\nagainst = "2..6 7 8 9 T A"\n[rules.cells]\n'
    file.write_text(chart + '"4..16" = "S S S S S H H H H H"\n"17..21" = "S S S S S S S S S S"\n')
    plan = strategy(game, file)
    assert play(game, plan, 200)["hit"] > 20


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rules = 3", r"has no \[\[rules\]\]"),
        ("[[rules]]\nmove = 'jump'", "no move 'jump'; its moves are hit"),
        ("[[rules]]\nmove = 'hit'\nwhen = 'colour = red'", "says nothing of a hand's 'colour'; it names total"),
        ("[[rules]]\nmove = 'hit'\nwhen = 'total ~ 12'", "is no condition; write it as"),
        ("[[rules]]\nmove = 'hit'\nwhen = 'total >= twelve'", "'twelve' is no whole number"),
        ("[[rules]]\nmove = 'hit'\nwhen = 'upcard = Z'", "'Z' is no card's value"),
        ("[[rules]]\nmove = 'hit'\nif = 'soft'", "unknown if in a rule"),
        ("[[rules]]\nmove = 'split'\nway = 'nicely'", "split nicely: Blackjack has"),
        ("[[rules]]\nwhen = 'soft'", "a rule has no move"),
        ("errors = 2\n[[rules]]\nmove = 'hit'", "that is 0 to 1"),
        ("errors = 'often'\n[[rules]]\nmove = 'hit'", "errors is a share"),
        ("game = 'faro'\n[[rules]]\nmove = 'hit'", "is a strategy for faro, not for blackjack"),
        ("colour = 1\n[[rules]]\nmove = 'hit'", "unknown colour"),
        ("[[rules]", "is not TOML"),
        (
            "[[rules]]\nrows = 'total'\ncolumns = 'upcard'\nagainst = '2 3'\n[rules.cells]\n12 = 'S'",
            "1 cells for 2 columns",
        ),
        (
            "[[rules]]\nrows = 'total'\ncolumns = 'upcard'\nagainst = '2'\n[rules.cells]\n12 = 'X'",
            "there is no move 'X'",
        ),
        ("[[rules]]\nrows = 'total'\ncolumns = 'upcard'", "a chart has against"),
    ],
)
def test_a_strategy_that_cannot_be_played_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(StrategyError, match=reason):
        parse_plan(registry.game("blackjack")(), text, "mine.toml")


def test_unknown_names_files_and_rates_are_said() -> None:
    game = registry.game("blackjack")()
    with pytest.raises(StrategyError, match="no strategy 'martingale'; it has optimal, basic, never-bust"):
        strategy(game, "martingale")
    with pytest.raises(StrategyError, match="can't be read: No such file"):
        strategy(game, "nowhere.toml")
    with pytest.raises(StrategyError, match="no share of all decisions"):
        strategy(game, "basic", Fraction(3, 2))


def test_a_hand_that_no_rule_speaks_of_is_named() -> None:
    game = registry.game("blackjack")()
    plan: Plan = parse_plan(game, '[[rules]]\nmove = "hit"\nwhen = "total <= 11"\n', "half")
    with pytest.raises(StrategyError, match="has no move for a hand with total"):
        play(game, strategy(game, plan), 50)
