"""21+3, In Between, insurance and Blazing 7s: closed forms, public figures, and plain enumeration."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from upcard.cards.card import CARDS, parse_cards
from upcard.lab import analyze
from upcard.lab.analysis import LabError, ProgressiveAnalysis, WagerAnalysis
from upcard.lab.blackjack import sevens, sidebets
from upcard.lab.meters.hold import long_run
from upcard.rules.blackjack import hands
from upcard.rules.blackjack.game import Blackjack

DECKS = (1, 2, 4, 6, 8)
NINE_TO_ONE = {
    "name": "nine",
    "pays": dict.fromkeys(("straight-flush", "three-of-a-kind", "straight", "flush"), "9 to 1") | {"other": "lose"},
}
SOME_CARDS = "7c 7c 7d 7h 7h 7s 8c 8c Ac Ah Tc Kd 2c 2c 3c 9d"
POKER = ("straight-flush", "three-of-a-kind", "straight", "flush", "other")
SPREADS = ("triple-match", "one-card-spread", "two-card-spread", "three-card-spread", "other-spread", "outside")
SEVENS = ("three-suited-sevens", "three-same-colour-sevens", "three-sevens", "two-sevens", "one-seven", "other")


def fixed(house: dict[str, object], wager: str, pays: dict[str, object] | None = None) -> WagerAnalysis:
    found = analyze("blackjack", house, pays).wagers[wager]
    assert isinstance(found, WagerAnalysis)
    return found


def test_public_figures() -> None:
    assert f"{float(-fixed({'decks': 6}, '21+3', {'21+3': NINE_TO_ONE}).ev):.2%}" == "3.24%"
    assert f"{float(-fixed({'decks': 2}, 'in-between').ev):.2%}" == "7.76%"


@pytest.mark.rule("BJK-20", "BJK-21")
@pytest.mark.parametrize("n", DECKS)
def test_21_plus_3_by_closed_forms(n: int) -> None:
    rows = {row.outcome: row.combinations for row in fixed({"decks": n}, "21+3").rows}
    # Three cards in no order, each of which can be the upcard.
    assert rows["straight-flush"] == 3 * 12 * 4 * n**3
    assert rows["three-of-a-kind"] == 3 * 13 * comb(4 * n, 3)
    assert rows["straight"] == 3 * 12 * ((4 * n) ** 3 - 4 * n**3)
    assert rows["flush"] == 3 * (4 * comb(13 * n, 3) - 4 * 12 * n**3 - 4 * 13 * comb(n, 3))
    assert sum(rows.values()) == comb(52 * n, 2) * (52 * n - 2)


@pytest.mark.rule("BJK-30", "BJK-31")
@pytest.mark.parametrize("n", DECKS)
def test_in_between_by_closed_forms(n: int) -> None:
    rows = {row.outcome: row.combinations for row in fixed({"decks": n}, "in-between").rows}
    each = (4 * n) ** 3
    assert rows["triple-match"] == 13 * comb(4 * n, 2) * (4 * n - 2)
    for spread, name in enumerate(("one-card-spread", "two-card-spread", "three-card-spread"), start=1):
        assert rows[name] == (13 - spread - 1) * spread * each
    assert rows["other-spread"] == sum((13 - spread - 1) * spread * each for spread in range(4, 12))
    assert sum(rows.values()) == comb(52 * n, 2) * (52 * n - 2)


@pytest.mark.rule("BJK-7")
@pytest.mark.parametrize("n", DECKS)
def test_insurance_knowing_the_upcard_only(n: int) -> None:
    assert fixed({"decks": n}, "insurance").ev == 3 * Fraction(16 * n, 52 * n - 1) - 1


def test_endless_decks_are_the_limit() -> None:
    for wager in ("21+3", "in-between", "insurance"):
        assert float(fixed({"decks": "infinite"}, wager).ev) == pytest.approx(float(_many(wager)), abs=1e-3)


def _many(wager: str) -> Fraction:
    deck = dict.fromkeys(CARDS, 200)
    game = Blackjack()
    if wager == "insurance":
        return 3 * Fraction(16 * 200, 52 * 200 - 1) - 1
    counter = {"21+3": sidebets.twenty_one_plus_three, "in-between": sidebets.in_between}[wager]
    table = game.table_of(wager).pays
    counts, of = counter(deck, tuple(table), infinite=False)
    return sum(
        (Fraction(n, of) * (table[name].numerator + table[name].returns_stake - 1) for name, n in counts.items()),
        Fraction(0),
    )


def test_counts_are_what_dealing_every_card_by_itself_gives() -> None:
    cards = parse_cards(SOME_CARDS)
    deck = Counter(cards)
    poker: Counter[str] = Counter()
    spreads: Counter[str] = Counter()
    always: Counter[str] = Counter()
    stops: Counter[str] = Counter()
    for a, b in combinations(range(len(cards)), 2):
        rest = [i for i in range(len(cards)) if i not in {a, b}]
        two = (cards[a], cards[b])
        for c in rest:
            poker[hands.twenty_one_plus_three(two, cards[c])] += 1
            spreads[hands.in_between(two, cards[c])] += 1
            third = hands.blazing_sevens(two, cards[c], hands.busts((*two, cards[c])))
            always[third] += 1
            for up in rest:
                for hole in rest:
                    if len({c, up, hole}) == 3:
                        ends = hands.peeks(cards[up]) and hands.is_blackjack((cards[up], cards[hole]))
                        stops[hands.blazing_sevens(two, None, False) if ends else third] += 1
    for counter, wanted in ((sidebets.twenty_one_plus_three, poker), (sidebets.in_between, spreads)):
        names = POKER if wanted is poker else SPREADS
        counts, of = counter(deck, names, infinite=False)
        assert of == wanted.total()
        assert {name: n for name, n in counts.items() if n} == wanted
    for stopping, wanted in ((False, always), (True, stops)):
        counts, of = sevens.sevens_counts(deck, SEVENS, infinite=False, always=not stopping)
        assert of == wanted.total()
        assert {name: n for name, n in counts.items() if n} == wanted


def progressive(house: dict[str, object]) -> ProgressiveAnalysis:
    found = analyze("blackjack", house).wagers["blazing-sevens"]
    assert isinstance(found, ProgressiveAnalysis)
    return found


@pytest.mark.rule("B7S-3", "B7S-4", "B7S-8")
@pytest.mark.parametrize("n", [3, 6, 8])
def test_blazing_sevens_with_the_third_card_always_by_closed_forms(n: int) -> None:
    found = progressive({"decks": n, "third-card": "always"})
    rows = {row.outcome: row.combinations for row in found.rows}
    suited, colour = 4 * comb(n, 3), 2 * comb(2 * n, 3)
    assert rows["three-suited-sevens"] == 3 * suited
    assert rows["three-same-colour-sevens"] == 3 * (colour - suited)
    assert rows["three-sevens"] == 3 * (comb(4 * n, 3) - colour)
    assert rows["two-sevens"] == comb(4 * n, 2) * 48 * n
    assert rows["one-seven"] == 4 * n * 48 * n * (52 * n - 2)
    of = comb(52 * n, 2) * (52 * n - 2)
    assert found.per_dollar == {
        "blazing-sevens": Fraction(rows["three-suited-sevens"], of)
        + Fraction(rows["three-same-colour-sevens"], 10 * of)
    }
    back = 200 * rows["three-sevens"] + 25 * rows["two-sevens"] + 2 * rows["one-seven"]
    assert found.constant == Fraction(back, of) - 1


@pytest.mark.rule("B7S-6")
def test_the_dealers_blackjack_takes_some_sevens_away() -> None:
    always, stops = progressive({"third-card": "always"}), progressive({})
    one = {row.outcome: row.probability for row in always.rows}
    other = {row.outcome: row.probability for row in stops.rows}
    # With three 7s out, 24 aces and 96 tens are among 309 cards.
    goes_on = 1 - Fraction(2 * 24 * 96, 309 * 308)
    for name in SEVENS[:3]:
        assert other[name] == one[name] * goes_on
    assert other["one-seven"] == one["one-seven"]
    assert stops.break_even is not None
    assert always.break_even is not None
    assert stops.break_even > always.break_even
    assert stops.ev({"blazing-sevens": stops.break_even}) == 0


@pytest.mark.rule("B7S-9")
@pytest.mark.parametrize("n", [1, 2])
def test_blazing_sevens_is_not_offered_where_its_awards_cannot_be(n: int) -> None:
    assert "blazing-sevens" not in analyze("blackjack", {"decks": n}).wagers


METER = "blazing-sevens"


@pytest.mark.rule("B7S-7")
def test_the_long_run_hold_counts_the_reseeds() -> None:
    found = sevens.analyse(Blackjack())
    seed, rate = {METER: Fraction(10_000)}, {METER: Fraction(1, 5)}
    run = long_run(found, seed, rate)
    hit = next(row.probability for row in found.rows if row.outcome == "three-suited-sevens")
    tenth = next(row.probability for row in found.rows if row.outcome == "three-same-colour-sevens")
    assert run.fixed == 1 + found.constant
    assert run.reseeds == hit * seed[METER]
    assert run.hold == 1 - run.fixed - rate[METER] - hit * seed[METER]
    # What players win from the meter in the long run is what enters it.
    assert (hit + tenth / 10) * run.average[METER] == rate[METER] + hit * seed[METER]
    # A reserve that pays for the reseeds changes nothing; more of it is set aside.
    assert long_run(found, seed, rate, run.reseeds).hold == run.hold
    assert long_run(found, seed, rate, run.reseeds + Fraction(1, 100)).hold == run.hold - Fraction(1, 100)
    with pytest.raises(LabError, match="at most the wager"):
        long_run(found, seed, {METER: Fraction(1, 2)}, Fraction(3, 5))


def test_the_meter_in_the_long_run_is_what_a_simulation_of_its_mean_gives() -> None:
    found = sevens.analyse(Blackjack())
    run = long_run(found, {METER: Fraction(500)}, {METER: Fraction(1, 2)})
    hit = float(next(row.probability for row in found.rows if row.outcome == "three-suited-sevens"))
    tenth = float(next(row.probability for row in found.rows if row.outcome == "three-same-colour-sevens"))
    meter = shown = 500.0
    for _ in range(400_000):
        meter += 0.5
        shown = meter
        meter = meter * (1 - hit - tenth) + hit * 500.0 + tenth * 0.9 * meter
    assert float(run.average[METER]) == pytest.approx(shown, rel=1e-3)
