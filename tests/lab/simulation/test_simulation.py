"""Exact against simulation: rounds dealt from a seed and settled one by one bear every figure of an analysis out."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import inf, log

import pytest
from scipy import stats

from tests.kit.edges import GATE, Configuration
from tests.kit.games import registered
from tests.sixth_game.game import HighCard
from upcard.cards.card import CARDS, TEN
from upcard.cards.shuffle import SeededSource, Source
from upcard.lab import LabError, analyze
from upcard.lab.analysis import Analysis
from upcard.lab.blackjack.player import BlackjackPlayer
from upcard.lab.kernels import Array, silent
from upcard.lab.simulation import run
from upcard.lab.simulation.players import StrategyPlayer, player
from upcard.lab.simulation.report import Simulation, compare, simulate_game
from upcard.lab.simulation.results.chances import chi_square_tail, deviate_of_mean, goodness_of_fit
from upcard.lab.simulation.results.checks import LIMIT, checks
from upcard.lab.simulation.run import play_rounds, simulate
from upcard.lab.solvers import solver
from upcard.lab.three_card_poker import solver as tcp_solver
from upcard.lab.three_card_poker.counts import Deals
from upcard.rounds.round import Round
from upcard.rules import registry
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn

ROUNDS = 5_000
SEED = "upcard"


def played(
    configuration: Configuration, against: Analysis, make_player: Callable[[Game, Source], StrategyPlayer] = player
) -> Simulation:
    """Rounds of one configuration beside the analysis of what may be another."""
    name, house, pays = configuration
    game = registry.game(name)(house, pays)
    return compare(game, against, simulate(game, ROUNDS, SEED, make_player=make_player), SEED)


def off(found: Simulation) -> set[tuple[str, str]]:
    return {(check.wager, check.figure) for check in found.checks if not check.agrees}


@pytest.mark.parametrize("name", GATE)
def test_rounds_bear_the_exact_analysis_out(name: str) -> None:
    game, house, pays = GATE[name]
    found = simulate_game(game, house, pays, rounds=ROUNDS, seed=SEED)
    assert off(found) == set()
    assert found.agrees
    watched = {check.wager for check in found.checks}
    assert watched == {"total", *found.analysis.wagers}, "every wager of the analysis was seen"
    figures = {(check.wager, check.figure) for check in found.checks}
    assert {(wager, "ev") for wager in watched} <= figures
    assert {(wager, "outcomes") for wager in watched - {"total"}} <= figures


def test_the_gate_has_every_game_and_every_wager() -> None:
    wagers = {game: set[str]() for game, _, _ in GATE.values()}
    assert set(wagers) == {"three-card-poker", "three-card-blitz", "four-card-split", "blackjack"}
    for game, house, pays in GATE.values():
        wagers[game] |= set(analyze(game, house, pays).wagers)
    for game, watched in wagers.items():
        assert watched == {wager.name for wager in registry.game(game).wagers}


# The gate can fail


def test_a_wrong_pay_is_caught_to_the_cent() -> None:
    rows = registry.game("three-card-poker")().table_of("pair-plus").texts()
    generous: dict[str, object] = {"pair-plus": {"name": "generous", "pays": rows | {"straight": "7 to 1"}}}
    found = played(("three-card-poker", {}, generous), analyze("three-card-poker"))
    assert ("pair-plus", "pays") in off(found)
    assert not found.agrees
    assert found.worst.z == inf


def test_a_blackjack_paid_short_is_caught() -> None:
    found = played(("blackjack", {"blackjack-pays": "6:5"}, {}), analyze("blackjack"))
    assert off(found) == {("bet", "pays")}


class NeverDoubles(BlackjackPlayer):
    """Hits where the strategy doubles."""

    def act(self, played: Round, turn: Turn) -> Act:
        best = super().act(played, turn)
        return Act(best.seat, best.hand, "hit") if best.move == "double" else best


class NeverFolds(StrategyPlayer):
    """Plays everything."""

    def act(self, played: Round, turn: Turn) -> Act:
        return Act(turn.seat, turn.hand, "play")


def test_another_strategy_than_the_analysed_one_is_caught() -> None:
    doubles = played(("blackjack", {}, {}), analyze("blackjack"), NeverDoubles)
    assert ("total", "average wager") in off(doubles)
    folds = played(("three-card-blitz", {}, {}), analyze("three-card-blitz"), NeverFolds)
    assert {("total", "average wager"), ("ante", "outcomes"), ("play", "outcomes")} <= off(folds)


def test_a_strategy_that_is_reckoned_wrong_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = tcp_solver.played_kinds

    def timid(game: Game, dealt: Deals, meeting: tcp_solver.Meeting) -> Array:
        """The solver means to fold one kind of hand in twelve that it plays."""
        plays = right(game, dealt, meeting).copy()
        plays[::12] = False
        return plays

    monkeypatch.setattr(tcp_solver, "played_kinds", timid)
    wrong = analyze("three-card-poker")
    monkeypatch.undo()
    assert ("ante", "outcomes") in off(played(("three-card-poker", {}, {}), wrong))


def test_house_rules_other_than_the_analysed_ones_are_caught() -> None:
    version = played(("four-card-split", {"version": 1}, {"blind": "P3", "ante": "V2"}), analyze("four-card-split"))
    assert {("play-1", "outcomes"), ("play-2", "outcomes")} <= off(version)


def test_something_that_cannot_happen_is_caught() -> None:
    assert goodness_of_fit({"win": 0.5, "lose": 0.5}, {("win",): 50, ("tie",): 50}, 100)[2] == inf
    assert goodness_of_fit({"win": 0.5, "tie": 0.0, "lose": 0.5}, {("win",): 99, ("tie",): 1}, 100)[2] == inf


def test_a_wager_that_was_never_made_is_no_proof() -> None:
    game = registry.game("three-card-poker")()
    tally = play_rounds(game, 100, SEED)
    del tally.wagers["pair-plus"]
    found = {check.wager: check for check in checks(game, analyze("three-card-poker"), tally)}
    assert not found["pair-plus"].agrees


def test_a_wager_is_watched_where_somebody_sits() -> None:
    """Insurance is taken from the seat beside; whoever has no such seat insures, or not, at his own."""

    class Alone(BlackjackPlayer):
        def __init__(self, game: Game, source: Source) -> None:
            super().__init__(game, source)
            del self.bets[2]

    game = registry.game("blackjack")()
    assert play_rounds(game, 40, SEED).wagers["insurance"].total()
    alone = play_rounds(game, 40, SEED, Alone)
    assert alone.rounds == 40
    assert not alone.wagers["insurance"], "best play never insures the first hand of a shoe"


@pytest.mark.rule("BLZ-14")
def test_jackpots_at_fixed_sums_are_counted_with_a_double_blitz() -> None:
    """A house may pay dollars instead of meters; a Double Blitz still wins every Royal Blitz it holds."""
    rows = registry.game("three-card-blitz")({"blitz-bonus": "progressive"}).table_of("blitz-bonus").texts()
    own = rows | {row: "$100" for row in rows if row.startswith("royal-blitz")}
    court = [card for card in CARDS if card >= 4 * TEN]  # few cards, many blitzes
    game = registry.game("three-card-blitz")(
        {"blitz-bonus": "progressive"}, {"blitz-bonus": {"name": "sums", "pays": own}}, court
    )
    found = compare(game, solver(game.name).solve(game, silent), simulate(game, ROUNDS, SEED), SEED)
    assert off(found) == set()
    double = {row.pays for row in found.analysis.wagers["blitz-bonus"].rows if row.outcome == "double-blitz"}
    assert double == {"$1,000", "$1,000 and $100", "$1,000 and $200"}


# Statistics


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 12])
@pytest.mark.parametrize("square", [0.0, 0.3, 4.0, 20.0, 80.0])
def test_the_tail_of_chi_square_is_scipys(square: float, freedom: int) -> None:
    assert chi_square_tail(square, freedom) == pytest.approx(float(stats.chi2.sf(square, freedom)), rel=1e-10)


@pytest.mark.parametrize(("times", "hits"), [(5_000, 1), (5_000, 3), (100_000, 4), (100_000, 9), (1_000_000, 70)])
def test_a_rare_hand_is_no_normal_deviate(times: int, hits: int) -> None:
    """Against the binomial itself (half of its step); plain standard errors are far off where few hits are expected."""
    chance = Fraction(1, 22_100)
    z = deviate_of_mean({Fraction(1): chance, Fraction(0): 1 - chance}, Fraction(hits, times), times)
    binomial = stats.binom(times, float(chance))
    tail = float(binomial.sf(hits)) + float(binomial.pmf(hits)) / 2
    assert z == pytest.approx(float(stats.norm.isf(tail)), abs=0.2)
    assert deviate_of_mean({Fraction(1): chance, Fraction(0): 1 - chance}, Fraction(0), times) < 0


def test_where_nothing_is_rare_the_deviate_is_the_plain_one() -> None:
    even = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
    for apart in (Fraction(1, 10_000), Fraction(-1, 50), Fraction(1, 10)):
        assert deviate_of_mean(even, apart, 1000) == pytest.approx(float(apart) * 1000**0.5, rel=0.01)
    assert deviate_of_mean(even, Fraction(-1), 10) == pytest.approx(-((20 * log(2)) ** 0.5))
    assert deviate_of_mean(even, Fraction(2), 10) == inf


def test_one_degree_of_freedom_is_the_standard_error_itself() -> None:
    square, freedom, z = goodness_of_fit({"win": 0.5, "lose": 0.5}, {("win",): 560, ("lose",): 440}, 1000)
    assert freedom == 1
    assert square == pytest.approx(14.4)
    assert z == pytest.approx(14.4**0.5)


def test_rounds_with_several_lines_are_judged_by_their_own_covariance() -> None:
    """Each round counted twice says no more than once: a plain chi-square would be twice as sure."""
    once = goodness_of_fit({"win": 0.5, "lose": 0.5}, {("win",): 560, ("lose",): 440}, 1000)
    twice = goodness_of_fit({"win": 1.0, "lose": 1.0}, {("win", "win"): 560, ("lose", "lose"): 440}, 1000)
    assert twice[1] == once[1] == 1
    assert twice[0] == pytest.approx(once[0], rel=0.02)


def test_rare_outcomes_are_counted_together() -> None:
    often = {"win": 0.498, "lose": 0.498, "royal": 0.002, "flush": 0.002}
    lines: dict[tuple[str, ...], int] = {("win",): 996, ("lose",): 996, ("royal",): 8}
    square, freedom, _ = goodness_of_fit(often, lines, 2000)
    assert freedom == 2, "the two rare ones are one cell"
    assert square == pytest.approx(0, abs=1e-9)
    fewer: dict[tuple[str, ...], int] = {("win",): 249, ("lose",): 249, ("royal",): 2}
    assert goodness_of_fit(often, fewer, 500)[1] == 1, "and with the next where they are fewer still"


def test_fair_rounds_seldom_fail() -> None:
    """Many seeds of a quick game: z is spread as it should be, neither too wide nor too narrow."""
    game = registry.game("three-card-poker")()
    analysis = analyze("three-card-poker")
    seen = [checks(game, analysis, play_rounds(game, 150, f"fair {n}")) for n in range(50)]
    for figure in (("total", "ev"), ("ante", "ev"), ("play", "ev")):
        z = [check.z for found in seen for check in found if (check.wager, check.figure) == figure]
        assert 0.7 < (sum(one**2 for one in z) / len(z)) ** 0.5 < 1.3
        assert max(map(abs, z)) < LIMIT


# Playing


def test_the_same_seed_plays_the_same_rounds_in_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("three-card-poker")()
    monkeypatch.setitem(run.TOGETHER, "kernel", 1)
    alone = simulate(game, 40_000, SEED)
    together = simulate(game, 40_000, SEED, jobs=2)
    assert alone.rounds == together.rounds == 40_000
    assert alone.wagers == together.wagers
    assert alone.main == together.main
    assert play_rounds(game, 100, "another").main != play_rounds(game, 100, SEED).main


def test_a_tally_counts_what_the_lines_say() -> None:
    game = registry.game("three-card-blitz")()
    tally = play_rounds(game, 300, SEED)
    assert tally.rounds == tally.main.total() == 300
    for wager in ("ante", "blind"):
        assert tally.wagers[wager].total() == 300
    staked = sum(staked * n for (staked, _), n in tally.main.items())
    own = sum(s * n for wager in ("ante", "blind", "play") for (_, s, _), n in tally.wagers[wager].items())
    assert staked == own


def test_either_hand_of_a_split_lies_at_either_ante() -> None:
    game = registry.game("four-card-split")()
    made: Counter[int] = Counter()
    sides = player(game, SeededSource(SEED))
    for n in range(200):
        dealt = Round(game, sides.bets)
        hand = [4 * rank + suit for rank, suit in ((11, 0), (11, 1), (3, 2), (n % 3, 3))]
        dealt.deal(hand)
        dealt.deal([4 * 12])
        dealt.deal([4 * 5, 4 * 6 + 1, 4 * 7 + 2])
        act = sides.act(dealt, dealt.need.turns[0])  # type: ignore[union-attr]  # four cards have to be split
        if act.move == "split":
            assert isinstance(act.value, tuple)
            made[hand[0] in act.value[0]] += 1
    assert min(made[False], made[True]) > 50


# Any game


@pytest.fixture
def sixth_game() -> Iterator[None]:
    with registered(HighCard):
        yield


@pytest.mark.usefixtures("sixth_game")
def test_a_sixth_game_is_simulated_by_the_walkers_decisions() -> None:
    found = simulate_game("high-card", rounds=5_000, seed=SEED)
    assert off(found) == set()
    assert {check.wager for check in found.checks} == {"total", "ante", "raise", "match"}


@pytest.mark.parametrize(
    ("house", "reason"),
    [
        ({"decks": "infinite"}, "for analysis only"),
        ({"bet.max": 100}, "simulate without the limit"),
        ({"aggregate-limit": 100}, "simulate without it"),
    ],
)
def test_what_cannot_be_simulated_is_refused(house: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        simulate_game("blackjack", house, rounds=ROUNDS, seed=SEED)
    with pytest.raises(LabError, match="play at least 5,000"):
        simulate_game("blackjack", rounds=10, seed=SEED)
    with pytest.raises(LabError, match="at least 1 does"):
        simulate_game("blackjack", rounds=ROUNDS, seed=SEED, jobs=0)


def test_the_json_says_what_was_played_and_how_it_compares() -> None:
    found = simulate_game("three-card-poker", rounds=5_000, seed="7").to_json()
    assert (found["rounds"], found["seed"], found["agrees"], found["limit"]) == (5_000, "7", True, LIMIT)
    first = found["checks"][0]
    assert (first["wager"], first["figure"]) == ("total", "ev")
    assert first["exact"] == float(Fraction(-686689, 20358520))
    outcomes = found["outcomes"]["ante"]
    assert sum(outcome["lines"] for outcome in outcomes.values()) == 5_000
    assert sum(outcome["exact"] for outcome in outcomes.values()) == pytest.approx(1)
