"""Splits, doubles, surrender, insurance and even money, allowed and refused (BJK-7 to BJK-10, BJK-12)."""

import pytest

from tests.kit.blackjack import BET, Felt, House
from upcard.rules.needs import Amount, Choice, Illegal
from upcard.rules.registry import game as find_game

# Insurance and even money


@pytest.mark.rule("BJK-7")
def test_insurance_pays_two_to_one_on_a_ten_in_the_hole() -> None:
    felt = Felt("Ts 9h | Ad Kc").do("insurance", 500).over()
    assert felt.outcome("insurance") == ("win", 1500)
    assert felt.outcome() == ("lose", 0)
    assert felt.order() == [(1, 1, "insurance"), (1, 1, "bet")]


@pytest.mark.rule("BJK-7")
@pytest.mark.parametrize("hole", ["2c", "9c", "Ac"])
def test_insurance_loses_otherwise(hole: str) -> None:
    felt = Felt(f"Ts 9h | Ad {hole}").do("insurance", 1)
    assert felt.outcome("insurance") == ("lose", 0)
    assert felt.turn().moves, "and the hand is played"


@pytest.mark.rule("BJK-7")
def test_insurance_is_offered_on_an_ace_alone_and_before_any_further_card() -> None:
    for upcard in "23456789TJQK":
        assert "insurance" not in Felt(f"Ts 9h | {upcard}d 8c").moves()
    felt = Felt("Ts 5h | Ad 8c | 2h")
    assert felt.moves() == {"insurance", "no-insurance"}
    assert "insurance" not in felt.do("no-insurance").do("hit").moves()


@pytest.mark.rule("BJK-7")
def test_insurance_is_at_most_half_the_bet() -> None:
    felt = Felt("Ts 9h | Ad 8c", {1: {"bet": 1001}})
    refused = felt.refusal("insurance", 501)
    assert refused.rule == "BJK-7"
    assert "500 of 1001 cents, not 501" in refused.reason
    felt.do("insurance", 500)


@pytest.mark.rule("BJK-7")
def test_a_blackjack_may_take_even_money_and_is_paid_at_once() -> None:
    felt = Felt("As Kh Ts 9h | Ad Kc", {1: BET, 2: BET})
    assert felt.moves(1) == {"even-money", "insurance", "no-insurance"}
    felt.do("even-money", seat=1)
    assert felt.outcome(seat=1) == ("even-money", 2000), "before seat 2 has answered"
    felt.do("no-insurance").over()
    assert felt.outcome(seat=2) == ("lose", 0)


@pytest.mark.rule("BJK-7")
def test_a_blackjack_may_be_insured_instead() -> None:
    felt = Felt("As Kh | Ad Kc").do("insurance", 500).over()
    assert (felt.outcome("insurance"), felt.outcome()) == (("win", 1500), ("push", 1000))
    felt = Felt("As Kh | Ad 9c").do("insurance", 500).over()
    assert (felt.outcome("insurance"), felt.outcome()) == (("lose", 0), ("blackjack", 2500))


@pytest.mark.rule("BJK-7")
def test_no_answer_declines_insurance() -> None:
    assert Felt("Ts 9h | Ad 8c").turn().default == "no-insurance"


@pytest.mark.rule("BJK-7")
def test_a_bet_without_a_half_is_not_asked() -> None:
    assert "hit" in Felt("Ts 9h | Ad 8c", {1: {"bet": 1}}).moves()
    assert Felt("As Kh | Ad 8c", {1: {"bet": 1}}).moves() == {"even-money", "no-insurance"}
    assert Felt("Ts 9h | Ad Kc", {1: {"bet": 2}}).do("insurance", 1).over().outcome("insurance") == ("win", 3)


@pytest.mark.rule("GEN-3")
def test_insurance_has_limits_of_its_own() -> None:
    house = {"insurance.min": 100, "insurance.max": 300}
    felt = Felt("Ts 9h | Ad 8c", house=house)
    assert {felt.refusal("insurance", cents).rule for cents in (99, 301, 500)} == {"GEN-3"}
    assert "hit" in Felt("Ts 9h | Ad 8c", {1: {"bet": 198}}, house).moves(), "half of it is under the minimum"


# Splits


@pytest.mark.rule("BJK-8")
def test_a_split_makes_two_hands_with_equal_bets_and_a_card_each_at_once() -> None:
    felt = Felt("8s 8h | 9d 8c | 3h 2d | Td Kh").do("split")
    table = felt.round.table
    assert [len(hand.cards) for hand in table.seats[1].hands] == [2, 2]
    assert table.stakes == {(1, 1, "bet"): 1000, (1, 2, "bet"): 1000}
    assert felt.turn().hand == 1
    felt.do("hit")  # 8 3 T stands by itself
    assert felt.turn().hand == 2
    felt.do("hit").do("stand").over()
    assert felt.outcome(hand=1) == ("win", 2000)
    assert felt.outcome(hand=2) == ("win", 2000)
    assert felt.order() == [(1, 1, "bet"), (1, 2, "bet")]


@pytest.mark.rule("BJK-8")
@pytest.mark.parametrize(("cards", "allowed"), [("Ks Th", True), ("Js Qh", True), ("As Ah", True), ("9s Th", False)])
def test_cards_of_identical_value_can_be_split(cards: str, allowed: bool) -> None:
    felt = Felt(f"{cards} | 9d 8c")
    assert ("split" in felt.moves()) is allowed
    if not allowed:
        assert felt.refusal("split").rule == "BJK-8"


@pytest.mark.rule("BJK-8")
def test_a_third_identical_card_can_be_split_again_for_three_hands_in_all() -> None:
    felt = Felt("8s 8h | 9d 8c | 8d Tc | 8c 9c | Kh").do("split").do("split")
    assert [len(hand.cards) for hand in felt.round.table.seats[1].hands] == [2, 2, 2]
    assert felt.turn().hand == 1
    assert "split" not in felt.moves(), "8-8 again, and three hands are there"
    refused = felt.refusal("split")
    assert refused.rule == "BJK-8"
    assert "3 hands at most" in refused.reason
    felt.do("hit").do("stand").do("stand").over()  # the first busts
    assert [felt.outcome(hand=hand) for hand in (1, 2, 3)] == [("lose", 0), ("push", 1000), ("win", 2000)]


@pytest.mark.rule("BJK-8")
@pytest.mark.parametrize(("most", "hands"), [(2, 2), (3, 3), (4, 4)])
def test_the_house_says_how_many_hands(most: int, hands: int) -> None:
    felt = Felt("8s 8h | 9d 8c | 8d 8c 8s 8h 8d 8c", house={"max-hands": most})
    splits = 0
    while "split" in felt.moves():
        felt.do("split")
        splits += 1
    assert splits == hands - 1
    assert len(felt.round.table.seats[1].hands) == hands


@pytest.mark.rule("BJK-8")
def test_a_second_hand_that_pairs_is_split_in_its_turn() -> None:
    felt = Felt("8s 8h | 9d 8c | Td 8c | 9c Tc").do("split").do("stand")
    assert felt.turn().hand == 2
    felt.do("split").do("stand").do("stand").over()
    assert [felt.outcome(hand=hand)[0] for hand in (1, 2, 3)] == ["win", "push", "win"]


@pytest.mark.rule("BJK-8")
def test_split_aces_get_one_card_each() -> None:
    felt = Felt("As Ah Ts 9h | 9d 8c | 5d Ad", {1: BET, 2: BET}).do("split")
    assert felt.turn().seat == 2, "no more cards, and aces are split once"
    assert [hand.done_by_rule for hand in felt.round.table.seats[1].hands] == [True, True]
    felt.do("stand").over()


@pytest.mark.rule("BJK-8")
def test_aces_are_split_again_by_house_rule() -> None:
    house = {"resplit-aces": "yes"}
    felt = Felt("As Ah | 9d 8c | Ad 9c | 9h Ac", house=house).do("split")
    assert felt.moves() == {"split", "stand"}
    assert "split aces get one card each" in felt.refusal("hit").reason
    assert felt.refusal("hit").rule == "BJK-8"
    assert felt.refusal("double", 1000).rule == "BJK-9"
    felt.do("split").over()  # A-9, A-A and A-9: three hands, so the second pair stands
    assert [felt.outcome(hand=hand)[0] for hand in (1, 2, 3)] == ["win", "lose", "win"]
    kept = Felt("As Ah | 9d 8c | Ad 9c", house=house).do("split").do("stand").over()
    assert [kept.outcome(hand=hand)[0] for hand in (1, 2)] == ["lose", "win"]


@pytest.mark.rule("BJK-8")
@pytest.mark.parametrize(("cards", "second"), [("As Ah", "Kd"), ("Ts Kh", "Ad")])
def test_an_ace_and_a_ten_after_a_split_is_no_blackjack(cards: str, second: str) -> None:
    felt = Felt(f"{cards} | 9d 8c | {second} {second}").do("split").over()
    assert felt.outcome(hand=1) == felt.outcome(hand=2) == ("win", 2000)
    hand = felt.round.table.seats[1].hands[0]
    assert felt.round.game.label(hand, hand.cards) == "21"


@pytest.mark.rule("BJK-8")
def test_a_split_21_pushes_against_a_dealers_21() -> None:
    felt = Felt("As Ah | 7d 7c | Kd Kc | 7h").do("split").over()
    assert felt.outcome(hand=1) == felt.outcome(hand=2) == ("push", 1000)


@pytest.mark.rule("BJK-8")
def test_a_split_is_for_two_cards() -> None:
    felt = Felt("4s 4h | 9d 8c | 4d").do("hit")
    assert felt.refusal("split").rule == "BJK-8"


# Doubles


@pytest.mark.rule("BJK-9")
def test_a_double_adds_an_equal_bet_and_exactly_one_card() -> None:
    felt = Felt("6s 5h | 9d 8c | 2d").do("double", 1000).over()
    assert felt.line("bet").stake == 2000
    assert felt.outcome() == ("lose", 0)
    assert Felt("6s 5h | 9d 8c | 9s").do("double", 1000).over().outcome() == ("win", 4000)


@pytest.mark.rule("BJK-9")
def test_a_double_that_busts_loses_both_bets() -> None:
    felt = Felt("9s 6h | 9d 7c | Kd").do("double", 1000).over()
    assert (felt.line("bet").stake, felt.outcome()) == (2000, ("lose", 0))


@pytest.mark.rule("BJK-9", "BJK-12")
def test_a_double_for_less_is_no_less_than_the_smallest_chip() -> None:
    felt = Felt("6s 5h | 9d 8c | 9s", {1: {"bet": 1500}}, {"bet.min": 500})
    assert felt.refusal("double", 1501).rule == "BJK-9"
    assert felt.refusal("double", 499).rule == "BJK-12"
    felt.do("double", 500).over()
    assert (felt.line("bet").stake, felt.outcome()) == (2000, ("win", 4000))


@pytest.mark.rule("BJK-12")
def test_amounts_go_by_the_smallest_chip_that_the_house_names() -> None:
    """From the chip upwards, chip by chip; the whole amount is always open, whatever chips make it."""
    chips = {"bet.min": 500, "smallest-chip": 100}
    felt = Felt("6s 5h | 9d 8c | 9s", {1: {"bet": 1550}}, chips)
    assert {felt.refusal("double", cents).rule for cents in (99, 150, 1549)} == {"BJK-12"}
    felt.do("double", 1550)
    insured = Felt("9s 5h | As 8c", {1: {"bet": 2500}}, chips)
    assert insured.refusal("insurance", 50).rule == "GEN-3"
    assert insured.refusal("insurance", 150).rule == "BJK-12"
    insured.do("insurance", 1250)
    small = Felt("9s 5h | As 8c", {1: {"bet": 500}}, {"smallest-chip": 500})
    small.do("insurance", 250)


@pytest.mark.rule("BJK-9")
def test_a_double_is_for_any_two_cards_and_no_third() -> None:
    for cards in ("2s 2h", "As 7h", "Ts 6h", "Ks Qh"):
        assert "double" in Felt(f"{cards} | 9d 8c").moves()
    felt = Felt("2s 2h | 9d 8c | 2d").do("hit")
    assert felt.refusal("double", 1000).rule == "BJK-9"


@pytest.mark.rule("BJK-9")
@pytest.mark.parametrize(
    ("setting", "doubled"),
    [("any", {8, 9, 10, 11, 12}), ("9-11", {9, 10, 11}), ("10-11", {10, 11}), ("none", set())],
)
def test_the_house_says_which_totals_are_doubled(setting: str, doubled: set[int]) -> None:
    hands = {8: "5s 3h", 9: "5s 4h", 10: "7s 3h", 11: "8s 3h", 12: "8s 4h"}
    felts = {total: Felt(f"{cards} | 9d 8c", house={"double": setting}) for total, cards in hands.items()}
    assert {total for total, felt in felts.items() if "double" in felt.moves()} == doubled
    for total in felts.keys() - doubled:
        refused = felts[total].refusal("double", 1000)
        which = "no hand" if setting == "none" else f"hard {setting} only"
        assert refused.rule == "BJK-9"
        assert f"this table doubles {which} (double={setting}); this is hard {total}" in refused.reason


@pytest.mark.rule("BJK-9")
def test_split_hands_can_be_doubled_except_aces() -> None:
    felt = Felt("8s 8h | 9d 8c | 3d 2c | Td").do("split").do("double", 600)
    assert felt.round.table.stakes[1, 1, "bet"] == 1600
    assert felt.round.table.seats[1].hands[0].status == "doubled"
    assert felt.turn().hand == 2
    felt.do("stand").over()
    assert (felt.line("bet", hand=1).stake, felt.outcome(hand=1)) == (1600, ("win", 3200))
    not_here = Felt("8s 8h | 9d 8c | 3d 2c", house={"double-after-split": "no"}).do("split")
    refused = not_here.refusal("double", 1000)
    assert (refused.rule, "double-after-split=no" in refused.reason) == ("BJK-9", True)


# Surrender


@pytest.mark.rule("BJK-10")
def test_surrender_gives_half_the_bet_back_at_once() -> None:
    felt = Felt("Ts 6h Ts 9h | 9d 8c", {1: BET, 2: BET}).do("surrender")
    assert felt.outcome(seat=1) == ("surrender", 500)
    refused = felt.refusal("surrender", seat=1, hand=1)
    assert (refused.rule, "second time" in refused.reason) == ("BJK-10", True)
    felt.do("stand").over()


@pytest.mark.rule("BJK-10")
def test_surrender_comes_after_the_dealers_look() -> None:
    assert Felt("Ts 6h | Td Ac").over().outcome() == ("lose", 0)
    felt = Felt("Ts 6h | Ad 8c")
    assert "surrender" not in felt.moves()
    assert felt.refusal("surrender").rule == "BJK-14"
    assert felt.do("no-insurance").do("surrender").over().outcome() == ("surrender", 500)


@pytest.mark.rule("BJK-10", "BJK-12")
def test_surrender_comes_before_any_other_decision() -> None:
    assert Felt("4s 4h | 9d 8c | 4d").do("hit").refusal("surrender").rule == "BJK-10"
    assert Felt("8s 8h | 9d 8c | 4d 4c").do("split").refusal("surrender").rule == "BJK-12"


@pytest.mark.rule("BJK-10")
def test_a_house_may_have_no_surrender() -> None:
    refused = Felt("Ts 6h | 9d 8c", house={"surrender": "none"}).refusal("surrender")
    assert (refused.rule, "surrender=none" in refused.reason) == ("BJK-10", True)


# What else is refused


@pytest.mark.rule("BJK-7", "BJK-14")
@pytest.mark.parametrize(
    ("cards", "move", "value", "rule", "says"),
    [
        ("Ts 9h | 9d 8c", "insurance", 500, "BJK-7", "the dealer shows 9d"),
        ("Ts 9h | Kd 8c", "no-insurance", None, "BJK-7", "the dealer shows Kd"),
        ("Ts 9h | Ad 8c", "even-money", None, "BJK-7", "for a blackjack"),
        ("Ts 9h | Ad 8c", "hit", None, "BJK-14", "insurance is answered before"),
        ("Ts 9h | 9d 8c", "even-money", None, "BJK-7", "on an ace up"),
        ("Ts 9h | 9d 8c", "fold", None, "BJK-12", "it can hit, stand, double, surrender"),
        ("Ts 9h | 9d 8c", "double", None, "BJK-9", "needs an amount"),
        ("Ts 9h | 9d 8c", "hit", 5, "BJK-12", "takes no amount"),
        ("As Kh | Ad 8c", "double", 1000, "BJK-14", "insurance is answered before"),
    ],
)
def test_a_refused_move_changes_nothing_and_says_why(
    cards: str, move: str, value: int | None, rule: str, says: str
) -> None:
    refused = Felt(cards).refusal(move, value)
    assert refused.rule == rule
    assert says in refused.reason


@pytest.mark.rule("BJK-7")
def test_insurance_is_too_late_once_the_dealer_has_looked() -> None:
    refused = Felt("Ts 9h | Ad 8c").do("no-insurance").refusal("insurance", 500)
    assert (refused.rule, "before the dealer looks" in refused.reason) == ("BJK-7", True)


@pytest.mark.rule("BJK-12")
def test_a_hand_that_is_over_has_no_moves() -> None:
    felt = Felt("Ts 9h Ts 6h As Kh 9s 8s | 9d 8c | Td", {1: BET, 2: BET, 3: BET, 4: BET}).do("stand").do("hit")
    for seat, status in ((1, "stood"), (2, "bust")):
        refused = felt.refusal("hit", seat=seat, hand=1)
        assert (refused.rule, status in refused.reason) == ("BJK-12", True)
    assert felt.refusal("hit", seat=3, hand=1).rule == "BJK-12"


@pytest.mark.rule("BJK-8", "BJK-9", "BJK-12")
@pytest.mark.parametrize(
    ("move", "rule", "says"),
    [
        ("hit", "BJK-8", "split aces get one card each"),
        ("stand", "BJK-8", "split aces get one card each"),
        ("double", "BJK-9", "can't be doubled"),
        ("split", "BJK-8", "not of the same value"),
        ("surrender", "BJK-12", "no surrender after a split"),
    ],
)
def test_split_aces_are_over_by_their_own_rule(move: str, rule: str, says: str) -> None:
    felt = Felt("As Ah 9s 8s | 9d 8c | 5d 6c", {1: BET, 2: BET}).do("split")
    refused = felt.refusal(move, seat=1, hand=1)
    assert (refused.rule, says in refused.reason) == (rule, True), refused


@pytest.mark.rule("BJK-8")
def test_split_aces_that_pair_are_not_split_again_without_the_house() -> None:
    refused = Felt("As Ah 9s 8s | 9d 8c | Ad 6c", {1: BET, 2: BET}).do("split").refusal("split", seat=1, hand=1)
    assert (refused.rule, "resplit-aces=no" in refused.reason) == ("BJK-8", True)


@pytest.mark.rule("BJK-9")
def test_a_doubled_hand_has_had_its_card() -> None:
    felt = Felt("6s 5h 9s 8s | 9d 8c | 5d", {1: BET, 2: BET}).do("double", 1000)
    for move in ("hit", "double", "stand"):
        refused = felt.refusal(move, seat=1, hand=1)
        assert (refused.rule, "exactly one card" in refused.reason) == ("BJK-9", True)


@pytest.mark.rule("BJK-12")
def test_21_stands_by_itself_and_says_so() -> None:
    felt = Felt("6s 5h 9s 8s | 9d 8c | Td", {1: BET, 2: BET}).do("hit")
    refused = felt.refusal("hit", seat=1, hand=1)
    assert (refused.rule, "21 stands by itself" in refused.reason) == ("BJK-12", True)


@pytest.mark.rule("BJK-7")
@pytest.mark.parametrize("move", ["insurance", "no-insurance", "even-money"])
def test_insurance_for_a_hand_that_is_over_is_refused_as_insurance(move: str) -> None:
    felt = Felt("Ts 9h 9s 8s As Kh | 9d 8c", {1: BET, 2: BET, 3: BET}).do("stand")
    for seat in (1, 3):
        refused = felt.refusal(move, seat=seat, hand=1)
        assert (refused.rule, "the dealer shows 9d" in refused.reason) == ("BJK-7", True)
    looked = Felt("Ts 9h 9s 8s | Ad 8c", {1: BET, 2: BET}).do("no-insurance").do("no-insurance").do("stand")
    refused = looked.refusal(move, seat=1, hand=1)
    assert (refused.rule, "before the dealer looks" in refused.reason) == ("BJK-7", True)


def test_a_move_of_another_game_is_no_question_of_insurance() -> None:
    refused = Felt("Ts 9h | Ad 8c").refusal("fold")
    assert (refused.rule, "it can insurance, no-insurance" in refused.reason) == ("BJK-7", True)


@pytest.mark.rule("BJK-7")
def test_insurance_that_the_tables_minimum_shuts_out_says_so() -> None:
    felt = Felt("As Kh | Ad 8c", house={"insurance.min": 600})
    assert felt.moves() == {"even-money", "no-insurance"}
    refused = felt.refusal("insurance", 500)
    assert (refused.rule, "half of 1000 cents is less than" in refused.reason) == ("BJK-7", True)
    refused = Felt("As Kh | Ad 8c", {1: {"bet": 1}}).refusal("insurance", 1)
    assert (refused.rule, "too small to insure" in refused.reason) == ("BJK-7", True)


def test_out_of_turn_is_refused() -> None:
    felt = Felt("Ts 9h Ts 6h | 9d 8c", {1: BET, 2: BET})
    for seat, hand in ((2, 1), (1, 2), (3, 1)):
        assert "has no decision now; seat 1 hand 1 has" in felt.refusal("hit", seat=seat, hand=hand).reason


@pytest.mark.rule("BJK-4", "GEN-3")
@pytest.mark.parametrize(
    ("bets", "house", "says"),
    [
        ({"21+3": 500}, {}, "Bet is compulsory"),
        ({"bet": 1000, "insurance": 500}, {}, "insurance is not placed before the deal"),
        ({"bet": 0}, {}, "whole cents above 0"),
        ({"bet": 400}, {"bet.min": 500}, "minimum of 500"),
        ({"bet": 1000, "21+3": 600}, {"21+3.max": 500}, "maximum of 500"),
        ({"bet": 1000, "pair-plus": 500}, {}, "no wager of this game"),
    ],
)
def test_a_bet_that_cannot_stand_is_refused(bets: dict[str, int], house: House, says: str) -> None:
    with pytest.raises(Illegal, match=says):
        find_game("blackjack")(house).open({1: bets})


def test_moves_say_what_they_cost() -> None:
    turn = Felt("8s 8h | 9d 8c").turn()
    double, split = turn.move("double"), turn.move("split")
    assert isinstance(double, Amount)
    assert (double.low, double.high) == (1, 1000)
    assert split == Choice("split", "Split", "p", "BJK-8", cost=1000)
    assert len({move.key for move in turn.moves}) == len(turn.moves)
