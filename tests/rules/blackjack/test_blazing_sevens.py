"""The Blazing 7s wager in a round (B7S-1 to B7S-9, B7S-11)."""

from itertools import permutations

import pytest

from tests.kit.blackjack import BET, SEVENS, Felt, House
from upcard.cards.card import parse_card
from upcard.rounds.scenario import settle
from upcard.rules.awards import Claim
from upcard.rules.blackjack import Blackjack
from upcard.rules.needs import Illegal
from upcard.rules.settings import SettingError

TWO, ONE = ("two-sevens", 2500), ("one-seven", 200)


def sevens(felt: Felt, seat: int = 1) -> tuple[str, int]:
    return felt.outcome("blazing-sevens", seat)


@pytest.mark.rule("B7S-1")
def test_it_needs_a_blackjack_bet_and_is_placed_before_the_deal() -> None:
    with pytest.raises(Illegal, match="Bet is compulsory"):
        Blackjack().open({1: {"blazing-sevens": 100}})
    felt = Felt("7s 9h Ts 9h | 9d 8c", {1: SEVENS, 2: BET}).do("stand").do("stand").over()
    assert sevens(felt) == ONE
    assert {line.seat for line in felt.round.lines if line.wager == "blazing-sevens"} == {1}, "it is optional"


@pytest.mark.rule("B7S-2")
def test_it_considers_the_first_three_cards_only() -> None:
    # 7-7-2-5 would have been three with the fourth; 2-3-7-7 has none in the first two.
    assert sevens(Felt("7s 7h | 9d 8c | 2d 5c", {1: SEVENS}).do("hit").do("hit").over()) == TWO
    assert sevens(Felt("A♠ 7h | 9d 8c | 2d 7c", {1: SEVENS}).do("hit").do("hit").do("stand").over()) == ONE


@pytest.mark.rule("B7S-3", "GEN-6")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned", "percent"),
    [
        ("7s 7s | 7s", "three-suited-sevens", 0, 100),
        ("7s 7c | 7s", "three-same-colour-sevens", 0, 10),
        ("7h 7d | 7d", "three-same-colour-sevens", 0, 10),
        ("7s 7h | 7d", "three-sevens", 20_000, 0),
        ("7s 7h | 2d", "two-sevens", 2500, 0),
        ("7s 2h | 7d", "one-seven", 200, 0),
    ],
)
def test_what_it_pays(cards: str, outcome: str, returned: int, percent: int) -> None:
    two, third = cards.split("|")
    felt = Felt(f"{two} | 9d 8c | {third}", {1: SEVENS}).do("hit")
    if not felt.round.ended:
        felt.do("stand")
    line = felt.over().line("blazing-sevens")
    assert (line.outcome, line.returned) == (outcome, returned), "for 1: the stake is not returned"
    claim = Claim(1, "blazing-sevens", "blazing-sevens", percent, outcome)
    assert line.claims == ((claim,) if percent else ())


@pytest.mark.rule("B7S-3")
def test_the_suits_of_three_sevens_decide_in_every_order() -> None:
    seven = {suit: f"7{suit}" for suit in "cdhs"}
    for suits, outcome in [
        ("ccc", "three-suited-sevens"),
        ("ccs", "three-same-colour-sevens"),
        ("dhh", "three-same-colour-sevens"),
        ("cdh", "three-sevens"),
        ("ssh", "three-sevens"),
    ]:
        for first, second, third in set(permutations(suits)):
            felt = Felt(f"{seven[first]} {seven[second]} | 9d 8c | {seven[third]}", {1: SEVENS}).do("hit").over()
            assert felt.line("blazing-sevens").outcome == outcome


@pytest.mark.rule("B7S-4")
@pytest.mark.parametrize("cards", ["7s 2h | 7d", "2h 7s | 7d"])
def test_three_sevens_need_sevens_first(cards: str) -> None:
    two, third = cards.split("|")
    felt = Felt(f"{two} | 9d 8c | {third} 5c", {1: SEVENS}).do("hit").do("hit").over()
    assert sevens(felt) == ONE


@pytest.mark.rule("B7S-5", "B7S-9")
def test_a_split_pair_of_sevens_is_judged_with_the_next_card_to_the_seat() -> None:
    won = Felt("7s 7s | 9d 8c | 7s 2d", {1: SEVENS}).do("split").do("stand").do("stand").over()
    assert won.line("blazing-sevens").outcome == "three-suited-sevens"
    assert won.order() == [(1, 1, "bet"), (1, 2, "bet"), (1, 1, "blazing-sevens")]
    # The second hand's card comes fourth.
    lost = Felt("7s 7s | 9d 8c | 2d 7s", {1: SEVENS}).do("split").do("stand").do("stand").over()
    assert sevens(lost) == TWO


@pytest.mark.rule("B7S-5", "B7S-9")
def test_three_sevens_stay_won_when_they_are_split_again_and_every_hand_busts() -> None:
    felt = Felt("7s 7h | 9d 8c | 7d 9s | Ts 9h | 5c 6c 7c", {1: SEVENS}).do("split").do("split")
    assert [len(hand.cards) for hand in felt.round.table.seats[1].hands] == [2, 2, 2]
    felt.do("hit").do("hit").do("hit").over()
    assert [felt.outcome(hand=hand)[0] for hand in (1, 2, 3)] == ["lose", "lose", "lose"]
    assert sevens(felt) == ("three-sevens", 20_000)


@pytest.mark.rule("B7S-6")
def test_a_seven_that_busts_is_no_second_seven() -> None:
    felt = Felt("8s 7h | 9d 8c | 7d", {1: SEVENS}).do("hit").over()
    assert felt.outcome() == ("lose", 0)
    assert sevens(felt) == ONE
    assert sevens(Felt("7s 7h | 9d 8c | Td", {1: SEVENS}).do("hit").over()) == TWO


@pytest.mark.rule("B7S-6")
def test_at_a_bust_the_bet_is_taken_first_and_the_progressive_paid_before_the_next_player() -> None:
    felt = Felt("8s 7h Ts 9h | 9d 8c | 7d", {1: SEVENS, 2: SEVENS}).do("hit")
    assert felt.order() == [(1, 1, "bet"), (1, 1, "blazing-sevens")]
    assert felt.turn().seat == 2


@pytest.mark.rule("B7S-6")
def test_after_a_split_the_progressive_waits_for_the_last_hand() -> None:
    felt = Felt("7s 7h | 9d 8c | 9s 2c | Td Th", {1: SEVENS}).do("split").do("hit")
    assert felt.order() == [(1, 1, "bet")], "the first hand busts while the second plays on"
    felt.do("hit").do("stand").over()
    assert felt.order() == [(1, 1, "bet"), (1, 2, "bet"), (1, 1, "blazing-sevens")]


@pytest.mark.rule("B7S-6")
@pytest.mark.parametrize("move", ["stand", "surrender"])
def test_where_no_third_card_comes_the_first_two_decide(move: str) -> None:
    assert sevens(Felt("7s 7h | 9d 8c", {1: SEVENS}).do(move).over()) == TWO


@pytest.mark.rule("B7S-6")
def test_a_dealers_blackjack_leaves_the_first_two_cards() -> None:
    felt = Felt("7s 7h 7c 9h | Td Ac", {1: SEVENS, 2: SEVENS}).over()
    assert (sevens(felt, 1), sevens(felt, 2)) == (TWO, ONE)


@pytest.mark.rule("B7S-6")
def test_the_card_of_a_double_counts_as_the_third() -> None:
    felt = Felt("7s 7h | 9d 8c | 7d", {1: SEVENS}).do("double", 1000).over()
    assert sevens(felt) == ("three-sevens", 20_000)


@pytest.mark.rule("B7S-6", "GEN-2")
def test_only_the_highest_award_is_paid() -> None:
    felt = Felt("7s 7c | 9d 8c | 7s", {1: SEVENS}).do("hit").over()
    assert [line.wager for line in felt.round.lines].count("blazing-sevens") == 1
    assert felt.line("blazing-sevens").pays == "10% of meter"


@pytest.mark.rule("B7S-7")
@pytest.mark.parametrize(("third", "paid", "after"), [("7s", 1_234_567, 500_000), ("7c", 123_456, 1_111_111)])
def test_the_meter_is_reseeded_when_the_whole_of_it_is_won(third: str, paid: int, after: int) -> None:
    settled = settle(
        {
            "game": "blackjack",
            "dealer": "9d 8c",
            "seats": [{"seat": 3, "cards": "7s 7s", "wagers": SEVENS, "actions": [["hit", third]]}],
            "meters": {"blazing-sevens": 1_234_567},
            "resets": {"blazing-sevens": 500_000},
        }
    )
    assert settled["seats"][0]["lines"][-1]["returned"] == paid
    assert settled["meters"] == {"blazing-sevens": after}


@pytest.mark.rule("B7S-8")
def test_no_seven_in_the_first_two_cards_loses() -> None:
    line = Felt("2s 9h | 9d 8c | 7d", {1: SEVENS}).do("hit").do("stand").over().line("blazing-sevens")
    assert (line.outcome, line.returned, line.rule) == ("other", 0, "B7S-8")
    felt = Felt("As Kh Ts 9h | 9d 8c", {1: SEVENS, 2: BET})
    assert sevens(felt) == ("other", 0), "a blackjack has none, and is settled at once with it"


@pytest.mark.rule("B7S-9")
def test_the_stake_is_fixed_at_a_dollar_or_what_the_house_fixes() -> None:
    with pytest.raises(Illegal, match="it is always 100 cents"):
        Blackjack().open({1: {"bet": 1000, "blazing-sevens": 500}})
    five = {"blazing-sevens.min": 500, "blazing-sevens.max": 500}
    felt = Felt("7s 7c | 9d 8c | 7s", {1: {"bet": 1000, "blazing-sevens": 500}}, five).do("hit").over()
    assert [claim.percent for claim in felt.line("blazing-sevens").claims] == [10], "percentages don't scale"
    with pytest.raises(Illegal, match="it is always 500 cents"):
        Blackjack(five).open({1: SEVENS})
    with pytest.raises(SettingError, match="shuts out the only stake"):
        Blackjack({"blazing-sevens.min": 500})


@pytest.mark.rule("B7S-9")
@pytest.mark.parametrize("decks", [1, 2])
def test_a_shoe_that_cannot_make_every_award_is_refused(decks: int) -> None:
    game = Blackjack({"decks": decks})
    with pytest.raises(Illegal, match="three decks") as refused:
        game.open({1: SEVENS})
    assert refused.value.rule == "B7S-9"
    game.open({1: BET})
    with pytest.raises(SettingError, match="B7S-9"):
        Blackjack({"decks": decks, "blazing-sevens.max": 100})
    own = {"pays": dict(game.table_of("blazing-sevens").texts()) | {"two-sevens": "20 for 1"}}
    with pytest.raises(SettingError, match="B7S-9"):
        Blackjack({"decks": decks}, {"blazing-sevens": own})


@pytest.mark.rule("B7S-9")
@pytest.mark.parametrize("house", [{"decks": 3}, {"decks": 8}, {"decks": "infinite"}])
def test_three_decks_or_more_make_every_award(house: House) -> None:
    Blackjack({**house, "blazing-sevens.max": 100}).open({1: SEVENS})


@pytest.mark.rule("B7S-9")
def test_a_shoe_of_other_cards_is_judged_by_its_sevens() -> None:
    tens = [parse_card("Ts")] * 20
    with pytest.raises(Illegal, match="three 7s of one suit"):
        Blackjack(deck=[*tens, *[parse_card("7s")] * 2, parse_card("7c")]).open({1: SEVENS})
    Blackjack(deck=[*tens, *[parse_card("7s")] * 3]).open({1: SEVENS})


@pytest.mark.rule("B7S-11")
def test_the_dealer_pays_from_right_to_left_and_at_each_seat_the_bet_first() -> None:
    bets = {1: SEVENS, 3: BET, 6: SEVENS}
    felt = Felt("Ts 9h 8s 8h 7s Th | 9d 8c | 3c 2d", bets).do("stand")
    felt.do("split").do("stand").do("stand").do("stand").over()
    assert felt.order() == [
        (6, 1, "bet"),
        (6, 1, "blazing-sevens"),
        (3, 1, "bet"),
        (3, 2, "bet"),
        (1, 1, "bet"),
        (1, 1, "blazing-sevens"),
    ]


@pytest.mark.rule("BJK-14", "B7S-11")
def test_a_dealers_blackjack_with_every_wager_on_the_table() -> None:
    everything = {"bet": 1000, "21+3": 500, "in-between": 500, "blazing-sevens": 100}
    felt = Felt("7s 7h As Kh Qc Kd | Ad Kc", {1: everything, 2: everything, 5: everything})
    felt.do("insurance", 500, seat=5).do("even-money", seat=2).do("insurance", 200, seat=1).over()
    assert [(li.seat, li.wager, li.outcome, li.returned) for li in felt.round.lines] == [
        (5, "21+3", "straight", 5500),
        (5, "in-between", "outside", 0),
        (2, "21+3", "other", 0),
        (2, "in-between", "outside", 0),
        (1, "21+3", "other", 0),
        (1, "in-between", "outside", 0),
        (2, "bet", "even-money", 2000),
        (2, "blazing-sevens", "other", 0),
        (5, "insurance", "win", 1500),
        (1, "insurance", "win", 600),
        (5, "bet", "lose", 0),
        (5, "blazing-sevens", "other", 0),
        (1, "bet", "lose", 0),
        (1, "blazing-sevens", "two-sevens", 2500),
    ]
