"""The kernels play the game's own round: the same cards, wager by wager, cent for cent, seat by seat, meters included.

Kernel and script draw from the same stream. So every round of one is a round of the other, and each must come to the
same lines, the same money and the same claims.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import pytest

from upcard.cards.card import CARDS
from upcard.lab.analysis import LabError
from upcard.lab.registry import with_own
from upcard.lab.simulation import stream_kernels as stream
from upcard.lab.simulation.engines import three_card_poker as tcp_engine
from upcard.lab.simulation.engines.run import player_of
from upcard.lab.simulation.meters import SimulatedMeter, SimulatedMeters
from upcard.lab.simulation.results.tally import Tallies
from upcard.lab.simulation.run import compared, parts
from upcard.lab.simulation.setup import STRETCH, SeatSetup, Setup
from upcard.lab.strategies import parse_plan, strategy
from upcard.rules import registry
from upcard.rules.three_card_poker import hands as tcp

ROUNDS = 20_000
TORTURE = 100
NEVER = Fraction(0)

TCP_ALL = {"ante": 1000, "pair-plus": 500, "six-card-bonus": 505, "progressive": 100}
BJ_ALL = {"bet": 1001, "21+3": 500, "in-between": 305, "blazing-sevens": 100}
BLITZ_ALL = {"ante": 505, "blind": 505, "flush-bonus": 300, "blitz-bonus": 700}
BLITZ_MET = {"ante": 505, "blind": 505, "flush-bonus": 300, "blitz-bonus": 500}
SPLIT_ALL = {"ante-1": 505, "ante-2": 505, "blind": 700}

Sitting = tuple[Mapping[str, int], str, Fraction, str]


@dataclass(frozen=True)
class Case:
    game: str
    seats: Mapping[int, Sitting]
    house: Mapping[str, object] = field(default_factory=dict)
    pays: Mapping[str, object] = field(default_factory=dict)
    continued: bool = False
    metered: bool = False

    def setup(self, seed: str = "shared") -> Setup:
        game = registry.game(self.game)(self.house, self.pays)
        seats = {
            n: SeatSetup(bets, strategy(game, who, errs), name) for n, (bets, who, errs, name) in self.seats.items()
        }
        return Setup(game, seats, seed, self.continued, self.metered, traced=True)


def one(bets: Mapping[str, int], who: str = "optimal", errors: Fraction = NEVER) -> dict[int, Sitting]:
    return {1: (bets, who, errors, "")}


CASES = {
    "tcp": Case("three-card-poker", one(TCP_ALL)),
    "tcp seats": Case(
        "three-card-poker",
        {
            1: (TCP_ALL, "optimal", NEVER, "ann"),
            3: ({"pair-plus": 100}, "basic", NEVER, ""),
            4: (TCP_ALL, "always-play", Fraction(1, 7), "ann"),
            6: ({"ante": 300, "progressive": 100}, "mimic-dealer", Fraction(1, 3), ""),
        },
        {"pair-plus-on-fold": "loses"},
        metered=True,
    ),
    "tcp seats, limit on side bets": Case(
        "three-card-poker",
        {
            1: (TCP_ALL, "optimal", NEVER, ""),
            2: (TCP_ALL, "always-play", NEVER, ""),
            5: (TCP_ALL, "optimal", NEVER, ""),
        },
        {"aggregate-limit": 2_017},
        metered=True,
    ),
    "blackjack seats, limit on side bets": Case(
        "blackjack",
        {1: (BJ_ALL, "basic", NEVER, ""), 4: (BJ_ALL, "basic", Fraction(1, 9), "")},
        {"aggregate-limit": 2_001},
        continued=True,
    ),
    "blitz, limit on side bets": Case("three-card-blitz", one(BLITZ_ALL), {"aggregate-limit": 1_003}),
    "blitz": Case("three-card-blitz", one(BLITZ_ALL)),
    "blitz meters": Case(
        "three-card-blitz",
        {
            1: (BLITZ_MET, "optimal", NEVER, ""),
            3: ({"ante": 100, "blind": 100}, "always-play", Fraction(1, 3), ""),
            6: (BLITZ_MET, "always-play", NEVER, ""),
        },
        {"blitz-bonus": "progressive"},
        metered=True,
    ),
    "split": Case("four-card-split", one(SPLIT_ALL)),
    "split seats, version 1": Case(
        "four-card-split",
        {
            1: (SPLIT_ALL, "optimal", NEVER, ""),
            2: (SPLIT_ALL, "basic", NEVER, ""),
            7: (SPLIT_ALL, "always-play", Fraction(1, 4), ""),
        },
        {"version": 1, "instant": "best-paid"},
        {"ante": "II"},
    ),
    "blackjack": Case("blackjack", one(BJ_ALL)),
    "blackjack basic, hits, splits to four": Case(
        "blackjack",
        one(BJ_ALL, "basic"),
        {"soft-17": "hit", "decks": 8, "max-hands": 4, "resplit-aces": "yes", "blackjack-pays": "6:5"},
    ),
    "blackjack strict, shoe goes on": Case(
        "blackjack",
        one({"bet": 1000, "in-between": 100}, "basic", Fraction(1, 5)),
        {"decks": 2, "double": "9-11", "double-after-split": "no", "surrender": "none", "max-hands": 2},
        continued=True,
    ),
    "blackjack seats, shoe goes on": Case(
        "blackjack",
        {
            1: (BJ_ALL, "basic", Fraction(1, 4), ""),
            2: (BJ_ALL, "optimal", NEVER, ""),
            5: ({"bet": 999}, "always-insure", Fraction(1, 3), ""),
            7: ({"bet": 1, "blazing-sevens": 100}, "mimic-dealer", NEVER, ""),
        },
        {"decks": 4, "penetration": 60},
        continued=True,
        metered=True,
    ),
    "blackjack, one deck": Case("blackjack", one({"bet": 500, "21+3": 100}, "never-bust"), {"decks": 1}),
}


def both(case: Case, rounds: int, seed: str = "shared") -> tuple[Tallies, Tallies]:
    setup, found = case.setup(seed), []
    for engine in ("kernel", "round"):
        whole = Tallies()
        for part in parts(setup, rounds, engine="kernel" if engine == "kernel" else "round"):
            whole.merge(part)
        found.append(whole)
    return found[0], found[1]


def same(kernel: Tallies, script: Tallies) -> None:
    assert kernel.rounds == script.rounds
    traces = np.concatenate(kernel.trace), np.concatenate(script.trace)
    assert np.array_equal(*traces), "round by round, every seat's result to the cent"
    assert kernel.claimed == script.claimed
    assert set(kernel.seats) == set(script.seats)
    for number, tally in kernel.seats.items():
        other = script.seats[number]
        assert set(tally.wagers) == set(other.wagers)
        for wager in tally.wagers:
            assert tally.wagers[wager] == other.wagers[wager], f"seat {number}, {wager}"
        assert (tally.rounds, tally.main, tally.results) == (other.rounds, other.main, other.results)
        assert tally.claims == other.claims


@pytest.mark.parametrize("name", CASES)
def test_a_kernel_plays_the_rounds_of_the_script(name: str) -> None:
    same(*both(CASES[name], ROUNDS))


@pytest.mark.torture
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", CASES)
def test_a_kernel_plays_the_rounds_of_the_script_a_hundred_times_as_many(name: str) -> None:
    for n in range(TORTURE):
        same(*both(CASES[name], ROUNDS, f"torture {n}"))


def test_every_game_with_a_kernel_is_among_the_cases() -> None:
    assert {case.game for case in CASES.values()} >= set(with_own("engine"))


OVER = """
game = "four-card-split"
name = "over"
rules = [
    { move = "split", way = "odd-single", when = "over and not pair" },
    { move = "split", way = "high-apart" },
    { move = "play", when = "over" },
    { move = "fold" },
]
"""


@pytest.mark.rule("SPL-7")
def test_a_plan_that_compares_with_the_upcard_is_asked_for_every_upcard() -> None:
    game = registry.game("four-card-split")()
    setup = Setup(
        game, {1: SeatSetup(SPLIT_ALL, strategy(game, parse_plan(game, OVER, "over.toml")))}, "over", traced=True
    )
    same(player_of(setup, "kernel")(0, [2_000]), player_of(setup, "round")(0, [2_000]))


# It can fail


def test_a_planted_wrong_atom_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = tcp.ante_outcome
    kernel = player_of(CASES["tcp"].setup(), "kernel")(0, [2_000])
    monkeypatch.setattr(tcp, "ante_outcome", lambda p, d: "win" if right(p, d) == "tie" else right(p, d))
    script = player_of(CASES["tcp"].setup(), "round")(0, [2_000])
    with pytest.raises(AssertionError, match="round by round"):
        same(kernel, script)


def test_a_planted_wrong_pay_is_seen() -> None:
    rows = registry.game("blackjack")().table_of("21+3").texts() | {"flush": "6 to 1"}
    generous = Case("blackjack", one(BJ_ALL), pays={"21+3": {"name": "generous", "pays": rows}})
    kernel = player_of(generous.setup(), "kernel")(0, [2_000])
    script = player_of(CASES["blackjack"].setup(), "round")(0, [2_000])
    with pytest.raises(AssertionError, match="round by round"):
        same(kernel, script)


def test_a_planted_wrong_strategy_is_seen() -> None:
    timid = Case("three-card-poker", one(TCP_ALL, "mimic-dealer"))
    kernel = player_of(timid.setup(), "kernel")(0, [2_000])
    script = player_of(CASES["tcp"].setup(), "round")(0, [2_000])
    with pytest.raises(AssertionError, match="round by round"):
        same(kernel, script)


# Streams


def test_the_stream_is_philox() -> None:
    """The known answers of Random123 for philox4x32-10: zeros, ones, digits of pi."""
    known = {
        (0, 0, 0, 0, 0, 0): (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
        (0xFFFFFFFF,) * 6: (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0): (
            0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1,
        ),
    }  # fmt: skip
    for words, answer in known.items():
        assert tuple(int(w) for w in stream.philox(*np.array(words, np.uint64))) == answer


def test_every_card_is_as_likely_in_every_place() -> None:
    """520,000 cards of ten places against equal frequencies; and two neighbours are never the same card."""
    for marked in (False, True):
        drawn, order, seen = stream.new_stream(), np.array(CARDS, np.uint8), np.zeros((10, 52), np.int64)
        stream.begin(drawn, np.uint64(11), np.uint64(0), np.uint64(stream.CARDS))
        for _ in range(10_000):
            cards, marks = [], 0
            for at in range(10):
                if marked:
                    place, marks = stream.mark_one(drawn, 52, marks)
                    cards.append(place)
                else:
                    cards.append(stream.swap_one(drawn, order, at))
            assert len(set(cards)) == 10
            seen[np.arange(10), cards] += 1
        expected = 10_000 / 52
        square = ((seen - expected) ** 2 / expected).sum(axis=1)
        assert square.max() < 51 + 5 * (2 * 51) ** 0.5


def test_pieces_come_in_the_order_of_the_blocks() -> None:
    """However many are made at a time: the stream is its blocks one after another, low halves of words first."""
    drawn = stream.new_stream()
    key, stretch = 0x0123456789ABCDEF, 5
    stream.begin(drawn, np.uint64(key), np.uint64(stretch), np.uint64(stream.CHOICES))
    got = [int(stream.below(drawn, 1 << 16)) for _ in range(9_001)]
    wanted: list[int] = []
    for block in range(-(-len(got) // 8)):
        counter = np.array([block, 0, stretch, stream.CHOICES << 16, key & 0xFFFFFFFF, key >> 32], np.uint64)
        for whole in stream.philox(*counter):
            wanted += [int(whole) & 0xFFFF, int(whole) >> 16]
    assert got == wanted[: len(got)]


def test_stretches_are_the_same_wherever_they_are_played() -> None:
    setup = CASES["blackjack seats, shoe goes on"].setup()
    play = player_of(setup, "kernel")
    together = play(0, [STRETCH, STRETCH, 500])
    apart = Tallies()
    for first, length in enumerate((STRETCH, STRETCH, 500)):
        apart.merge(play(first, [length]))
    same(together, apart)


def test_more_splits_than_places_are_counted_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of a split come out in many ways together; the room for them grows, and nothing is lost."""
    from upcard.lab.simulation.engines import blackjack

    setup = CASES["blackjack seats, shoe goes on"].setup()
    monkeypatch.setattr(blackjack, "SPLITS", 4)
    play = player_of(setup, "kernel")
    both_, apart = play(0, [2_000, 500]), Tallies()
    apart.merge(play(0, [2_000]))
    apart.merge(play(1, [500]))
    same(both_, apart)
    same(apart, player_of(setup, "round")(0, [2_000, 500]))


def test_a_shoe_that_runs_out_is_said() -> None:
    seats = {n: ({"bet": 100}, "never-bust", NEVER, "") for n in range(1, 8)}
    case = Case("blackjack", seats, {"decks": 1, "penetration": 100}, continued=True)
    for engine in ("kernel", "round"):
        with pytest.raises(LabError, match="can run out in a round of 7 seats"):
            player_of(case.setup(), "kernel" if engine == "kernel" else "round")(0, [1_000])


# Meters


def test_meters_are_led_alike_for_kernel_and_script() -> None:
    """Contributions, hits, awards in order, reseeds; a seat's results have its awards in them."""
    setup = CASES["blitz meters"].setup()
    by_name = {f"blitz-{n}": SimulatedMeter(100_000 * n, 50_000, 12_345 * n) for n in range(1, 6)}
    told = []
    for found in both(CASES["blitz meters"], ROUNDS):
        meters = SimulatedMeters.of(setup, by_name)
        meters.lead(found)
        told.append((meters.hits, meters.now, {n: tally.results for n, tally in found.seats.items()}))
        assert all(tally.results.total() == ROUNDS for tally in found.seats.values())
    assert told[0] == told[1]
    hits, now, results = told[0]
    assert len(hits) > 100
    bets = 2 * 500  # two seats with a progressive bet
    for name, meter in by_name.items():
        fed = ROUNDS * bets * meter.rate
        taken = sum(hit.standing for hit in hits if hit.meter == name) - sum(
            meter.reset for hit in hits if hit.meter == name
        )
        assert now[name] == 1_000_000 * (meter.start - taken) + fed, "every millionth of a cent is somewhere"
    won = sum(gain * times for (_, gain), times in results[1].items())
    lines = sum(came[2] * n for wager in found.seats[1].wagers.values() for came, n in wager.items())
    assert won == lines + sum(hit.amount for hit in hits if hit.seat == 1)


def test_the_default_table_is_played_by_kernels() -> None:
    """What is held against the exact analysis comes from the kernel, where a game has one."""
    for name in ("three-card-poker", "three-card-blitz", "four-card-split", "blackjack"):
        setup = compared(registry.game(name)(), "x")
        assert player_of(setup, "kernel")(0, [100]).rounds == 100


def test_kinds_of_hands_are_alike_to_every_feature() -> None:
    """A plan is asked about one hand of each kind: all hands of a kind have the same features."""
    from itertools import combinations

    from upcard.rules.features import HandSight

    game = registry.game("three-card-poker")()
    cube, ones, _ = tcp_engine._kinds()
    for three in list(combinations(CARDS, 3))[::7]:
        kind = int(cube[(three[0] * 52 + three[1]) * 52 + three[2]])
        for feature in game.features:
            assert feature.of(game, HandSight(three)) == feature.of(game, HandSight(tuple(ones[kind].tolist())))


def test_the_solvers_play_of_4_card_split_does_not_err() -> None:
    """It is looked up by whole hands; after an error there is nothing to look up, and that is said."""
    case = Case("four-card-split", one(SPLIT_ALL, "optimal", Fraction(1, 10)))
    with pytest.raises(LabError, match="give errors to a plan"):
        player_of(case.setup(), "kernel")
