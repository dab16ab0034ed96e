"""The most that all winners of one round are paid together on side bets (B7S-21, PRG-9)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.blackjack import Felt
from upcard.rounds.record import replay
from upcard.rounds.scenario import settle
from upcard.rules.events import Line, PayLimited
from upcard.rules.limits import within_aggregate
from upcard.rules.odds import parse_pay

# Against 7d up, seat 1 has a straight (5,000 on 500), seat 2 a flush (2,500 on 500); both lose their bets.
CARDS = "5s 6h 2d Td | 7d Kc | 2c"
BETS = {1: {"bet": 1000, "21+3": 500}, 2: {"bet": 1000, "21+3": 500}}


def play(limit: int | None, bets: dict[int, dict[str, int]] = BETS) -> Felt:
    house = {} if limit is None else {"aggregate-limit": limit}
    return Felt(CARDS, bets, house).do("hit").do("stand").do("stand").over()


def returned(felt: Felt, wager: str = "21+3") -> dict[int, int]:
    return {line.seat: line.returned for line in felt.round.lines if line.wager == wager}


@pytest.mark.rule("B7S-21")
@pytest.mark.parametrize("limit", [None, 7500, 10_000])
def test_up_to_the_limit_everybody_is_paid_in_full(limit: int | None) -> None:
    felt = play(limit)
    assert returned(felt) == {1: 5500, 2: 3000}, "the stakes that go back are no pay"
    assert not any(isinstance(event, PayLimited) for event in felt.round.events)


@pytest.mark.rule("B7S-21", "PRG-9")
@pytest.mark.parametrize(
    ("limit", "pays"), [(7499, {1: 5000, 2: 2499}), (5000, {1: 3334, 2: 1666}), (1, {1: 1, 2: 0}), (0, {1: 0, 2: 0})]
)
def test_over_it_winners_are_paid_in_proportion_and_the_odd_cent_goes_to_the_lowest_seat(
    limit: int, pays: dict[int, int]
) -> None:
    felt = play(limit)
    assert returned(felt) == {seat: 500 + pay for seat, pay in pays.items()}
    limited = [event.line for event in felt.round.events if isinstance(event, PayLimited)]
    full = {1: 5000, 2: 2500}
    assert {line.seat for line in limited} == {seat for seat, pay in pays.items() if pay != full[seat]}
    assert {line.rule for line in limited} == {"B7S-21"}
    assert all(line in felt.round.lines for line in limited), "the lines stand as they are paid"
    assert replay(felt.round.game, felt.round.events).lines == felt.round.lines


@pytest.mark.rule("B7S-21")
def test_the_base_game_is_not_limited() -> None:
    felt = Felt("As Kh | 9d 8c", {1: {"bet": 1_000_000}}, {"aggregate-limit": 1}).over()
    assert felt.outcome() == ("blackjack", 2_500_000)
    insured = Felt("Ts 9h | Ad Kc", {1: {"bet": 1000}}, {"aggregate-limit": 1}).do("insurance", 500).over()
    assert insured.outcome("insurance") == ("win", 1500)


@pytest.mark.rule("B7S-21")
def test_every_kind_of_side_bet_counts() -> None:
    # Triple match: 21+3 20 to 1 and In Between 30 to 1 on 100 each, Blazing 7s 25 for 1 on 100: 2,000, 3,000 and 2,500.
    bets = {4: {"bet": 1000, "21+3": 100, "in-between": 100, "blazing-sevens": 100}}
    felt = Felt("7s 7h | 7d Kc", bets, {"aggregate-limit": 750}).do("surrender").over()
    paid = {line.wager: line.returned for line in felt.round.lines}
    assert paid == {"21+3": 100 + 200, "in-between": 100 + 300, "blazing-sevens": 250, "bet": 500}


@pytest.mark.rule("PRG-9")
def test_meter_awards_neither_count_nor_shrink() -> None:
    # Seat 1 takes the meter; seat 2 has 25 for 1, exactly the limit.
    scenario = {
        "game": "blackjack",
        "house": {"aggregate-limit": 2500},
        "dealer": "9d 8c",
        "seats": [
            {
                "seat": 1,
                "cards": "7s 7s",
                "wagers": {"bet": 1000, "blazing-sevens": 100},
                "actions": [["hit", "7s"]],
            },
            {"seat": 2, "cards": "7h 7c", "wagers": {"bet": 1000, "blazing-sevens": 100}, "actions": [["stand"]]},
        ],
        "meters": {"blazing-sevens": 1_000_000},
    }
    lines = {
        seat["seat"]: line
        for seat in settle(scenario)["seats"]
        for line in seat["lines"]
        if line["wager"] == "blazing-sevens"
    }
    assert (lines[1]["returned"], lines[2]["returned"]) == (1_000_000, 2500)
    lowered = settle({**scenario, "house": {"aggregate-limit": 2000}})
    by_seat = {seat["seat"]: seat["lines"][-1]["returned"] for seat in lowered["seats"]}
    assert by_seat == {1: 1_000_000, 2: 2000}


PAYS = ("30 to 1", "5 to 1", "25 for 1", "$1,000", "push", "lose", "half back", "100% of meter")


@st.composite
def settled_lines(draw: st.DrawFn) -> list[Line]:
    lines = []
    for _ in range(draw(st.integers(0, 12))):
        pay = parse_pay(draw(st.sampled_from(PAYS)))
        stake = draw(st.integers(1, 10_000))
        wager = draw(st.sampled_from(["side", "main"]))
        lines.append(Line(draw(st.integers(1, 7)), 1, wager, stake, "some", pay.text, pay.returned(stake), "GEN-2"))
    return lines


@pytest.mark.rule("PRG-9")
@given(settled_lines(), st.integers(0, 400_000))
def test_the_limit_is_met_to_the_cent_and_nobody_is_off_by_more_than_one(lines: list[Line], limit: int) -> None:
    winnings = [
        line.returned - line.stake * parse_pay(line.pays).returns_stake
        if line.wager == "side" and line.pays not in {"push", "lose", "half back", "100% of meter"}
        else 0
        for line in lines
    ]
    total = sum(winnings)
    changed = within_aggregate(lines, lambda wager: wager == "side", limit)
    if total <= limit:
        assert changed == {}
        return
    cut = [line.returned - changed.get(at, line).returned for at, line in enumerate(lines)]
    assert sum(winnings) - sum(cut) == limit
    odd = []
    for at, won in enumerate(winnings):
        share, left = won - cut[at], limit * won // total
        assert share in {left, left + 1}
        assert share <= won
        if won:
            odd.append((lines[at].seat, share == left))
        if at in changed:
            assert changed[at] == replace(lines[at], returned=changed[at].returned, rule="B7S-21")
    assert sorted(odd) == sorted(odd, key=lambda entry: (entry[1], entry[0])), "odd cents go to the lowest seats"
