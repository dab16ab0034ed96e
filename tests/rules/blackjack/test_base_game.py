"""The base game: totals, the deal, the dealer's hand, who wins (BJK-1 to BJK-6, BJK-11 to BJK-14)."""

import pytest

from tests.kit.blackjack import BET, Felt
from upcard.cards.card import parse_cards
from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.rounds.dealing import deal_on
from upcard.rounds.round import Round
from upcard.rules.blackjack import Blackjack, hands
from upcard.rules.events import CardsDealt, CardsShown, Peeked
from upcard.rules.needs import Act, Ask
from upcard.rules.settings import SettingError


@pytest.mark.rule("BJK-1")
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("Kc Qd", 20, False),
        ("Jh Ts", 20, False),
        ("9c 2d 8h", 19, False),
        ("As 6d", 17, True),
        ("As 6d Tc", 17, False),
        ("As Ad", 12, True),
        ("As Ad Ah Ac 7s", 21, True),
        ("As Kd", 21, True),
        ("As Kd Qh", 21, False),
        ("7s 7d 8c", 22, False),
    ],
)
def test_courts_count_ten_and_the_ace_one_or_eleven(cards: str, total: int, soft: bool) -> None:
    assert hands.total(parse_cards(cards)) == (total, soft)


@pytest.mark.rule("BJK-1")
def test_a_bust_loses_at_once_and_the_dealer_need_not_draw() -> None:
    # The dealer has 16 and would have to draw.
    felt = Felt("Ts 6h | 9d 7c | Th").do("hit").over()
    assert felt.outcome() == ("lose", 0)
    assert felt.line("bet").rule == "BJK-1"


@pytest.mark.rule("BJK-1")
def test_a_bust_loses_even_if_the_dealer_busts_too() -> None:
    felt = Felt("Ts 6h 9s 9h | 9d 7c | Th Qd", {1: BET, 2: BET}).do("hit").do("stand").over()
    assert felt.outcome(seat=1) == ("lose", 0)
    assert felt.outcome(seat=2) == ("win", 2000)
    assert hands.outcome(22, 26) == hands.outcome(22, 17) == "lose"


@pytest.mark.rule("BJK-2")
def test_two_cards_face_up_to_each_player_and_the_dealers_second_down() -> None:
    felt = Felt("Ts 6h 9s 9h | 5d 7c", {2: BET, 7: BET})
    dealt = [(e.seat, len(e.cards), e.seen_by) for e in felt.round.events if isinstance(e, CardsDealt)]
    assert dealt == [(2, 2, "everybody"), (7, 2, "everybody"), (0, 1, "everybody"), (0, 1, "nobody")]
    assert felt.round.table.dealer.visible_to(None) == [parse_cards("5d")[0], None]


@pytest.mark.rule("BJK-3")
@pytest.mark.parametrize(
    ("soft_17", "dealer", "outcome"),
    [
        ("stand", "9d 7c 2h", "win"),  # 16 is hit
        ("stand", "9d 8c", "win"),  # 17 stands
        ("stand", "6d Ac", "win"),  # soft 17 stands
        ("hit", "6d Ac 4h", "lose"),  # soft 17 is hit
        ("hit", "6d Ac Th", "win"),  # and hard 17 then stands
        ("hit", "9d 8c", "win"),
        ("hit", "7d Ac", "win"),  # soft 18 stands
        ("stand", "2d 2c 2h 2s 3d Ac 2d 3h", "win"),  # soft 22 counts 12 and goes on
    ],
)
def test_the_dealer_draws_to_17(soft_17: str, dealer: str, outcome: str) -> None:
    felt = Felt(f"Ts 9h | {dealer}", house={"soft-17": soft_17}).do("stand").over()
    assert felt.outcome()[0] == outcome


@pytest.mark.rule("BJK-3")
def test_the_dealer_stands_on_soft_17_unless_the_house_says_otherwise() -> None:
    assert Blackjack().house["soft-17"] == "stand"


@pytest.mark.rule("BJK-4")
def test_a_win_pays_even_and_a_blackjack_three_to_two() -> None:
    assert Felt("Ts 9h | 9d 8c").do("stand").over().outcome() == ("win", 2000)
    assert Felt("As Kh | 9d 8c").over().outcome() == ("blackjack", 2500)


@pytest.mark.rule("BJK-4")
def test_half_a_cent_of_a_blackjack_is_not_paid() -> None:
    assert Felt("As Kh | 9d 8c", {1: {"bet": 5}}).outcome() == ("blackjack", 12)


@pytest.mark.rule("BJK-4")
@pytest.mark.parametrize(("pays", "returned"), [("3:2", 2500), ("6:5", 2200), ("1:1", 2000), ("2:1", 3000)])
def test_the_house_says_what_a_blackjack_pays(pays: str, returned: int) -> None:
    felt = Felt("As Kh Ts 9h | 9d 8c", {1: BET, 2: BET}, {"blackjack-pays": pays}).do("stand").over()
    assert felt.outcome(seat=1) == ("blackjack", returned)
    assert felt.outcome(seat=2) == ("win", 2000), "other wins pay 1 to 1 all the same"


@pytest.mark.rule("BJK-4")
@pytest.mark.parametrize("upcard", ["2d", "6d", "9d"])
def test_a_blackjack_is_paid_at_once_unless_the_dealer_may_have_one(upcard: str) -> None:
    felt = Felt(f"Ts 9h As Kh | {upcard} 8c", {1: BET, 2: BET})
    assert felt.turn().seat == 1
    assert felt.outcome(seat=2) == ("blackjack", 2500)
    assert not any(isinstance(event, Peeked) for event in felt.round.events)


@pytest.mark.rule("BJK-4", "BJK-6")
@pytest.mark.parametrize("upcard", ["Ad", "Td", "Jd", "Qd", "Kd"])
def test_under_an_ace_or_a_ten_the_dealer_looks_before_a_blackjack_is_paid(upcard: str) -> None:
    felt = Felt(f"Ts 9h As Kh | {upcard} 8c", {1: BET, 2: BET})
    if upcard == "Ad":
        assert felt.round.lines == [], "nothing is paid before the look"
        felt.do("no-insurance", seat=1).do("no-insurance", seat=2)
    (peeked,) = (event for event in felt.round.events if isinstance(event, Peeked))
    assert peeked.answer is False
    assert felt.outcome(seat=2) == ("blackjack", 2500)
    assert felt.turn().seat == 1


@pytest.mark.rule("BJK-5")
def test_equal_totals_push() -> None:
    assert Felt("Ts 8h | 9d 9c").do("stand").over().outcome() == ("push", 1000)


@pytest.mark.rule("BJK-5")
def test_blackjack_against_blackjack_pushes() -> None:
    assert Felt("As Kh | Td Ac").over().outcome() == ("push", 1000)


@pytest.mark.rule("BJK-5")
def test_a_blackjack_beats_any_other_21() -> None:
    felt = Felt("As Kh 7s 2h | 7d 7c | Tc 2d 7h", {1: BET, 2: BET}).do("hit").do("hit").over()
    assert hands.total(felt.round.table.dealer.cards) == (21, False)
    assert felt.outcome(seat=1) == ("blackjack", 2500)
    assert felt.outcome(seat=2) == ("push", 1000)
    assert hands.outcome(21, 21, player_blackjack=True) == "blackjack"
    assert hands.outcome(21, 21, dealer_blackjack=True) == "lose"
    assert hands.outcome(21, 21, player_blackjack=True, dealer_blackjack=True) == "push"


@pytest.mark.rule("BJK-6")
def test_the_hole_card_stays_hidden_until_every_player_has_acted() -> None:
    felt = Felt("Ts 9h 8s 9s | Td 8c | 2h", {1: BET, 2: BET})
    dealer = felt.round.table.dealer
    for move in ("stand", "hit", "stand"):
        assert dealer.visible_to(None)[1] is None
        assert not any(isinstance(event, CardsShown) for event in felt.round.events)
        felt.do(move)
    assert dealer.visible_to(None) == dealer.cards
    felt.over()


@pytest.mark.rule("BJK-6", "BJK-14")
def test_a_dealers_blackjack_ends_the_round_before_anybody_plays() -> None:
    felt = Felt("Ts 9h 8s 8h | Td Ac", {1: BET, 2: BET}).over()
    assert felt.outcome(seat=1) == felt.outcome(seat=2) == ("lose", 0)
    assert felt.order() == [(2, 1, "bet"), (1, 1, "bet")]
    assert felt.round.staked() == {1: 1000, 2: 1000}, "only original bets are lost"


@pytest.mark.rule("BJK-11")
def test_six_decks_by_default_and_one_to_eight_by_house_rule() -> None:
    assert Blackjack().deck_counts == dict.fromkeys(range(52), 6)
    for count in range(1, 9):
        assert Blackjack({"decks": str(count)}).deck_counts == dict.fromkeys(range(52), count)
    for wrong in (0, 9, "six"):
        with pytest.raises(SettingError, match="decks can't be"):
            Blackjack({"decks": wrong})


@pytest.mark.rule("BJK-11")
def test_the_round_in_which_the_cut_card_comes_out_is_finished() -> None:
    game = Blackjack({"decks": 1})
    penetration = game.house["penetration"]
    assert game.keeps_shoe
    assert isinstance(penetration, int)
    shoe = Shoe.fresh(game.deck, SeededSource(11), penetration)
    rounds_after_the_cut = 0
    while not shoe.cut_card_out:
        before = shoe.dealt
        round_ = Round(game, {1: BET})
        deal_on(round_, shoe)
        while isinstance(need := round_.need, Ask):
            turn = need.turns[0]
            round_.act(Act(turn.seat, turn.hand, "no-insurance" if turn.move("no-insurance") else "stand"))
            deal_on(round_, shoe)
        assert round_.ended
        rounds_after_the_cut += before < shoe.cut <= shoe.dealt
    assert rounds_after_the_cut == 1
    assert shoe.cut == 39


@pytest.mark.rule("BJK-12")
def test_a_player_hits_again_and_again_until_he_stands_or_busts() -> None:
    felt = Felt("2s 2h | 9d 8c | 2d 3c 4h 5s Kd")
    for _ in range(4):
        assert {"hit", "stand"} <= felt.moves()
        felt.do("hit")
    assert felt.do("hit").over().outcome() == ("lose", 0)


@pytest.mark.rule("BJK-12")
def test_21_stands_by_itself() -> None:
    felt = Felt("7s 7h 9s 9h | 9d 8c | 7d", {1: BET, 2: BET}).do("hit")
    assert felt.turn().seat == 2
    hand = felt.round.table.seats[1].hand
    assert (hand.status, hand.done_by_rule) == ("stood", True)
    assert felt.do("stand").over().outcome(seat=1) == ("win", 2000)


@pytest.mark.rule("BJK-12")
def test_a_blackjack_cannot_be_doubled() -> None:
    felt = Felt("As Kh Ts 9h | 9d 8c", {1: BET, 2: BET})
    assert felt.refusal("double", 1000, seat=1).rule == "BJK-12"
    assert not hands.may_double(21, True, "any")


@pytest.mark.rule("BJK-13")
def test_a_dealers_bust_pays_every_standing_hand() -> None:
    bets = {1: BET, 2: BET, 3: BET}
    felt = Felt("Ts 2h 9s 9h Ts 6s | 9d 7c | Th Kd", bets).do("stand").do("stand").do("hit").over()
    assert [felt.outcome(seat=seat)[0] for seat in bets] == ["win", "win", "lose"]


@pytest.mark.rule("BJK-13")
def test_otherwise_the_higher_total_wins() -> None:
    bets = {1: BET, 2: BET, 3: BET}
    felt = Felt("Ts 9h Ts 8h Ts 7h | 9d 9c", bets).do("stand").do("stand").do("stand").over()
    assert [felt.outcome(seat=seat)[0] for seat in bets] == ["win", "push", "lose"]
    assert [felt.line("bet", seat).rule for seat in bets] == ["BJK-13", "BJK-5", "BJK-13"]


@pytest.mark.rule("BJK-14", "BJK-22")
def test_the_order_of_a_round() -> None:
    bets = {"bet": 1000, "21+3": 500, "in-between": 500}
    felt = Felt("Ts 6h 9s 2h | Ad 8c | 5h Kd", {1: bets, 4: bets})
    assert felt.order() == [(4, 1, "21+3"), (4, 1, "in-between"), (1, 1, "21+3"), (1, 1, "in-between")]
    assert felt.moves(1) == felt.moves(4) == {"insurance", "no-insurance"}
    # Players answer when they are ready, in any order.
    felt.do("insurance", 500, seat=4)
    felt.do("insurance", 100, seat=1)
    assert felt.order()[4:] == [(4, 1, "insurance"), (1, 1, "insurance")], "the look settles insurance"
    assert felt.turn().seat == 1
    assert "surrender" in felt.moves(), "surrender comes after the look"
    felt.do("hit").do("hit").over()
    assert felt.order()[6:] == [(4, 1, "bet"), (1, 1, "bet")]


@pytest.mark.rule("BJK-14")
def test_blackjacks_and_busts_alone_leave_the_dealer_nothing_to_draw_for() -> None:
    felt = Felt("As Kh Ts 6h | 9d 3c | Td", {1: BET, 2: BET}).do("hit").over()
    assert len(felt.round.table.dealer.cards) == 2
    assert felt.round.table.dealer.visible_to(None) == felt.round.table.dealer.cards, (
        "the hole card is shown all the same"
    )


@pytest.mark.parametrize(
    ("cards", "label"),
    [("Ts 6h", "hard 16"), ("As 6h", "soft 17"), ("As Kh", "blackjack"), ("As Ah", "soft 12")],
)
def test_a_hand_in_words(cards: str, label: str) -> None:
    felt = Felt(f"{cards} Ts 9h | 9d 8c", {1: BET, 2: BET})
    hand = felt.round.table.seats[1].hand
    assert felt.round.game.label(hand, hand.cards) == label
    assert hand.done_by_rule is (label == "blackjack")


def test_the_dealers_hand_in_words() -> None:
    felt = Felt("Ts 8h | 9d 7c | Kd")
    dealer, label = felt.round.table.dealer, felt.round.game.label
    assert label(dealer, dealer.cards[:1]) == ""
    felt.do("stand").over()
    assert (label(dealer, dealer.cards), dealer.status) == ("bust", "bust")
    assert Felt("Ts 8h | 9d 8c").do("stand").round.table.dealer.status == "stood"
    natural = Felt("Ts 8h | Td Ac").round.table.dealer
    assert label(natural, natural.cards) == "blackjack"
