"""Three Card Poker, rule by rule."""

from itertools import combinations
from typing import Any

import pytest

from tests.kit.felt import Felt, refused
from upcard.cards.card import CARDS, parse_cards, rank, text
from upcard.rules.needs import Deal
from upcard.rules.three_card_poker import ThreeCardPoker, hands

GAME = "three-card-poker"
HIGH_CARD = "Ah 9d 4c"
NOT_QUALIFIED = "Jc 9h 5d"
QUALIFIED = "Qc 9h 5d"


def heads_up(cards: str, dealer: str, bets: dict[str, int], **options: Any) -> Felt:
    return Felt(GAME, {1: bets}, {1: cards, 0: dealer}, **options)


def played(cards: str, dealer: str, move: str = "play", **bets: int) -> dict[str, tuple[str, int]]:
    """What an Ante of $10, and other wagers, get back."""
    wagers = {"ante": 1000, **{name.replace("_", "-"): cents for name, cents in bets.items()}}
    return heads_up(cards, dealer, wagers).act(1, move).paid(1)


@pytest.mark.rule("TCP-1")
def test_three_cards_each_from_one_deck() -> None:
    felt = Felt(GAME, {2: {"ante": 100}, 5: {"ante": 100}}, {})
    asked = []
    cards = iter(CARDS)
    while isinstance(need := felt.round.need, Deal):
        asked.append((need.seat, need.count, need.seen_by))
        felt.round.deal([next(cards) for _ in range(need.count)])
    assert asked == [(2, 3, "owner"), (5, 3, "owner"), (0, 3, "nobody")]
    assert sorted(ThreeCardPoker().deck) == list(CARDS)
    assert felt.seen(2, viewer=2) == ["2c 2d 2h"]
    assert felt.seen(2, viewer=5) == ["?? ?? ??"]
    assert felt.seen(0, viewer=None) == ["?? ?? ??"]


@pytest.mark.rule("TCP-2")
@pytest.mark.parametrize("bets", [{"ante": 500}, {"pair-plus": 700}, {"ante": 500, "pair-plus": 700}])
def test_ante_or_pair_plus_or_both_in_any_amounts(bets: dict[str, int]) -> None:
    assert heads_up(HIGH_CARD, QUALIFIED, bets).round.staked() == {1: sum(bets.values())}


@pytest.mark.rule("TCP-2")
def test_each_of_them_meets_the_minimum() -> None:
    minimum = {"ante.min": 500, "pair-plus.min": 300}
    assert refused(GAME, {1: {"ante": 499}}, minimum).rule == "GEN-3"
    assert refused(GAME, {1: {"ante": 500, "pair-plus": 299}}, minimum).rule == "GEN-3"
    heads_up(HIGH_CARD, QUALIFIED, {"ante": 500, "pair-plus": 300}, house=minimum)


@pytest.mark.rule("TCP-13")
@pytest.mark.parametrize("wager", ["six-card-bonus", "progressive"])
def test_side_bets_need_an_ante_or_a_pair_plus_at_that_seat(wager: str) -> None:
    alone = refused(GAME, {1: {wager: 100}, 2: {"ante": 1000}})
    assert alone.rule == "TCP-13"
    assert "Ante or Pair Plus" in alone.reason
    for main in ("ante", "pair-plus"):
        heads_up(HIGH_CARD, QUALIFIED, {main: 1000, wager: 100})


@pytest.mark.rule("TCP-3")
def test_the_progressive_is_always_a_dollar() -> None:
    for cents in (99, 101, 200):
        assert refused(GAME, {1: {"ante": 1000, "progressive": cents}}).rule == "TCP-13"
    heads_up(HIGH_CARD, QUALIFIED, {"ante": 1000, "progressive": 100})


@pytest.mark.rule("TCP-3")
def test_all_four_bets_go_down_before_the_deal_and_the_play_bet_does_not() -> None:
    before = {"ante": 1000, "pair-plus": 500, "six-card-bonus": 300, "progressive": 100}
    felt = heads_up(HIGH_CARD, QUALIFIED, before)
    assert felt.moves(1) == {1: ["play", "fold"]}, "nothing else can be added now"
    assert refused(GAME, {1: {"ante": 1000, "play": 1000}}).reason.startswith("seat 1: play is not placed before")


@pytest.mark.rule("TCP-4")
def test_the_play_bet_equals_the_ante() -> None:
    felt = heads_up(HIGH_CARD, QUALIFIED, {"ante": 1500, "pair-plus": 700}).act(1, "play")
    assert felt.line(1, "play").stake == 1500


@pytest.mark.rule("TCP-4")
def test_a_fold_loses_the_ante_and_has_no_play_line() -> None:
    assert played(HIGH_CARD, NOT_QUALIFIED, "fold") == {"ante": ("fold", 0)}


@pytest.mark.rule("TCP-4")
def test_pair_plus_alone_has_nothing_to_decide() -> None:
    felt = heads_up("9c 9d 4h", QUALIFIED, {"pair-plus": 700})
    assert felt.paid(1) == {"pair-plus": ("pair", 1400)}


@pytest.mark.rule("TCP-4")
def test_only_seats_with_an_ante_are_asked() -> None:
    bets = {1: {"pair-plus": 100}, 3: {"ante": 100}, 7: {"ante": 100, "pair-plus": 100}}
    felt = Felt(GAME, bets, {1: "2c 3d 5h", 3: "2d 3h 6c", 7: "2h 3c 7d", 0: QUALIFIED})
    assert [felt.moves(seat) for seat in (1, 3, 7)] == [{}, {1: ["play", "fold"]}, {1: ["play", "fold"]}]
    felt.refuses("TCP-4", 1, "play")
    felt.act(7, "play").act(3, "fold")
    assert felt.round.ended


@pytest.mark.rule("TCP-5")
def test_the_dealer_plays_with_queen_high_or_better() -> None:
    for hand in combinations(CARDS, 3):
        queen_high = max(rank(card) for card in hand) >= rank(parse_cards("Qc")[0])
        better = hands.category(hand) != "high-card"
        assert hands.qualifies(hands.strength(hand)) == (queen_high or better), [text(card) for card in hand]


@pytest.mark.rule("TCP-6")
@pytest.mark.parametrize(
    ("cards", "dealer", "ante", "play"),
    [
        ("2c 3d 5h", NOT_QUALIFIED, ("dealer-does-not-play", 2000), ("dealer-does-not-play", 1000)),
        ("Jd 9c 5s", NOT_QUALIFIED, ("dealer-does-not-play", 2000), ("dealer-does-not-play", 1000)),
        (HIGH_CARD, QUALIFIED, ("win", 2000), ("win", 2000)),
        ("Qd 9c 5s", QUALIFIED, ("tie", 1000), ("tie", 1000)),
        ("Qd 9c 3s", QUALIFIED, ("lose", 0), ("lose", 0)),
    ],
)
def test_what_becomes_of_ante_and_play(cards: str, dealer: str, ante: tuple[str, int], play: tuple[str, int]) -> None:
    assert played(cards, dealer) == {"ante": ante, "play": play}


@pytest.mark.rule("TCP-7")
@pytest.mark.parametrize(
    ("cards", "outcome", "bonus"),
    [("2s 3s 4s", "straight-flush", 5000), ("2s 2d 2h", "three-of-a-kind", 4000), ("2s 3d 4h", "straight", 1000)],
)
@pytest.mark.parametrize("dealer", [NOT_QUALIFIED, "Kc 9h 5d", "Ac Kc Qc"])
def test_the_ante_bonus_is_paid_on_the_ante_whatever_the_dealer_has(
    cards: str, outcome: str, bonus: int, dealer: str
) -> None:
    paid = played(cards, dealer)
    assert paid["ante-bonus"] == (outcome, bonus)
    if dealer == "Ac Kc Qc":
        assert paid["ante"] == ("lose", 0), "it is paid also when the hand loses"


@pytest.mark.rule("TCP-7")
def test_the_ante_bonus_has_no_stake_and_needs_a_play_bet() -> None:
    felt = heads_up("2s 3s 4s", QUALIFIED, {"ante": 1000}).act(1, "play")
    assert felt.line(1, "ante-bonus").stake == 0
    assert "ante-bonus" not in played("2s 3s 4s", QUALIFIED, "fold")
    assert "ante-bonus" not in played("2s 5s 9s", QUALIFIED), "a flush earns none, and an unpaid bonus has no line"
    assert "ante-bonus" not in heads_up("2s 3s 4s", QUALIFIED, {"pair-plus": 500}).paid(1)


@pytest.mark.rule("TCP-8")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned"),
    [
        ("2s 3s 4s", "straight-flush", 41_00),
        ("2s 2d 2h", "three-of-a-kind", 31_00),
        ("2s 3d 4h", "straight", 7_00),
        ("2s 5s 9s", "flush", 4_00),
        ("2s 2d 9c", "pair", 2_00),
        (HIGH_CARD, "other", 0),
    ],
)
@pytest.mark.parametrize("dealer", [NOT_QUALIFIED, "Ac Kc Qc"])
def test_pair_plus_pays_whatever_the_dealer_has(cards: str, outcome: str, returned: int, dealer: str) -> None:
    assert played(cards, dealer, pair_plus=100)["pair-plus"] == (outcome, returned)


@pytest.mark.rule("TCP-8")
def test_a_fold_forfeits_pair_plus_only_where_the_house_says_so() -> None:
    bets = {"ante": 1000, "pair-plus": 500}
    kept = heads_up("9c 9d 4h", QUALIFIED, bets).act(1, "fold").paid(1)
    assert kept == {"ante": ("fold", 0), "pair-plus": ("pair", 1000)}
    lost = heads_up("9c 9d 4h", QUALIFIED, bets, house={"pair-plus-on-fold": "loses"}).act(1, "fold").paid(1)
    assert lost["pair-plus"][1] == 0
    played_on = heads_up("9c 9d 4h", QUALIFIED, bets, house={"pair-plus-on-fold": "loses"}).act(1, "play").paid(1)
    assert played_on["pair-plus"] == ("pair", 1000)


@pytest.mark.rule("TCP-10")
@pytest.mark.parametrize(
    ("cards", "dealer", "outcome", "returned"),
    [
        ("As Ks Qs", "Js Ts 2d", "royal-flush", 1001_00),
        ("9s Ks Qs", "Js Ts 2d", "straight-flush", 201_00),
        ("9s 9d Qs", "9c 9h 2d", "four-of-a-kind", 51_00),
        ("9s 9d Qs", "9c Qh 2d", "full-house", 26_00),
        ("9s 2s Qs", "4s 3s 2d", "flush", 21_00),
        ("As 2d 3h", "4c 5s 9d", "straight", 11_00),
        ("9s 9d Qs", "9c Kh 2d", "three-of-a-kind", 6_00),
        ("9s 9d Qs", "Qc Kh 2d", "other", 0),
    ],
)
@pytest.mark.parametrize("move", ["play", "fold"])
def test_six_card_bonus(cards: str, dealer: str, outcome: str, returned: int, move: str) -> None:
    """It stays in action on a fold, also when everybody folds."""
    assert played(cards, dealer, move, six_card_bonus=100)["six-card-bonus"] == (outcome, returned)


@pytest.mark.rule("TCP-11")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned"),
    [
        ("Ah Kh Qh", "royal-other-suit", 500_00),
        ("Ad Kd Qd", "royal-other-suit", 500_00),
        ("Ac Kc Qc", "royal-other-suit", 500_00),
        ("Ks Qs Js", "straight-flush", 70_00),
        ("2s 2d 2h", "three-of-a-kind", 60_00),
        ("2s 3d 4h", "straight", 6_00),
        ("2s 5s 9s", "other", 0),
    ],
)
def test_the_progressive_pays_for_one_and_keeps_the_dollar(cards: str, outcome: str, returned: int) -> None:
    assert played(cards, "5c 9d 4d", progressive=100)["progressive"] == (outcome, returned)


@pytest.mark.rule("TCP-11")
def test_the_royal_of_spades_claims_the_whole_meter() -> None:
    felt = heads_up("As Ks Qs", QUALIFIED, {"pair-plus": 500, "progressive": 100})
    line = felt.line(1, "progressive")
    assert (line.outcome, line.pays, line.returned) == ("royal-spades", "100% of meter", 0)
    assert [(claim.meter, claim.percent, claim.seat) for claim in line.claims] == [("three-card-poker", 100, 1)]


@pytest.mark.rule("TCP-11", "TCP-12")
def test_the_progressive_stays_in_action_on_a_fold() -> None:
    assert played("2s 3s 4s", "Ac Kc Qc", "fold", progressive=100)["progressive"] == ("straight-flush", 70_00)


def envies(
    cards: dict[int, str], *, bettors: tuple[int, ...], dealer: str = "2c 7d 9h", players: dict[int, str] | None = None
) -> dict[int, list[int]]:
    """The envy bonuses of each seat in cents; everybody has a Pair Plus, the bettors a Progressive beside it."""
    bets = {seat: {"pair-plus": 500, **({"progressive": 100} if seat in bettors else {})} for seat in cards}
    felt = Felt(GAME, bets, {**cards, 0: dealer}, players=players)
    assert all(line.stake == 0 for seat in cards for line in felt.lines(seat, "envy"))
    return {seat: [line.returned for line in felt.lines(seat, "envy")] for seat in cards}


LOSER, OTHER_LOSER = "2h 4d 8c", "3h 6d 9c"


@pytest.mark.rule("TCP-12")
def test_envy_goes_to_every_other_player_with_a_progressive_bet() -> None:
    cards = {1: "As Ks Qs", 2: LOSER, 4: OTHER_LOSER, 5: "4h 7c Jd"}
    assert envies(cards, bettors=(1, 2, 4)) == {1: [], 2: [100_00], 4: [100_00], 5: []}


@pytest.mark.rule("TCP-12")
def test_the_royal_needs_no_progressive_bet_of_its_own() -> None:
    assert envies({1: "Ah Kh Qh", 2: LOSER}, bettors=(2,)) == {1: [], 2: [25_00]}


@pytest.mark.rule("TCP-12")
def test_several_envies_add_up_and_nobody_envies_himself() -> None:
    cards = {1: "As Ks Qs", 3: "Ad Kd Qd", 6: LOSER}
    assert envies(cards, bettors=(1, 3, 6)) == {1: [25_00], 3: [100_00], 6: [100_00, 25_00]}


@pytest.mark.rule("TCP-12")
def test_a_player_on_two_seats_does_not_envy_his_own_other_hand() -> None:
    cards = {1: "As Ks Qs", 2: LOSER, 3: OTHER_LOSER}
    ann_on_two = {1: "ann", 2: "ann", 3: "bob"}
    assert envies(cards, bettors=(1, 2, 3), players=ann_on_two) == {1: [], 2: [], 3: [100_00]}


@pytest.mark.rule("TCP-12")
def test_the_dealers_royal_is_not_envied() -> None:
    assert envies({1: LOSER, 2: OTHER_LOSER}, bettors=(1, 2), dealer="As Ks Qs") == {1: [], 2: []}


@pytest.mark.rule("TCP-12")
def test_a_straight_flush_is_not_envied() -> None:
    assert envies({1: "Ks Qs Js", 2: LOSER}, bettors=(1, 2)) == {1: [], 2: []}


@pytest.mark.rule("TCP-12")
def test_envy_stays_in_action_when_both_fold_and_the_royal_is_shown() -> None:
    bets = {1: {"ante": 500}, 2: {"ante": 500, "progressive": 100}}
    felt = Felt(GAME, bets, {1: "As Ks Qs", 2: LOSER, 0: QUALIFIED}).act(1, "fold").act(2, "fold")
    assert felt.line(2, "envy").returned == 100_00
    assert felt.seen(1, viewer=2) == ["As Ks Qs"], "a hand that pays others is turned over"


def test_a_folded_hand_without_a_bet_left_stays_face_down() -> None:
    felt = Felt(GAME, {1: {"ante": 500}, 2: {"ante": 500}}, {1: HIGH_CARD, 2: LOSER, 0: QUALIFIED})
    felt.act(1, "fold").act(2, "play")
    assert felt.seen(1, viewer=2) == ["?? ?? ??"]
    assert felt.seen(2, viewer=1) == ["2h 4d 8c"]


@pytest.mark.rule("TCP-4")
def test_a_seat_decides_once() -> None:
    bets = {1: {"ante": 500}, 2: {"ante": 500}}
    felt = Felt(GAME, bets, {1: HIGH_CARD, 2: LOSER, 0: QUALIFIED}).act(2, "fold")
    felt.refuses("TCP-4", 2, "play")
    felt.refuses("TCP-4", 1, "hit")
    felt.refuses("TCP-4", 1, "play", value=1000)
    felt.refuses("TCP-4", 1, "play", hand=2)


def test_hands_in_words() -> None:
    felt = heads_up("9c 9d 4h", QUALIFIED, {"pair-plus": 500})
    table = felt.round.table
    assert felt.round.game.label(table.seats[1].hand, table.seats[1].cards) == "pair of nines"
    assert felt.round.game.label(table.dealer, table.dealer.cards) == "queen high"
    assert felt.round.game.label(table.dealer, table.dealer.cards[:2]) == ""
