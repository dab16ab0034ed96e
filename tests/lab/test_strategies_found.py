"""Short strategies: each is worth what it says, none of the known ones is better, and the simulator takes them."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import ClassVar

import pytest

from upcard.cards.shuffle import Source
from upcard.lab import analyze
from upcard.lab.advice import advise
from upcard.lab.blackjack.strategy.finding import chart_json, exceptions, shown_upcards
from upcard.lab.blackjack.strategy.rule_search import Search, Sentence
from upcard.lab.blackjack.strategy.worth import plan_ev
from upcard.lab.memorable.findings import Findings, Found, find
from upcard.lab.memorable.general import Planned
from upcard.lab.simulation.players import UNIT, StrategyPlayer
from upcard.lab.simulation.results.chances import mean_of, variance_of
from upcard.lab.simulation.run import play_rounds
from upcard.lab.strategies import named, parse_plan, write_plan
from upcard.lab.three_card_blitz.states import kinds, states
from upcard.lab.three_card_blitz.strategies import quads, sheet
from upcard.rules import registry
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.game import Game

GAMES = ("three-card-poker", "three-card-blitz", "four-card-split", "blackjack")
ROUNDS = 4_000


@cache
def found(game: str) -> Findings:
    return find(registry.game(game)())


def listed(game: str) -> dict[str, Found]:
    return {one.name: one for one in found(game).strategies}


@pytest.mark.parametrize("game", GAMES)
def test_the_best_play_stands_last_and_nothing_is_better(game: str) -> None:
    total = analyze(game).total
    assert total is not None
    every = found(game).strategies
    assert every[-1].name == "optimal"
    assert every[-1].ev == total.ev
    for one in every:
        assert one.exact
        assert one.cost == total.ev - one.ev
        assert one.cost >= -Fraction(1, 10**12)
    searched = [one for one in every if not one.naive and one.name.endswith(("rule", "rules"))]
    assert len(searched) >= (1 if game == "three-card-poker" else 3)
    costs = [one.cost for one in searched]
    assert costs == sorted(costs, reverse=True), "another rule has to be worth its words"
    assert [len(one.rules) for one in searched] == sorted(len(one.rules) for one in searched)


@pytest.mark.rule("TCP-4")
def test_three_card_poker_needs_one_rule() -> None:
    one = listed("three-card-poker")["1 rule"]
    assert one.rules == ("play when hand Q-6-4 or better", "otherwise fold")
    assert one.cost == 0


def test_blitz_is_at_least_as_good_as_the_known_rule() -> None:
    """To raise 19 or more costs 0.064 % of the Ante; a second and a third rule bring it under a hundredth of that."""
    lists = listed("three-card-blitz")
    assert lists["1 rule"].cost < lists["basic"].cost < Fraction(641, 10**6)
    assert lists["2 rules"].cost < Fraction(1, 10**4)
    assert lists["3 rules"].cost < Fraction(5, 10**5)


@pytest.mark.rule("SPL-6", "SPL-7")
def test_split_is_played_by_heart_within_three_per_cent_of_an_ante() -> None:
    """With two rules 2.7 % of an Ante, with three 2.3 %, with five 2.1 %; `basic` is the list of three."""
    lists = listed("four-card-split")
    assert lists["2 rules"].cost < Fraction(27, 1000)
    assert lists["3 rules"].cost < Fraction(225, 10_000)
    assert lists["5 rules"].cost < Fraction(21, 1000)
    assert lists["basic"].cost == lists["3 rules"].cost
    assert "points" in found("four-card-split").words


def test_a_naive_strategy_of_blitz_is_worth_what_its_outcomes_say() -> None:
    """Whoever never folds has two units at stake beside the Blind: an independent sum over all kinds of hands."""
    game = registry.game("three-card-blitz")()
    made = sheet(game)
    every = kinds(game.deck)
    wins = int((every.wins * every.weights.sum(axis=1)).sum())
    ties = int((every.ties * every.weights.sum(axis=1)).sum())
    by_table = analyze("three-card-blitz").wagers["blind"]
    assert 0 < wins < made.of
    assert wins + ties < made.of
    assert sum(made.weight) == made.of == by_table.rows[0].of
    assert len(quads(states(game.deck))) == len(every.wins)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("three-card-poker", "mimic-dealer"),
        ("three-card-blitz", "2 rules"),
        ("four-card-split", "5 rules"),
        ("four-card-split", "always-play"),
        ("blackjack", "5 rules"),
        ("blackjack", "basic"),
        ("blackjack", "mimic-dealer"),
    ],
)
def test_what_a_strategy_is_worth_is_what_rounds_bring(game: str, name: str) -> None:
    """The plan, played through the game's own round, within chance of the exact figure."""
    one = listed(game)[name]
    assert one.plan is not None
    plan = one.plan

    def planned(table: Game, source: Source) -> StrategyPlayer:
        return Planned(table, source, plan)

    tally = play_rounds(registry.game(game)(), ROUNDS, f"{game} {name}", planned)
    won: Counter[Fraction] = Counter()
    for (_, gain), rounds in tally.main.items():
        won[Fraction(gain, UNIT)] += rounds
    apart = float(mean_of(won) - one.ev) / sqrt(variance_of(won) / ROUNDS)
    assert abs(apart) < 4


@pytest.mark.parametrize("game", GAMES)
def test_every_strategy_goes_through_a_file(game: str) -> None:
    for one in found(game).strategies[:-1]:
        assert one.plan is not None
        again = parse_plan(registry.game(game)(), write_plan(one.plan), "it.toml")
        assert list(map(str, again.rules)) == list(map(str, one.plan.rules))


@pytest.mark.rule("BJK-8", "BJK-9", "BJK-10")
@pytest.mark.parametrize(
    "house", [{}, {"soft-17": "hit", "double-after-split": "no", "surrender": "none"}, {"double": "10-11"}]
)
def test_with_cards_that_never_run_out_the_chart_is_the_best_play(house: dict[str, object]) -> None:
    """Then only totals count, and a chart of totals loses nothing: splits, doubles and surrender are reckoned alike."""
    house = {**house, "decks": "infinite"}
    game = registry.game("blackjack")(house)
    total = analyze("blackjack", house).total
    assert total is not None
    assert float(plan_ev(game, named(game, "basic"))) == pytest.approx(float(total.ev), abs=1e-10)


PUBLISHED_HARD = {
    "9": "H D D D D H H H H H", "10": "D D D D D D D D H H", "12": "H H S S S H H H H H", "13": "S S S S S H H H H H",
    "15": "S S S S S H H H R H", "16": "S S S S S H H R R R", "17": "S S S S S S S S S S",
}  # fmt: skip
PUBLISHED_SOFT = {
    "13": "H H H D D H H H H H", "14": "H H H D D H H H H H", "15": "H H D D D H H H H H", "16": "H H D D D H H H H H",
    "17": "H D D D D H H H H H", "18": "S D D D D S S H H H", "19": "S S S S S S S S S S",
}  # fmt: skip
PUBLISHED_PAIRS = {
    "2": "P P P P P P H H H H", "3": "P P P P P P H H H H", "4": "H H H P P H H H H H", "5": "D D D D D D D D H H",
    "6": "P P P P P H H H H H", "7": "P P P P P P H H H H", "8": "P P P P P P P P P P", "9": "P P P P P S P P S S",
    "T": "S S S S S S S S S S", "A": "P P P P P P P P P P",
}  # fmt: skip
"""The chart of totals for four to eight decks with late surrender, as books print it; the dealer stands on soft 17."""
ALSO_WHERE_SOFT_17_HITS = {("hard", "11", "A"): "D", ("hard", "15", "A"): "R", ("hard", "17", "A"): "R",
                           ("soft", "18", "2"): "D", ("soft", "19", "6"): "D", ("pairs", "8", "A"): "R"}  # fmt: skip


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_the_chart_is_the_published_one(decks: int) -> None:
    standing = _chart({"decks": decks})
    for part, published in (("hard", PUBLISHED_HARD), ("soft", PUBLISHED_SOFT), ("pairs", PUBLISHED_PAIRS)):
        for row, cells in published.items():
            assert [standing[part, row, up] for up in "23456789TA"] == cells.split(), (part, row)
    assert [standing["hard", "11", up] for up in "23456789TA"] == [*"DDDDDDDDDH"]
    hitting = _chart({"decks": decks, "soft-17": "hit"})
    assert {at: move for at, move in hitting.items() if standing[at] != move} == ALSO_WHERE_SOFT_17_HITS


def _chart(house: Mapping[str, object]) -> dict[tuple[str, str, str], str]:
    """The first choice of each cell: what is done with two cards, where everything is allowed."""
    game = registry.game("blackjack")(house)
    told = chart_json(game, named(game, "basic"), shown_upcards(game))
    return {
        (part, row, up): cell[0]
        for part in ("hard", "soft", "pairs")
        for row, cells in told[part].items()
        for up, cell in zip("23456789TA", cells, strict=True)
    }


@pytest.mark.parametrize("decks", [1, 2])
def test_hands_that_a_small_shoe_cannot_make_take_no_short_list_away(decks: int) -> None:
    """Five twos are in no single deck: what they are worth is no number, and was once taken into every sum."""
    search = Search(registry.game("blackjack")({"decks": decks}))
    stands = Sentence("stand", "hard", 17, 21)
    assert -1 < search.ev(frozenset()) < search.ev(frozenset({stands})) < 0


def test_the_chart_costs_what_a_total_hides() -> None:
    chart = listed("blackjack")["basic"]
    assert 0 < chart.cost < Fraction(1, 10**4)
    eight = listed("blackjack")["8 rules"]
    assert eight.cost < Fraction(4, 1000)


def test_what_departs_from_the_chart_is_what_advice_says() -> None:
    game = registry.game("blackjack")({"decks": 1})
    assert isinstance(game, Blackjack)
    told = exceptions(game, named(game, "basic"), shown_upcards(game))
    assert len(told) > 5
    suits = "cd"
    for one in told[:8]:
        cards = " ".join(f"{value}{suits[at]}" for at, value in enumerate(one["hand"].split("-")))
        best, *rest = advise("blackjack", cards, f"{one['upcard']}h", {"decks": 1}).choices
        chart = next(choice for choice in rest if choice.action == (one["chart"],))
        assert best.action == (one["best"],)
        assert float(best.ev - chart.ev) == pytest.approx(one["gain"], abs=1e-9)


def test_index_numbers_are_those_of_the_shoe() -> None:
    """Insurance pays from where more than a third of the rest are tens; the others lie where players know them."""
    indices = found("blackjack").more["count"]["indices"]
    by_hand = {(one["hand"], one["upcard"], one["play"]): one["index"] for one in indices if "past" not in one}
    later = {(one["hand"], one["upcard"], one["play"]): one["index"] for one in indices if "past" in one}
    full = {"T": 96, "other": 216}
    # One true count more is 8 tens for each 10 counted, 6 decks: solve (96 + 0.8 x 6 t) / (311 + 0) = 1/3 for the rest.
    before = (311 / 3 - full["T"]) / (0.8 * 6 / 2)
    assert by_hand["any", "A", "insurance"] == pytest.approx((before * 6 - 1) / (311 / 52), abs=0.1)
    assert by_hand["hard 12", "3", "stand"] == pytest.approx(2, abs=0.6)
    assert by_hand["hard 12", "4", "stand"] == pytest.approx(0, abs=0.6)
    assert by_hand["hard 10", "T", "double"] == pytest.approx(4, abs=0.6)
    assert by_hand["hard 14", "T", "surrender"] == pytest.approx(3, abs=0.6)
    assert by_hand["T-T", "5", "split"] == pytest.approx(5, abs=0.6)
    assert by_hand["T-T", "6", "split"] == pytest.approx(4, abs=0.6)
    assert later["hard 16", "T", "stand"] == pytest.approx(0, abs=0.7)
    assert later["hard 15", "T", "stand"] == pytest.approx(4, abs=0.6)


def test_ten_errors_at_most_each_with_its_cost() -> None:
    for game in GAMES:
        errors = found(game).errors
        assert 2 <= len(errors) <= 10
        costs = [error.cost for error in errors]
        assert costs == sorted(costs, reverse=True)
    assert any(error.error == "insure every bet" for error in found("blackjack").errors)


def test_a_game_of_others_is_priced_and_says_that_it_is_simulated() -> None:
    from tests.sixth_game.game import HighCard

    class Watched(HighCard):
        __module__ = HighCard.__module__  # where its pay tables are
        moves: ClassVar[Mapping[str, str]] = {"raise": "R", "fold": "F"}

    registry.register(Watched)
    try:
        found_ = find(Watched())
    finally:
        registry.unregister(Watched.name)
    assert found_.strategies[-1].name == "optimal"
    always = next(one for one in found_.strategies if one.name == "always raise")
    assert not always.exact
    assert always.se is not None
    assert always.se > 0
    best = found_.strategies[-1].ev
    assert float(always.ev) < float(best) + 4 * always.se
