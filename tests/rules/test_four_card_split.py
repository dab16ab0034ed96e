"""4 Card Split, rule by rule: the bets, the Blind, the split and the two hands against the dealer."""

from itertools import combinations, islice, pairwise
from typing import Any

import pytest

from tests.kit.felt import Felt, refused
from upcard.cards.card import CARDS, parse_cards, rank, show, suit
from upcard.cards.poker import three_card_category
from upcard.rounds.round import Round
from upcard.rules.events import CardsShown, WagerSettled
from upcard.rules.four_card_split import FourCardSplit, hands
from upcard.rules.needs import UNKNOWN, Act, Ask, Deal, Partition, Show

GAME = "four-card-split"
BETS = {"ante-1": 1000, "ante-2": 1000, "blind": 1000}

# The upcard first. V2 plays it with the best two of the others, V1 the best three of all.
KING_HIGH = "Kc 3d 5h 7s"
QUEEN_HIGH = "Qc 3d 5h 7s"
JACK_HIGH = "Jc 3d 5h 7s"


def heads_up(cards: str, dealer: str = KING_HIGH, **options: Any) -> Felt:
    return Felt(GAME, {1: options.pop("bets", BETS)}, {1: cards, 0: dealer}, **options)


def both_played(hand_1: str, hand_2: str, dealer: str, **options: Any) -> dict[str, tuple[str, int]]:
    """Outcomes of two hands of three cards: the first two cards of each are the hole cards, the third is dealt."""
    first, second = hand_1.split(), hand_2.split()
    felt = heads_up(" ".join([*first[:2], *second[:2]]), dealer, **options)
    felt.act(1, "split", " ".join(first[:2]), " ".join(second[:2]))
    felt.act(1, "play", hand=1, then=first[2]).act(1, "play", hand=2, then=second[2])
    return felt.paid(1)


# Bets and deal


@pytest.mark.rule("SPL-1")
def test_one_deck_of_52() -> None:
    assert sorted(FourCardSplit().deck) == list(CARDS)


@pytest.mark.rule("SPL-2")
@pytest.mark.parametrize(
    ("bets", "says"),
    [
        ({"ante-1": 1000, "blind": 1000}, "Ante 2 is compulsory"),
        ({"ante-2": 1000, "blind": 1000}, "Ante 2 of 1000 cents must equal Ante 1 (0)"),
        ({"ante-1": 1000, "ante-2": 1000}, "4-Card Blind is compulsory"),
        ({"ante-1": 1000, "ante-2": 900, "blind": 1000}, "Ante 2 of 900 cents must equal Ante 1 (1000)"),
        ({"ante-1": 1000, "ante-2": 1000, "blind": 999}, "4-Card Blind of 999 cents must be at least Ante 1 (1000)"),
    ],
)
def test_two_equal_antes_and_a_blind_of_at_least_one(bets: dict[str, int], says: str) -> None:
    illegal = refused(GAME, {1: bets})
    assert (illegal.rule, illegal.reason) == ("SPL-2", f"seat 1: {says}")


@pytest.mark.rule("SPL-2")
def test_a_blind_may_be_more_than_an_ante() -> None:
    felt = heads_up("Tc Td 4h 2s", bets={**BETS, "blind": 2500})
    assert felt.line(1, "blind").returned == 7500


@pytest.mark.rule("SPL-3", "SPL-16")
def test_four_cards_each_face_up_for_players_and_one_of_the_dealers() -> None:
    felt = Felt(GAME, {2: BETS, 8: BETS}, {})
    asked, cards = [], iter(CARDS)
    while isinstance(need := felt.round.need, Deal):
        asked.append((need.seat, need.count, need.seen_by))
        felt.round.deal([next(cards) for _ in range(need.count)])
    assert asked == [(2, 4, "everybody"), (8, 4, "everybody"), (0, 1, "everybody"), (0, 3, "nobody")]
    assert felt.seen(2, viewer=8) == ["2c 2d 2h 2s"]
    assert felt.seen(0, viewer=8) == ["4c ?? ?? ??"]


@pytest.mark.rule("SPL-15")
def test_no_wager_passes_the_limits_of_the_table() -> None:
    house = {"ante-1.max": 500, "ante-2.max": 500, "blind.min": 200, "blind.max": 1000}
    within = {"ante-1": 500, "ante-2": 500, "blind": 1000}
    Felt(GAME, {1: within}, {}, house=house)
    for wager, cents in (("ante-1", 501), ("blind", 1001), ("blind", 199)):
        assert refused(GAME, {1: {**within, wager: cents}}, house).rule == "GEN-3"


@pytest.mark.rule("SPL-15", "GEN-3")
def test_an_ante_whose_play_bet_would_pass_its_limit_is_refused() -> None:
    illegal = refused(GAME, {1: BETS}, {"play-2.max": 900})
    assert illegal.rule == "GEN-3"
    assert "1000 cents on Ante 2 needs a Play 2 of the same amount, and the maximum of 900" in illegal.reason


# The Blind


@pytest.mark.rule("SPL-4")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned"),
    [
        ("As Ks Qs Js", "royal-flush", 5010_00),
        ("2s 2d 2h 2c", "four-of-a-kind", 1510_00),
        ("Ks Qs Js Ts", "straight-flush", 510_00),
        ("2s 2d 2h 9c", "three-of-a-kind", 90_00),
        ("As Ks Qs 9s", "flush", 80_00),
        ("As 2d 3h 4c", "straight", 60_00),
        ("2s 2d 9h 9c", "two-pair", 50_00),
        ("Ts Td 9h 8c", "high-pair", 30_00),
        ("As Ad 9h 8c", "high-pair", 30_00),
        ("9s 9d Ah Kc", "other", 0),
        ("As Kd Qh 9c", "other", 0),
    ],
)
def test_the_blind_is_paid_on_the_four_cards_alone(cards: str, outcome: str, returned: int) -> None:
    felt = heads_up(cards, "8s 8d 6h 5c")
    line = felt.line(1, "blind")
    assert (line.outcome, line.returned, line.rule) == (outcome, returned, "SPL-4")
    assert isinstance(felt.round.need, Ask), "it is settled before anybody decides"


@pytest.mark.rule("SPL-24")
def test_the_blinds_rows_are_counted_as_published() -> None:
    counted = dict.fromkeys(hands.BLIND_OUTCOMES, 0)
    for four in combinations(CARDS, 4):
        counted[hands.blind_outcome(four)] += 1
    assert list(counted.values()) == [4, 13, 40, 2_496, 2_816, 2_772, 2_808, 31_680, 50_688 + 177_408]


# Instant winners


def is_flush_or_better(three: tuple[int, ...]) -> bool:
    """By the look of it: one suit, one rank, or ranks in a row with the ace at either end."""
    ranks = sorted(rank(card) for card in three)
    in_a_row = [b - a for a, b in pairwise(ranks)] == [1, 1] or ranks == [0, 1, 12]
    return len({suit(card) for card in three}) == 1 or len(set(ranks)) == 1 or in_a_row


@pytest.mark.rule("SPL-5")
def test_three_cards_of_a_flush_or_better_among_the_four_are_instant_winners() -> None:
    for four in islice(combinations(CARDS, 4), 0, None, 13):
        winners = [three for three in combinations(four, 3) if is_flush_or_better(three)]
        assert sorted(hands.instants(four)) == winners


@pytest.mark.rule("SPL-5")
@pytest.mark.parametrize(
    ("cards", "winner", "outcome", "returned"),
    [
        ("As Ks Qs 2d", "As Ks Qs", "instant-royal-flush", 310_00),
        ("Ks Qs Js 2d", "Ks Qs Js", "instant-straight-flush", 130_00),
        ("As 2s 3s 9d", "As 2s 3s", "instant-straight-flush", 130_00),
        ("2s 2d 2h 9c", "2s 2d 2h", "instant-three-of-a-kind", 90_00),
        ("Ah Kd Qs 2c", "Ah Kd Qs", "instant-straight", 40_00),
        ("2s 9s Qs Kd", "2s 9s Qs", "instant-flush", 30_00),
    ],
)
def test_an_instant_winner_is_paid_at_once_on_one_ante(cards: str, winner: str, outcome: str, returned: int) -> None:
    single = " ".join(card for card in cards.split() if card not in winner)
    felt = heads_up(cards, "8h 8d 6h 5c").act(1, "split", single, winner)
    line = felt.line(1, "ante-2")
    assert (line.hand, line.outcome, line.returned, line.rule) == (2, outcome, returned, "SPL-5")
    assert felt.moves(1) == {1: ["play", "fold"]}, "only the single card is left to decide"
    felt.act(1, "fold")
    assert set(felt.paid(1)) == {"blind", "ante-1", "ante-2"}, "no Play bet was made"


@pytest.mark.rule("SPL-5")
@pytest.mark.parametrize(
    "ways", [("Ah Kd", "Qs 2c"), ("Ah Qs", "Kd 2c"), ("Ah Kd 2c", "Qs"), ("Kd Qs 2c", "Ah"), ("2c", "Ah Kd Qs Ah")]
)
def test_it_can_not_be_split_otherwise(ways: tuple[str, str]) -> None:
    felt = heads_up("Ah Kd Qs 2c")
    reason = felt.refuses("SPL-5", 1, "split", *ways)
    assert "must split [Ah Kd Qs] and [2c]" in reason


@pytest.mark.rule("SPL-5")
def test_the_single_card_can_be_played() -> None:
    felt = heads_up("2s 2d 2h 9c").act(1, "split", "2s 2d 2h", "9c").act(1, "play", hand=2, then="9d 9h")
    assert felt.paid(1)["ante-2"] == ("three-of-a-kind", 90_00)
    assert felt.paid(1)["play-2"] == ("win", 20_00)


@pytest.mark.rule("SPL-5")
def test_no_play_bet_on_an_instant_winner() -> None:
    felt = heads_up("2s 2d 2h 9c").act(1, "split", "2s 2d 2h", "9c")
    assert "without a Play bet" in felt.refuses("SPL-5", 1, "play", hand=1)
    felt.refuses("SPL-5", 1, "fold", hand=1)


def ways(felt: Felt) -> list[str]:
    """The splits a lone player has, as text."""
    need = felt.round.need
    assert isinstance(need, Ask)
    (split,) = [move for move in need.turns[0].moves if isinstance(move, Partition)]
    return [f"{show(first)} | {show(second)}" for first, second in split.ways]


@pytest.mark.rule("SPL-5")
def test_of_several_instant_winners_the_player_chooses_one() -> None:
    cards = "As Ks Qs Qd"
    assert ways(heads_up(cards)) == ["As Ks Qs | Qd", "As Ks Qd | Qs"]
    claimed = heads_up(cards).act(1, "split", "As Ks Qd", "Qs").line(1, "ante-1")
    assert claimed.outcome == "instant-straight"


@pytest.mark.rule("SPL-5")
def test_the_house_can_claim_the_best_paid_one() -> None:
    felt = heads_up("As Ks Qs Qd", house={"instant": "best-paid"})
    assert ways(felt) == ["As Ks Qs | Qd"]
    assert "must split [As Ks Qs] and [Qd]" in felt.refuses("SPL-5", 1, "split", "As Ks Qd", "Qs")


@pytest.mark.rule("SPL-5")
def test_best_paid_goes_by_the_table_and_leaves_a_choice_between_equals() -> None:
    equal = heads_up("9s 9d 9h 9c", house={"instant": "best-paid"})
    assert len(ways(equal)) == 4
    # Payouts II pay 2 to 1 for an instant straight and for an instant flush (SPL-21).
    cards = "2s 8s 9s Td"
    assert ways(heads_up(cards, house={"instant": "best-paid", "version": 1})) == ["8s 9s Td | 2s"]
    both = heads_up(cards, house={"instant": "best-paid", "version": 1}, pays={"ante": "II"})
    assert ways(both) == ["8s 9s Td | 2s", "2s 8s 9s | Td"]


@pytest.mark.rule("SPL-17")
def test_an_instant_winner_can_not_be_folded_and_its_single_card_can() -> None:
    felt = heads_up("2s 2d 2h 9c")
    assert felt.moves(1) == {1: ["split"]}
    assert "instant winner" in felt.refuses("SPL-17", 1, "fold")
    felt.act(1, "split", "2s 2d 2h", "9c").act(1, "fold", hand=2)
    assert felt.paid(1)["ante-2"] == ("fold", 0)


# The split


@pytest.mark.rule("SPL-6")
def test_seven_ways_to_split_and_fold() -> None:
    felt = heads_up("As Ah Kd 2c")
    assert felt.moves(1) == {1: ["split", "fold"]}
    assert ways(felt) == [
        "As Ah | Kd 2c",
        "As Kd | Ah 2c",
        "As 2c | Ah Kd",
        "Ah Kd 2c | As",
        "As Kd 2c | Ah",
        "As Ah 2c | Kd",
        "As Ah Kd | 2c",
    ]


@pytest.mark.rule("SPL-6")
@pytest.mark.parametrize("parts", [("As Ah 2c", "Kd"), ("Kd", "2c As Ah"), ("2c Kd", "Ah As"), ("As Ah", "Kd 2c")])
def test_hands_lie_at_their_antes_as_the_player_lays_them(parts: tuple[str, str]) -> None:
    felt = heads_up("As Ah Kd 2c").act(1, "split", *parts)
    assert felt.seen(1, viewer=None) == list(parts)


@pytest.mark.rule("SPL-6")
@pytest.mark.parametrize(
    "parts",
    [
        ("As Ah Kd 2c", ""),
        ("As Ah Kd 2c",),
        ("As Ah", "Kd"),
        ("As Ah", "Kd", "2c"),
        ("As Ah", "Kd 3c"),
        ("As As", "Kd 2c"),
    ],
)
def test_no_other_split(parts: tuple[str, ...]) -> None:
    felt = heads_up("As Ah Kd 2c")
    assert "none of the 7 ways" in felt.refuses("SPL-6", 1, "split", *parts)
    felt.refuses("SPL-6", 1, "split")
    felt.refuses("SPL-6", 1, "split", value=3)


@pytest.mark.rule("SPL-7")
def test_a_hand_is_played_for_its_ante_or_folded() -> None:
    felt = heads_up("As Ah Kd 2c").act(1, "split", "As Ah", "Kd 2c")
    assert felt.moves(1) == {1: ["play", "fold"]}
    felt.act(1, "play", hand=1, then="9d")
    assert felt.moves(1) == {2: ["play", "fold"]}
    felt.act(1, "fold", hand=2)
    paid = felt.paid(1)
    assert paid["ante-2"] == ("fold", 0)
    assert felt.line(1, "play-1").stake == 1000
    assert "play-2" not in paid, "a folded hand has no Play line"


@pytest.mark.rule("SPL-7")
def test_no_play_bet_before_the_split() -> None:
    felt = heads_up("As Ah Kd 2c")
    assert "splits its four cards first" in felt.refuses("SPL-7", 1, "play")


@pytest.mark.rule("SPL-8")
def test_nothing_can_be_changed_after_split_and_play_or_fold() -> None:
    felt = Felt(GAME, {1: BETS, 2: BETS}, {1: "As Ah Kd 2c", 2: "9s 9d 4c Th", 0: KING_HIGH})
    felt.act(1, "split", "As Ah", "Kd 2c")
    felt.refuses("SPL-8", 1, "split", "As Kd", "Ah 2c")
    felt.act(1, "play", hand=1)
    felt.refuses("SPL-8", 1, "fold", hand=1)
    felt.refuses("SPL-8", 1, "split", "As Kd", "Ah 2c")
    felt.act(1, "fold", hand=2)
    felt.refuses("SPL-8", 1, "play", hand=2)
    felt.refuses("SPL-8", 1, "split", "As Kd", "Ah 2c")
    felt.act(2, "fold")
    felt.refuses("SPL-8", 2, "split", "9s 9d", "4c Th")


@pytest.mark.rule("SPL-17")
def test_folding_all_four_loses_both_antes_and_keeps_the_blind_it_earned() -> None:
    felt = heads_up("As Ah Kd 2c").act(1, "fold")
    assert felt.paid(1) == {"blind": ("high-pair", 3000), "ante-1": ("fold", 0), "ante-2": ("fold", 0)}
    assert [(line.wager, line.hand) for line in felt.round.lines[1:]] == [("ante-1", 1), ("ante-2", 2)]


@pytest.mark.rule("SPL-18")
def test_players_split_and_fold_in_any_order_each_when_ready() -> None:
    cards = {1: "As Ah Kd 2c", 2: "9s 9d 4c Th", 3: "2s 2d 2h 8c", 0: KING_HIGH}
    felt = Felt(GAME, dict.fromkeys((1, 2, 3), BETS), cards)
    felt.act(3, "split", "2s 2d 2h", "8c")
    assert felt.line(3, "ante-1").outcome == "instant-three-of-a-kind", "paid while others still think"
    felt.act(1, "split", "As Ah", "Kd 2c").act(2, "fold").act(1, "fold", hand=1)
    assert [felt.moves(seat) for seat in (1, 2, 3)] == [{2: ["play", "fold"]}, {}, {2: ["play", "fold"]}]
    felt.act(3, "fold", hand=2).act(1, "fold", hand=2)
    assert felt.round.ended


# Supplementary cards


@pytest.mark.rule("SPL-9")
@pytest.mark.parametrize(
    ("parts", "wanted"),
    [(("As Ah", "Kd 2c"), [(1, 1), (2, 1)]), (("As Ah 2c", "Kd"), [(2, 2)]), (("Kd", "As Ah 2c"), [(1, 2)])],
)
def test_active_hands_are_dealt_up_to_three(parts: tuple[str, str], wanted: list[tuple[int, int]]) -> None:
    felt = heads_up("As Ah Kd 2c").act(1, "split", *parts).act(1, "play", hand=1).act(1, "play", hand=2)
    dealt, cards = [], iter(parse_cards("9d 9h"))
    while isinstance(need := felt.round.need, Deal):
        dealt.append((need.hand, need.count))
        felt.round.deal([next(cards) for _ in range(need.count)])
    assert dealt == wanted
    assert all(len(hand.cards) == 3 for hand in felt.round.table.seats[1].hands)


@pytest.mark.rule("SPL-9")
def test_folded_hands_and_instant_winners_get_no_card() -> None:
    felt = heads_up("As Ah Kd 2c").act(1, "split", "As Ah", "Kd 2c").act(1, "fold", hand=1).act(1, "play", hand=2)
    assert felt.round.need == Deal(1, 2, 1, "nobody")
    instant = heads_up("2s 2d 2h 9c").act(1, "split", "9c", "2s 2d 2h").act(1, "play", hand=1)
    assert instant.round.need == Deal(1, 1, 2, "nobody")


@pytest.mark.rule("SPL-9")
def test_supplementary_cards_lie_face_down_also_for_their_owner() -> None:
    felt = heads_up("As Ah Kd 2c").act(1, "split", "As Ah", "Kd 2c")
    felt.act(1, "play", hand=1).act(1, "play", hand=2, then="9d")
    assert felt.seen(1, viewer=1) == ["As Ah ??", "Kd 2c"]
    felt.round.deal(parse_cards("9h"))
    assert felt.seen(1, viewer=None) == ["As Ah 9d", "Kd 2c 9h"], "turned over at the resolution"


@pytest.mark.rule("SPL-9")
def test_folds_and_instant_winners_are_settled_before_the_supplementary_deal() -> None:
    cards = {1: "2s 2d 2h 9c", 2: "As Ah Kd 4c", 0: KING_HIGH}
    felt = Felt(GAME, {1: BETS, 2: BETS}, cards)
    felt.act(2, "split", "As Ah", "Kd 4c").act(2, "play", hand=1).act(2, "fold", hand=2)
    felt.act(1, "split", "2s 2d 2h", "9c").act(1, "fold", hand=2)
    assert isinstance(felt.round.need, Deal)
    settled = {(line.seat, line.wager) for line in felt.round.lines}
    assert settled == {(1, "blind"), (2, "blind"), (2, "ante-2"), (1, "ante-1"), (1, "ante-2")}


# The dealer's hand


@pytest.mark.rule("SPL-10")
@pytest.mark.parametrize(
    ("dealer", "v2", "v1"),
    [
        ("2c As Ad Ah", "pair of aces", "three aces"),
        ("2c As Ks Qs", "ace high", "royal flush"),
        ("2c 9s Qs Td", "queen high, does not qualify", "queen high"),
        ("As 2c 3d Kh", "straight", "straight"),
        ("9c 9d 9h 9s", "three nines", "three nines"),
        ("Kc 3d 5h 7s", "king high", "king high"),
    ],
)
def test_the_dealers_best_hand_with_the_upcard_or_of_all_four(dealer: str, v2: str, v1: str) -> None:
    for version, expected in ((2, v2), (1, v1)):
        felt = heads_up("Th 8h 4c 6d", dealer, house={"version": version}).act(1, "fold")
        table = felt.round.table
        assert felt.round.game.label(table.dealer, table.dealer.cards) == expected


@pytest.mark.rule("SPL-10")
def test_the_version_decides_who_wins() -> None:
    dealer = "2c As Ad Ah"  # a pair with the upcard, three of a kind without it
    pair_of_aces_beaten = ("3s 3d 3h", "Kh Ks 7c")
    paid = {
        version: both_played(*pair_of_aces_beaten, dealer, house={"version": version})["play-1"][0]
        for version in (1, 2)
    }
    assert paid == {1: "lose", 2: "win"}


@pytest.mark.rule("SPL-11")
@pytest.mark.parametrize(("version", "lowest"), [(1, "Q"), (2, "K")])
def test_what_the_dealer_qualifies_with(version: int, lowest: str) -> None:
    top = rank(parse_cards(lowest + "c")[0])
    for hand in combinations(CARDS, 3):
        better = three_card_category(hand) != "high-card" or max(rank(card) for card in hand) >= top
        assert hands.qualifies(hands.strength(hand), version) == better, show(hand)


@pytest.mark.rule("SPL-11", "SPL-12")
@pytest.mark.parametrize(
    ("version", "dealer", "qualified"),
    [(2, KING_HIGH, True), (2, QUEEN_HIGH, False), (1, QUEEN_HIGH, True), (1, JACK_HIGH, False)],
)
def test_without_a_qualified_dealer_play_bets_go_back_and_antes_are_compared(
    version: int, dealer: str, qualified: bool
) -> None:
    paid = both_played("Ah Ad 9d", "2s 4h 6c", dealer, house={"version": version})
    assert paid["ante-1"] == ("other", 2000)
    assert paid["ante-2"] == ("lose", 0)
    returned = ("dealer-not-qualified", 1000)
    assert (paid["play-1"], paid["play-2"]) == ((("win", 2000), ("lose", 0)) if qualified else (returned, returned))


@pytest.mark.rule("SPL-11")
def test_a_winning_flush_against_an_unqualified_dealer() -> None:
    paid = both_played("As 9s 4s", "Kd 8h 2c", JACK_HIGH)
    assert paid["ante-1"] == ("flush", 3000)
    assert paid["play-1"] == ("dealer-not-qualified", 1000)


@pytest.mark.rule("SPL-11")
def test_play_bets_are_returned_before_the_first_hand_is_compared() -> None:
    cards = {1: "As Ah Kd 2c", 2: "9s 9d 4c Th", 0: JACK_HIGH}
    felt = Felt(GAME, {1: BETS, 2: BETS}, cards)
    for seat, (first, second), supplement in ((1, ("As Ah", "Kd 2c"), "8c 8d"), (2, ("9s 9d", "4c Th"), "6c 6d")):
        felt.act(seat, "split", first, second).act(seat, "play", hand=1).act(seat, "play", hand=2, then=supplement)
    order = [(line.seat, line.wager) for line in felt.round.lines if line.wager != "blind"]
    assert order == [
        *((seat, f"play-{hand}") for seat in (2, 1) for hand in (1, 2)),
        *((seat, f"ante-{hand}") for seat in (2, 1) for hand in (1, 2)),
    ]


@pytest.mark.rule("SPL-12")
@pytest.mark.parametrize(
    ("cards", "ante", "play"),
    [
        ("Ac Ad Ks", ("other", 2000), ("win", 2000)),
        ("Ac 9c 4c", ("flush", 3000), ("win", 2000)),
        ("9c Tc Js", ("straight", 4000), ("win", 2000)),
        ("9c 9d 9s", ("three-of-a-kind", 9000), ("win", 2000)),
        ("9c Tc Jc", ("straight-flush", 13000), ("win", 2000)),
        ("Ac Kc Qc", ("royal-flush", 31000), ("win", 2000)),
        ("Kd 7c 5s", ("tie", 1000), ("tie", 1000)),
        ("Kd 7c 4s", ("lose", 0), ("lose", 0)),
    ],
)
def test_higher_lower_and_equal(cards: str, ante: tuple[str, int], play: tuple[str, int]) -> None:
    paid = both_played(cards, "2s 6d Th", "Kh 3d 5h 7s")
    assert (paid["ante-1"], paid["play-1"]) == (ante, play)


@pytest.mark.rule("SPL-12")
@pytest.mark.parametrize(("cards", "outcome"), [("Ac Ad Ks", "other"), ("Jd 7c 5s", "tie"), ("Jd 7c 4s", "lose")])
def test_the_play_bet_goes_back_in_all_three_cases_without_a_qualified_dealer(cards: str, outcome: str) -> None:
    paid = both_played(cards, "2s 6d Th", "Jh 3d 5h 7s")
    assert paid["ante-1"][0] == outcome
    assert paid["play-1"] == ("dealer-not-qualified", 1000)


@pytest.mark.rule("SPL-13")
@pytest.mark.parametrize("version", [1, 2])
def test_players_cards_are_revealed_one_player_at_a_time_from_right_to_left(version: int) -> None:
    cards = {1: "As Ah Kd 2c", 3: "9s 9d 4c Th", 6: "Qs Qd 6c 4h", 0: KING_HIGH}
    felt = Felt(GAME, dict.fromkeys((1, 3, 6), BETS), cards, house={"version": version})
    split = {1: ("As Ah", "Kd 2c"), 3: ("9s 9d", "4c Th"), 6: ("Qs Qd", "6c 4h")}
    for seat, parts in split.items():
        felt.act(seat, "split", *parts).act(seat, "play", hand=1).act(seat, "play", hand=2)
    for cards_ in ("8c", "8d", "Jc", "Jd", "Tc", "Td"):
        felt.round.deal(parse_cards(cards_))
    events = felt.round.events
    shown = next(at for at, e in enumerate(events) if isinstance(e, CardsShown) and e.seat == 0)
    after = [
        e.seat if isinstance(e, CardsShown) else e.line.seat
        for e in events[shown + 1 :]
        if isinstance(e, CardsShown | WagerSettled)
    ]
    assert after == [6] * 6 + [3] * 6 + [1] * 6, "two hands shown and four wagers settled each"


@pytest.mark.rule("SPL-16")
def test_the_split_hands_lie_face_up_at_their_antes() -> None:
    cards = {1: "As Ah Kd 2c", 2: "9s 9d 4c Th", 0: KING_HIGH}
    felt = Felt(GAME, {1: BETS, 2: BETS}, cards).act(1, "split", "As Ah", "Kd 2c")
    assert felt.seen(1, viewer=2) == felt.seen(1, viewer=None) == ["As Ah", "Kd 2c"]


def test_cards_that_a_scanner_has_not_read_are_turned_over_when_they_count() -> None:
    round_ = Round(FourCardSplit(), {1: BETS})
    round_.deal(parse_cards("As Ah Kd 2c"))
    round_.deal(parse_cards("Kc"))
    round_.deal([UNKNOWN] * 3)
    round_.act(Act(1, 1, "split", (parse_cards("As Ah"), parse_cards("Kd 2c"))))
    round_.act(Act(1, 1, "play"))
    round_.act(Act(1, 2, "fold"))
    round_.deal([UNKNOWN])
    assert round_.need == Show(0, 1, 3)
    round_.shown(parse_cards("3d 5h 7s"))
    assert round_.need == Show(1, 1, 1)
    round_.shown(parse_cards("9d"))
    assert round_.ended
    assert {line.wager: line.returned for line in round_.lines if line.hand == 1} == {
        "blind": 3000,
        "play-1": 2000,
        "ante-1": 2000,
    }


def test_hands_in_words() -> None:
    felt = heads_up("As Ah Kd 2c", QUEEN_HIGH).act(1, "fold")
    table, label = felt.round.table, felt.round.game.label
    hand = table.seats[1].hand
    assert label(hand, hand.cards) == "pair of aces"
    assert label(hand, parse_cards("As Ks Qs")) == "royal flush"
    assert label(hand, parse_cards("As Ks")) == ""
    assert label(table.dealer, table.dealer.cards) == "queen high, does not qualify"
    assert label(table.dealer, table.dealer.cards[:1]) == ""
