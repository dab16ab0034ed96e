"""21+3 and In Between (BJK-20 to BJK-22, BJK-30, BJK-31)."""

import pytest

from tests.kit.blackjack import BET, Felt

WITH_21_3 = {1: BET | {"21+3": 500}}
WITH_IN_BETWEEN = {1: BET | {"in-between": 500}}


@pytest.mark.rule("BJK-20")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned"),
    [
        ("5s 6s | 7s", "straight-flush", 500 + 30 * 500),
        ("5s 5h | 5d", "three-of-a-kind", 500 + 20 * 500),
        ("5s 6h | 7d", "straight", 500 + 10 * 500),
        ("5s 9s | 7s", "flush", 500 + 5 * 500),
        ("5s 5h | 7d", "other", 0),
        ("5s 6h | 8d", "other", 0),
    ],
)
def test_21_3_is_a_poker_hand_of_two_cards_and_the_upcard(cards: str, outcome: str, returned: int) -> None:
    felt = Felt(f"{cards} 8c", WITH_21_3)
    assert felt.outcome("21+3") == (outcome, returned)
    assert felt.turn().moves, "settled before the hand is played"


@pytest.mark.rule("BJK-20")
def test_21_3_does_not_count_the_hole_card() -> None:
    assert Felt("5s 6h | 9d 7c", WITH_21_3).outcome("21+3") == ("other", 0)


@pytest.mark.rule("BJK-21")
@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("5s 5s | 5s", "three-of-a-kind"),  # and a flush: paid once, as the higher
        ("5s 5s | 9s", "flush"),  # a pair with a flush
        ("As 2h | 3d", "straight"),
        ("Qs Kh | Ad", "straight"),
        ("Ks Ah | 2d", "other"),  # no corner
        ("As 2s | 3s", "straight-flush"),
        ("Qs Ks | As", "straight-flush"),
    ],
)
def test_21_3_pays_once_and_the_ace_is_high_or_low(cards: str, outcome: str) -> None:
    assert Felt(f"{cards} 8c", WITH_21_3).outcome("21+3")[0] == outcome


@pytest.mark.rule("BJK-22")
def test_with_an_ace_up_21_3_is_settled_before_insurance_is_offered() -> None:
    felt = Felt("2s 3h | Ad Kc", WITH_21_3)
    assert felt.moves() == {"insurance", "no-insurance"}
    assert felt.outcome("21+3") == ("straight", 5500)
    assert felt.do("no-insurance").over().outcome() == ("lose", 0), "and stays paid when the dealer has blackjack"


@pytest.mark.rule("BJK-30")
@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("5s 9h | 7d", "three-card-spread"),
        ("9h 5s | 7d", "three-card-spread"),  # in either order
        ("5s 9h | 4d", "outside"),
        ("5s 9h | Td", "outside"),
        ("5s 9h | 5d", "outside"),  # equal to one of the two
        ("5s 9h | 9d", "outside"),
        ("5s 5h | 6d", "outside"),  # a pair that the upcard does not match
        ("5s 6h | 5d", "outside"),  # neighbours
        ("As 3h | 2d", "outside"),  # the ace is high only
        ("As Qh | Kd", "one-card-spread"),
        ("Ts Kh | Jd", "two-card-spread"),  # ten and courts are ranks of their own
        ("Ts Th | Kd", "outside"),
    ],
)
def test_in_between_wins_when_the_upcard_falls_between(cards: str, outcome: str) -> None:
    assert Felt(f"{cards} 8c", WITH_IN_BETWEEN).outcome("in-between")[0] == outcome


@pytest.mark.rule("BJK-31")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned"),
    [
        ("5s 5h | 5d", "triple-match", 500 + 30 * 500),
        ("5s 7h | 6d", "one-card-spread", 500 + 10 * 500),
        ("5s 8h | 6d", "two-card-spread", 500 + 6 * 500),
        ("5s 9h | 6d", "three-card-spread", 500 + 4 * 500),
        ("5s Th | 6d", "other-spread", 1000),
        ("2s Ah | 6d", "other-spread", 1000),
        ("5s Th | Jd", "outside", 0),
    ],
)
def test_in_between_pays_by_the_spread(cards: str, outcome: str, returned: int) -> None:
    assert Felt(f"{cards} 8c", WITH_IN_BETWEEN).outcome("in-between") == (outcome, returned)


@pytest.mark.rule("GEN-2")
def test_a_triple_match_is_paid_on_both_side_bets_once_each() -> None:
    felt = Felt("5s 5h | 5d 8c", {1: BET | {"21+3": 500, "in-between": 500}})
    assert felt.order() == [(1, 1, "21+3"), (1, 1, "in-between")]
