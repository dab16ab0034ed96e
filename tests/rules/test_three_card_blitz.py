"""3 Card Blitz, rule by rule."""

from typing import Any

import pytest

from tests.kit.felt import Felt, refused
from upcard.cards.card import CARDS, parse_cards
from upcard.rounds.scenario import settle
from upcard.rules.awards import DOLLAR, MICRO, awards
from upcard.rules.events import CardsShown
from upcard.rules.needs import Deal
from upcard.rules.paytable import PayTableError
from upcard.rules.settings import SettingError
from upcard.rules.three_card_blitz import ThreeCardBlitz
from upcard.rules.three_card_blitz.points import blitz_total

GAME = "three-card-blitz"

# Seven cards each, by their total; none shares a card with a dealer's hand below.
DOUBLE = "As Ks Qs Ah Kh Jh 2d"  # 31 in spades (royal) and in hearts
ROYAL = "As Ks Qs 2h 3h 4d 6d"
BLITZ = "As Js Ts 2h 3h 4d 6d"
THIRTY = "As Ks 9s 2h 3h 4d 6d"
TWENTY_NINE = "As Ks 8s 2h 3h 4d 6d"
TWENTY_SEVEN = "As Ks 6s 2h 3h 4d 6d"
TWENTY_SIX = "As Ks 5s 2h 3h 4d 6d"
DEALER_15 = "2c 3c Td 5d 8h 7h 4s"
DEALER_31 = "Ac Kc Qc 5d 8h 7h 4s"


def heads_up(cards: str, dealer: str, bets: dict[str, int] | None = None, **options: Any) -> Felt:
    """A round of an Ante and a Blind of $10 and other wagers."""
    return Felt(GAME, {1: {"ante": 1000, "blind": 1000, **(bets or {})}}, {1: cards, 0: dealer}, **options)


def bonus(wager: str, cards: str, stake: int = 500, move: str = "play", **options: Any) -> tuple[str, int]:
    return heads_up(cards, DEALER_15, {wager: stake}, **options).act(1, move).paid(1)[wager]


PROGRESSIVE = {"blitz-bonus": "progressive"}


@pytest.mark.rule("BLZ-1")
@pytest.mark.parametrize(
    ("spades", "hearts", "outcome"),
    [
        ("As 9s", "Kh 9h", "win"),  # 20 against 19: an ace is eleven, a king ten
        ("As 9s", "Kh Th", "tie"),
        ("Ks Qs", "Jh Th", "tie"),  # 20 against 20: the court is ten each
        ("Js 8s", "Qh 7h", "win"),  # the others are what their faces say
    ],
)
def test_what_cards_count(spades: str, hearts: str, outcome: str) -> None:
    assert sorted(ThreeCardBlitz().deck) == list(CARDS)
    felt = heads_up(f"{spades} 2d 3d 5d 2c 3c", f"{hearts} 4d 6d 4c 5c 6c").act(1, "play")
    assert felt.line(1, "ante").outcome == outcome


@pytest.mark.rule("BLZ-2")
def test_two_suited_cards_make_a_total_too() -> None:
    two, three = "Ks 9s 2h 3h 4d 5d 6c", "Qh 8h Td 2d 3c 4c 5s"
    assert (blitz_total(parse_cards(two)), blitz_total(parse_cards(three))) == (19, 18)
    assert heads_up(two, three).act(1, "play").paid(1)["play"] == ("win", 2000)


@pytest.mark.rule("BLZ-4")
def test_ante_and_blind_are_compulsory_and_equal() -> None:
    assert refused(GAME, {1: {"ante": 1000}}).rule == "BLZ-4"
    assert refused(GAME, {1: {"blind": 1000}}).rule == "BLZ-4"
    for blind in (999, 1001):
        unequal = refused(GAME, {1: {"ante": 1000, "blind": blind}})
        assert unequal.rule == "BLZ-4"
        assert "must equal Ante (1000)" in unequal.reason


@pytest.mark.rule("BLZ-4")
def test_the_bonuses_are_optional_and_of_any_amount() -> None:
    paid = heads_up(TWENTY_SIX, DEALER_15, {"flush-bonus": 123, "blitz-bonus": 4567}).act(1, "play").paid(1)
    assert set(paid) == {"ante", "blind", "play", "flush-bonus", "blitz-bonus"}
    assert set(heads_up(TWENTY_SIX, DEALER_15).act(1, "play").paid(1)) == {"ante", "blind", "play"}
    assert refused(GAME, {1: {"flush-bonus": 500}}).rule == "BLZ-4", "not without Ante and Blind"


@pytest.mark.rule("BLZ-5")
def test_seven_cards_face_down_to_everybody() -> None:
    bets = {"ante": 100, "blind": 100}
    felt = Felt(GAME, {2: bets, 6: bets}, {})
    asked, cards = [], iter(CARDS)
    while isinstance(need := felt.round.need, Deal):
        asked.append((need.seat, need.count))
        felt.round.deal([next(cards) for _ in range(need.count)])
    assert asked == [(2, 7), (6, 7), (0, 7)]
    down = "?? ?? ?? ?? ?? ?? ??"
    assert [felt.seen(seat, viewer) for seat, viewer in ((2, 6), (6, 2), (0, 2), (2, None))] == [[down]] * 4
    assert "??" not in felt.seen(6, viewer=6)[0]


@pytest.mark.rule("BLZ-6")
def test_the_play_wager_equals_the_ante() -> None:
    felt = heads_up(TWENTY_SIX, DEALER_15)
    assert felt.moves(1) == {1: ["play", "fold"]}
    assert felt.act(1, "play").line(1, "play").stake == 1000


@pytest.mark.rule("BLZ-6")
def test_a_fold_forfeits_ante_and_blind_but_not_the_bonuses() -> None:
    felt = heads_up("As Ks Qs Js 2h 3h 4d", DEALER_31, {"flush-bonus": 500, "blitz-bonus": 300})
    assert felt.act(1, "fold").paid(1) == {
        "ante": ("fold", 0),
        "blind": ("fold", 0),
        "flush-bonus": ("four-suited", 1500),
        "blitz-bonus": ("royal-blitz", 7800),
    }


@pytest.mark.rule("BLZ-7")
def test_the_dealer_reveals_after_every_player_has_decided() -> None:
    bets = {"ante": 100, "blind": 100}
    cards = {1: TWENTY_SIX, 4: "Ad Kd 9d 2c 3c 4h 6h", 0: "Ac 9c Td 5d 8h 7h 4s"}
    felt = Felt(GAME, {1: bets, 4: bets}, cards).act(4, "play")
    assert felt.seen(0, viewer=4) == ["?? ?? ?? ?? ?? ?? ??"]
    assert not felt.round.lines
    felt.act(1, "fold")
    shown = [event.seat for event in felt.round.events if isinstance(event, CardsShown)]
    assert shown == [0, 4], "the dealer, then the players who are still in"


@pytest.mark.rule("BLZ-7")
def test_the_dealer_always_qualifies() -> None:
    low = "2c 2d 2h 2s 3c 3d 3h"  # 5, the lowest total there is
    paid = heads_up("As Kh Qd Jc 4s 5h 6d", low).act(1, "play").paid(1)
    assert (paid["ante"], paid["play"]) == (("win", 2000), ("win", 2000))


@pytest.mark.rule("BLZ-8")
@pytest.mark.parametrize(
    ("cards", "dealer", "ante", "play", "blind"),
    [
        (TWENTY_SIX, DEALER_15, ("win", 2000), ("win", 2000), ("other-win", 1000)),
        (TWENTY_SIX, DEALER_31, ("lose", 0), ("lose", 0), ("lose", 0)),
        (THIRTY, "Ac Kc 9c 5d 8h 7h 4s", ("tie", 1000), ("tie", 1000), ("tie", 1000)),
    ],
)
def test_higher_wins_lower_loses_equal_pushes(
    cards: str, dealer: str, ante: tuple[str, int], play: tuple[str, int], blind: tuple[str, int]
) -> None:
    assert heads_up(cards, dealer).act(1, "play").paid(1) == {"ante": ante, "play": play, "blind": blind}


@pytest.mark.rule("BLZ-8")
@pytest.mark.parametrize("cards", [DOUBLE, ROYAL, BLITZ])
def test_a_tie_at_31_pushes_whatever_made_it(cards: str) -> None:
    paid = heads_up(cards, "Ac Jc Tc 5d 8h 7h 4s").act(1, "play").paid(1)
    assert paid == dict.fromkeys(("ante", "play", "blind"), ("tie", 1000))


@pytest.mark.rule("BLZ-9")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned"),
    [
        (DOUBLE, "double-blitz", 51_000),
        (ROYAL, "royal-blitz", 9_000),
        (BLITZ, "blitz", 5_000),
        (THIRTY, "total-27-30", 2_000),
        (TWENTY_SEVEN, "total-27-30", 2_000),
        (TWENTY_SIX, "other-win", 1_000),
    ],
)
def test_the_blind_pays_a_winning_hand_by_its_table(cards: str, outcome: str, returned: int) -> None:
    assert heads_up(cards, DEALER_15).act(1, "play").paid(1)["blind"] == (outcome, returned)


@pytest.mark.rule("BLZ-9")
def test_the_blind_pays_no_losing_hand() -> None:
    assert heads_up(THIRTY, DEALER_31).act(1, "play").paid(1)["blind"] == ("lose", 0)


@pytest.mark.rule("BLZ-9")
def test_the_blind_table_is_the_houses_to_configure() -> None:
    rows = {**ThreeCardBlitz().tables["blind"].texts(), "total-27-30": "3 to 2"}
    paid = heads_up(THIRTY, DEALER_15, pays={"blind": {"name": "ours", "pays": rows}}).act(1, "play").paid(1)
    assert paid["blind"] == ("total-27-30", 2500)


@pytest.mark.rule("BLZ-10")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned"),
    [
        ("2s 3s 6s 7s 8s 9s Ts", "seven-suited", 1005_00),
        ("2s 3s 6s 7s 8s 9s 9h", "six-suited", 255_00),
        ("2s 3s 6s 7s 8s 9d 9h", "five-suited", 45_00),
        ("2s 3s 6s 7s 9c 9d 9h", "four-suited", 15_00),
        ("2s 3s 6s 6c 9c 9d 9h", "other", 0),
    ],
)
@pytest.mark.parametrize("move", ["play", "fold"])
def test_the_flush_bonus_counts_cards_of_one_suit(cards: str, outcome: str, returned: int, move: str) -> None:
    assert bonus("flush-bonus", cards, move=move) == (outcome, returned)


@pytest.mark.rule("BLZ-11")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned"),
    [
        ("As Ks Qs Js Ts 2h 3h", "five-card-royal", 2501 * 5_00),
        (DOUBLE, "double-blitz", 251 * 5_00),
        (ROYAL, "royal-blitz", 26 * 5_00),
        (BLITZ, "blitz", 11 * 5_00),
        (THIRTY, "total-30", 6 * 5_00),
        (TWENTY_NINE, "other", 0),
    ],
)
def test_the_fixed_blitz_bonus(cards: str, outcome: str, returned: int) -> None:
    assert bonus("blitz-bonus", cards) == (outcome, returned)


@pytest.mark.rule("GEN-2", "BLZ-11")
def test_a_five_card_royal_is_a_royal_blitz_too_and_is_paid_for_the_higher_row_alone() -> None:
    felt = heads_up("As Ks Qs Js Ts Ah Kh", DEALER_15, {"blitz-bonus": 500}).act(1, "play")
    assert felt.line(1, "blitz-bonus").outcome == "five-card-royal"
    assert felt.line(1, "blind").outcome == "royal-blitz", "the Blind's table has no row for five cards"


@pytest.mark.rule("BLZ-12")
@pytest.mark.parametrize(
    ("cards", "outcome", "returned"),
    [
        (BLITZ, "blitz", 30_00),
        (THIRTY, "total-30", 15_00),
        (TWENTY_NINE, "total-29", 10_00),
        ("As Ks 7s 2h 3h 4d 6d", "other", 0),
    ],
)
def test_the_progressive_pays_dollars_for_the_five_and_keeps_it(cards: str, outcome: str, returned: int) -> None:
    assert bonus("blitz-bonus", cards, house=PROGRESSIVE) == (outcome, returned)


@pytest.mark.rule("BLZ-12")
@pytest.mark.parametrize(
    ("cards", "outcome", "meter"),
    [
        ("As Ks Qs Js Ts 2h 3h", "five-card-royal", "blitz-1"),
        ("Ac Kc Qc Jc Tc 2h 3h", "five-card-royal", "blitz-1"),
        ("As Ks Qs 2h 3h 4d 6d", "royal-blitz-spades", "blitz-2"),
        ("Ah Kh Qh 2s 3s 4d 6d", "royal-blitz-hearts", "blitz-3"),
        ("Ad Kd Qd 2s 3s 4h 6h", "royal-blitz-diamonds", "blitz-4"),
        ("Ac Kc Qc 2s 3s 4h 6h", "royal-blitz-clubs", "blitz-5"),
    ],
)
def test_each_royal_claims_its_meter(cards: str, outcome: str, meter: str) -> None:
    dealer = "2d 3d 5h 7h 8s 9s 4c"
    felt = heads_up(cards, dealer, {"blitz-bonus": 500}, house=PROGRESSIVE).act(1, "fold")
    line = felt.line(1, "blitz-bonus")
    assert (line.outcome, line.pays, line.returned) == (outcome, "100% of meter", 0)
    assert [(claim.meter, claim.percent) for claim in line.claims] == [(meter, 100)]


@pytest.mark.rule("BLZ-12")
@pytest.mark.parametrize("cents", [100, 499, 501, 1000])
def test_the_progressive_stake_is_five_dollars(cents: int) -> None:
    bets = {1: {"ante": 1000, "blind": 1000, "blitz-bonus": cents}}
    assert refused(GAME, bets, PROGRESSIVE).rule == "BLZ-12"
    Felt(GAME, bets, {})  # where it pays fixed odds, any stake will do


@pytest.mark.rule("BLZ-14")
@pytest.mark.parametrize(
    ("cards", "meters"),
    [
        ("As Js Ts Ah Kh Jh 2d", []),
        (DOUBLE, ["blitz-2"]),
        ("Ad Kd Qd Ac Kc Qc 2s", ["blitz-4", "blitz-5"]),
        ("As Ks Qs Ah Kh Qh 2d", ["blitz-2", "blitz-3"]),
    ],
)
def test_a_double_blitz_has_its_thousand_and_every_royal_it_holds(cards: str, meters: list[str]) -> None:
    felt = heads_up(cards, "2c 3c 5d 8h 7h 4s 9d", {"blitz-bonus": 500}, house=PROGRESSIVE).act(1, "play")
    line = felt.line(1, "blitz-bonus")
    assert (line.outcome, line.pays, line.returned) == ("double-blitz", "$1,000", 1000_00)
    assert [(claim.meter, claim.percent) for claim in line.claims] == [(meter, 100) for meter in meters]


@pytest.mark.rule("BLZ-14")
def test_a_five_card_royal_takes_the_first_meter_only() -> None:
    felt = heads_up("As Ks Qs Js Ts Ah Kh", DEALER_15, {"blitz-bonus": 500}, house=PROGRESSIVE).act(1, "play")
    assert [claim.meter for claim in felt.line(1, "blitz-bonus").claims] == ["blitz-1"]


@pytest.mark.rule("BLZ-14")
def test_royals_that_the_houses_table_pays_in_dollars_are_paid_beside_the_thousand() -> None:
    rows = {**ThreeCardBlitz(PROGRESSIVE).tables["blitz-bonus"].texts(), "royal-blitz-hearts": "$200"}
    felt = heads_up(
        "As Ks Qs Ah Kh Qh 2d",
        DEALER_15,
        {"blitz-bonus": 500},
        house=PROGRESSIVE,
        pays={"blitz-bonus": {"pays": rows}},
    )
    line = felt.act(1, "play").line(1, "blitz-bonus")
    assert line.returned == 1200_00
    assert [claim.meter for claim in line.claims] == ["blitz-2"]


@pytest.mark.rule("BLZ-13")
@pytest.mark.parametrize(
    ("micro", "awarded"),
    [
        (1_000_000 * MICRO, 1_000_000),  # $10,000.00 stays
        (1_000_001 * MICRO, 1_000_100),  # $10,000.01 becomes $10,001
        (1_000_000 * MICRO + 999_999, 1_000_000),  # a fraction of a cent is not shown, and does not round up
        (1_000_099 * MICRO, 1_000_100),
    ],
)
def test_a_jackpot_rounds_up_to_a_whole_dollar(micro: int, awarded: int) -> None:
    felt = heads_up(ROYAL, DEALER_15, {"blitz-bonus": 500}, house=PROGRESSIVE).act(1, "play")
    assert felt.round.game.award_step == DOLLAR
    claims = felt.line(1, "blitz-bonus").claims
    settled = awards({"blitz-2": micro}, {}, claims, round_up_to=felt.round.game.award_step)
    assert [award.amount for award in settled.awards] == [awarded]
    assert settled.meters["blitz-2"] == micro % MICRO, "fractions of a cent stay in the meter"


@pytest.mark.rule("BLZ-13", "BLZ-14")
def test_a_scenario_pays_both_meters_of_a_double_royal() -> None:
    result = settle(
        {
            "game": GAME,
            "house": PROGRESSIVE,
            "dealer": "2c 3c 5d 8h 7h 4s 9d",
            "seats": [
                {
                    "seat": 2,
                    "cards": "As Ks Qs Ah Kh Qh 2d",
                    "wagers": {"ante": 1000, "blind": 1000, "blitz-bonus": 500},
                    "actions": [["play"]],
                }
            ],
            "meters": {"blitz-2": 250_001, "blitz-3": 200_000, "blitz-4": 150_050},
            "resets": {"blitz-2": 100_000},
        }
    )
    (line,) = [line for line in result["seats"][0]["lines"] if line["wager"] == "blitz-bonus"]
    assert line["returned"] == 100_000 + 250_100 + 200_000
    assert result["meters"] == {"blitz-2": 100_000, "blitz-3": 0, "blitz-4": 150_050}


@pytest.mark.rule("BLZ-15")
def test_a_table_offers_one_blitz_bonus_or_the_other() -> None:
    assert ThreeCardBlitz().tables["blitz-bonus"].name == "fixed"
    assert ThreeCardBlitz(PROGRESSIVE).tables["blitz-bonus"].name == "progressive"
    with pytest.raises(PayTableError, match="it has fixed"):
        ThreeCardBlitz(pays={"blitz-bonus": "progressive"})
    with pytest.raises(PayTableError, match="is for fixed blitz-bonus, not for progressive blitz-bonus"):
        ThreeCardBlitz(PROGRESSIVE, {"blitz-bonus": ThreeCardBlitz().tables["blitz-bonus"]})
    with pytest.raises(SettingError, match=r"blitz-bonus can't be 'both'; it is fixed \| progressive"):
        ThreeCardBlitz({"blitz-bonus": "both"})


@pytest.mark.rule("BLZ-6")
def test_a_seat_decides_once_and_only_for_itself() -> None:
    bets = {"ante": 100, "blind": 100}
    felt = Felt(GAME, {1: bets, 3: bets}, {1: TWENTY_SIX, 3: "Ac Kc 9c 2d 3d 5h 8h", 0: "Qc 3c Td 5d 9h 7h 4s"})
    felt.act(3, "play")
    felt.refuses("BLZ-6", 3, "fold")
    felt.refuses("BLZ-6", 2, "play")
    felt.refuses("BLZ-6", 1, "split", "As Ks", "5s")
    felt.refuses("BLZ-6", 1, "play", value=500)
    assert felt.act(1, "fold").round.ended
    felt.refuses("GEN-4", 1, "play")


def test_hands_in_words() -> None:
    felt = heads_up(DOUBLE, DEALER_15)
    hand = felt.round.table.seats[1].hand
    label = felt.round.game.label
    assert label(hand, parse_cards(DOUBLE)) == "double blitz, 31 points"
    assert label(hand, parse_cards(ROYAL)) == "royal blitz, 31 points"
    assert label(hand, parse_cards(BLITZ)) == "blitz, 31 points"
    assert label(hand, parse_cards(TWENTY_SIX)) == "26 points"
    assert label(hand, parse_cards(TWENTY_SIX)[:6]) == ""
