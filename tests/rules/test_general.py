"""The rules of every game (GEN), settings, limits and pay tables of one's own."""

from pathlib import Path
from typing import Any

import pytest

from tests.kit.felt import Felt, refused
from upcard.cards.card import CARDS, parse_cards
from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.rounds.dealing import deal_on
from upcard.rounds.round import Round
from upcard.rules.events import RoundVoided
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Ask, Deal, Illegal, Partition
from upcard.rules.odds import PayError, parse_pay
from upcard.rules.paytable import PayTableError
from upcard.rules.registry import game, names
from upcard.rules.settings import SettingError
from upcard.rules.three_card_blitz import ThreeCardBlitz
from upcard.rules.three_card_poker import ThreeCardPoker

POKER, BLITZ, SPLIT = "three-card-poker", "three-card-blitz", "four-card-split"
BETS: dict[str, dict[str, int]] = {
    POKER: {"ante": 1000},
    BLITZ: {"ante": 1000, "blind": 1000},
    SPLIT: {"ante-1": 1000, "ante-2": 1000, "blind": 1000},
    "blackjack": {"bet": 1000},
}


# Who wins, and what is paid


@pytest.mark.rule("GEN-1")
@pytest.mark.parametrize(
    ("cards", "dealer", "outcome"),
    [
        ("3c 3d 2h", "2c 2d Ah", "win"),  # the pair before its kicker
        ("9c 9d 4h", "9h 9s 5c", "lose"),  # then the kicker
        ("Ac 9d 4h", "Kc Qd Th", "win"),  # from the top down
        ("Qs 9s 4s", "Qd 9d 4d", "tie"),  # suits break no tie
        ("As Ks Qs", "Ac Kc Qc", "tie"),
    ],
)
def test_category_then_ranks_from_the_top_and_never_suits(cards: str, dealer: str, outcome: str) -> None:
    felt = Felt(POKER, {1: {"ante": 1000}}, {1: cards, 0: dealer}).act(1, "play")
    assert felt.line(1, "ante").outcome == outcome


@pytest.mark.rule("GEN-2")
def test_a_wager_is_paid_once_for_its_highest_row() -> None:
    """A royal flush is a straight flush, a straight and a flush as well."""
    bets = {"ante": 1000, "pair-plus": 1000, "progressive": 100}
    felt = Felt(POKER, {1: bets}, {1: "Ah Kh Qh", 0: "2c 7d 9s"}).act(1, "play")
    assert felt.paid(1) == {
        "ante": ("dealer-does-not-play", 2000),
        "play": ("dealer-does-not-play", 1000),
        "ante-bonus": ("straight-flush", 5000),
        "pair-plus": ("straight-flush", 41_000),
        "progressive": ("royal-other-suit", 50_000),
    }


@pytest.mark.rule("GEN-6")
@pytest.mark.parametrize(
    ("pay", "returned"),
    [
        ("40 to 1", 41_000),
        ("500 for 1", 500_000),
        ("1 to 1", 2_000),
        ("3 to 2", 2_500),
        ("1 for 1", 1_000),
        ("$1,000", 100_000),
        ("$12.50", 1_250),
        ("push", 1_000),
        ("lose", 0),
        ("half back", 500),
        ("100% of meter", 0),
    ],
)
def test_to_one_returns_the_stake_and_for_one_does_not(pay: str, returned: int) -> None:
    assert parse_pay(pay).returned(1_000) == returned


@pytest.mark.parametrize(
    "pay",
    ["40", 40, "", "40:1", "0 to 1", "1 to 0", "0% of meter", "101% of meter", "$0", "-1 to 1", "1,0 to 1", "５ to 1"],
)
def test_what_does_not_say_how_it_pays_is_refused(pay: object) -> None:
    with pytest.raises(PayError, match="write '40 to 1', '500 for 1'"):
        parse_pay(pay)


def test_odd_cents_are_rounded_down() -> None:
    assert parse_pay("3 to 2").returned(101) == 101 + 151
    assert parse_pay("half back").returned(101) == 50


# Limits


@pytest.mark.rule("GEN-3")
def test_every_wager_has_a_minimum_and_a_maximum_of_its_own() -> None:
    house = {"ante.min": 500, "ante.max": 10_000, "pair-plus.min": 100, "pair-plus.max": 2_000}
    for bets in ({"ante": 500, "pair-plus": 100}, {"ante": 10_000, "pair-plus": 2_000}):
        Felt(POKER, {1: bets}, {}, house=house)
    for bets in ({"ante": 499}, {"ante": 10_001}, {"pair-plus": 99}, {"pair-plus": 2_001}):
        illegal = refused(POKER, {1: bets}, house)
        assert illegal.rule == "GEN-3"
        assert "the table's minimum" in illegal.reason or "the table's maximum" in illegal.reason


@pytest.mark.rule("GEN-3")
def test_a_side_wager_is_not_tied_to_the_main_one() -> None:
    Felt(POKER, {1: {"ante": 100, "pair-plus": 90_000, "six-card-bonus": 1}}, {})
    Felt(BLITZ, {1: {"ante": 100, "blind": 100, "flush-bonus": 77_777}}, {})


@pytest.mark.parametrize("cents", [0, -100, 10.0, "100", None, True])
def test_a_stake_is_whole_cents_above_zero(cents: object) -> None:
    assert refused(POKER, {1: {"ante": cents}}).rule == "GEN-3"


def test_a_bet_that_the_game_does_not_have_is_named() -> None:
    illegal = refused(POKER, {1: {"ante": 100, "21+3": 100}})
    assert "21+3 is no wager of this game" in illegal.reason
    assert "pair-plus" in illegal.reason


def test_limits_that_leave_no_stake_are_refused() -> None:
    with pytest.raises(SettingError, match=r"ante\.max=100 is under ante\.min=500"):
        ThreeCardPoker({"ante.min": 500, "ante.max": 100})
    with pytest.raises(SettingError, match=r"progressive\.min=200 shuts out the only stake it can have, 100 cents"):
        ThreeCardPoker({"progressive.min": 200})
    with pytest.raises(SettingError, match=r"blitz-bonus\.max=400 shuts out the only stake it can have, 500 cents"):
        ThreeCardBlitz({"blitz-bonus": "progressive", "blitz-bonus.max": 400})
    ThreeCardBlitz({"blitz-bonus": "fixed", "blitz-bonus.max": 400})


# Seats


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize(("name", "most"), [(BLITZ, 6), (SPLIT, 8), (POKER, 7), ("blackjack", 7)])
def test_the_most_seats(name: str, most: int) -> None:
    Round(game(name)(), {most: BETS[name]})
    for seat in (0, most + 1, -1):
        illegal = refused(name, {seat: BETS[name]})
        assert illegal.rule == "GEN-5"
        assert f"seats 1 to {most}" in illegal.reason


def cards_of_a_full_table(name: str, seed: int) -> int:
    """How many cards a round takes in which every seat is taken and everybody plays all he can."""
    rules = game(name)()
    round_ = Round(rules, dict.fromkeys(range(1, rules.max_seats + 1), BETS[name]))
    shoe = Shoe.fresh(rules.deck, SeededSource(seed))
    deal_on(round_, shoe)
    while isinstance(need := round_.need, Ask):
        turn = need.turns[0]
        move = turn.moves[0]
        round_.act(Act(turn.seat, turn.hand, move.name, move.ways[0] if isinstance(move, Partition) else None))
        deal_on(round_, shoe)
    return shoe.dealt


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize(("name", "most"), [(BLITZ, 49), (SPLIT, 52), (POKER, 24)])
def test_one_deck_is_enough_for_a_full_table(name: str, most: int) -> None:
    """4 Card Split takes its last card only where nobody holds an instant winner: one deal in about ten."""
    assert max(cards_of_a_full_table(name, seed) for seed in range(60)) == most


@pytest.mark.rule("GEN-5")
def test_six_seats_by_default() -> None:
    assert {game(name).default_seats for name in names()} == {6}


def test_somebody_has_to_bet() -> None:
    assert refused(POKER, {}).reason.startswith("there is no bet on the table")
    assert refused(POKER, {1: {}, 2: {}}).rule == "GEN-3"
    assert list(Felt(POKER, {1: {}, 2: {"ante": 100}}, {}).round.table.seats) == [2], "an empty seat gets no cards"


# Misdeals


@pytest.mark.rule("GEN-4")
@pytest.mark.parametrize("name", [POKER, BLITZ, SPLIT])
def test_a_wrong_number_of_cards_is_refused(name: str) -> None:
    round_ = Round(game(name)(), {1: BETS[name]})
    need = round_.need
    assert isinstance(need, Deal)
    for count in (need.count - 1, need.count + 1, 0):
        with pytest.raises(Illegal, match=f"{need.count} cards are dealt here, not {count}") as illegal:
            round_.deal(CARDS[:count])
        assert illegal.value.rule == "GEN-4"
    assert round_.need == need


@pytest.mark.rule("GEN-4")
def test_a_card_that_is_not_in_the_deck_any_more_is_refused_and_the_others_stay_in_it() -> None:
    felt = Felt(POKER, {1: {"ante": 100}}, {1: "As Ks Qs"})
    before = felt.state()
    for cards in ("2c 3c As", "2c 3c 2c"):
        with pytest.raises(Illegal, match="can't be dealt"):
            felt.round.deal(parse_cards(cards))
    with pytest.raises(Illegal, match="can't be dealt"):
        felt.round.deal([52, 0, 1])
    assert felt.state() == before
    felt.round.deal(parse_cards("2c 3c 4c"))


@pytest.mark.rule("GEN-4")
def test_a_card_that_somebody_sees_must_be_known() -> None:
    round_ = Round(game(SPLIT)(), {1: BETS[SPLIT]})
    with pytest.raises(Illegal, match="it must be known"):
        round_.deal([0, 1, 2, UNKNOWN])


def half_played() -> Felt:
    """One seat has folded, one has a Play bet on the felt, one still thinks."""
    bets = {1: {"ante": 1000, "pair-plus": 500}, 2: {"ante": 700, "progressive": 100}, 5: {"ante": 300}}
    felt = Felt(POKER, bets, {1: "2c 3d 5h", 2: "2d 3h 6c", 5: "2h 3c 7d", 0: "Qc 9h 5d"})
    return felt.act(1, "play").act(5, "fold")


@pytest.mark.rule("GEN-4")
def test_a_voided_round_gives_every_stake_back_settled_or_not() -> None:
    felt = half_played()
    assert [line.outcome for line in felt.round.lines] == ["fold"]
    felt.round.void("a dealer's card was exposed")
    assert felt.round.events[-1] == RoundVoided("a dealer's card was exposed", {1: 2500, 2: 800, 5: 300})
    assert felt.round.ended
    assert felt.round.voided
    assert list(felt.round.lines) == []
    assert not felt.round.table.stakes


@pytest.mark.rule("GEN-4")
def test_a_void_needs_a_reason_and_a_running_round() -> None:
    felt = half_played()
    before = felt.state()
    with pytest.raises(Illegal, match="needs a reason"):
        felt.round.void("  ")
    assert felt.state() == before
    felt.act(2, "fold")
    with pytest.raises(Illegal, match="the round is over"):
        felt.round.void("too late")


# Settings and pay tables of one's own


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ({"soft-17": "hit"}, "there is no setting 'soft-17'; the settings are pair-plus-on-fold, ante.min"),
        ({"pair-plus-on-fold": "maybe"}, r"pair-plus-on-fold can't be 'maybe'; it is stays \| loses"),
        ({"ante.min": "ten"}, r"ante\.min can't be 'ten'; it is a whole number from 1"),
        ({"ante.min": 0}, r"ante\.min can't be 0; it is a whole number from 1"),
        ({"envy.min": 100}, "there is no setting 'envy.min'"),
        ({"jackpot-order": "highest"}, r"it is split-first \| sequential"),
    ],
)
def test_a_setting_that_can_not_be_is_refused_with_what_can(house: dict[str, object], says: str) -> None:
    with pytest.raises(SettingError, match=says):
        ThreeCardPoker(house)


def test_settings_are_read_from_text_and_from_numbers() -> None:
    assert game(SPLIT)({"version": "1"}) == game(SPLIT)({"version": 1})
    assert game(SPLIT)({"version": 1}) != game(SPLIT)({"version": 2})
    assert ThreeCardPoker({"ante.min": "500"}).limits("ante") == (500, None)


PAIR_PLUS = """
wager = "pair-plus"
name = "our own"
[pays]
straight-flush = "35 to 1"
three-of-a-kind = "33 to 1"
straight = "6 to 1"
flush = "4 to 1"
pair = "1 to 1"
other = "lose"
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_pay_table_of_ones_own_is_paid(tmp_path: Path) -> None:
    path = written(tmp_path, PAIR_PLUS)
    for choice in (path, str(path)):
        felt = Felt(POKER, {1: {"pair-plus": 100}}, {1: "2s 5s 9s", 0: "Qc 9h 5d"}, pays={"pair-plus": choice})
        assert felt.paid(1) == {"pair-plus": ("flush", 500)}
        assert felt.round.game.tables["pair-plus"].name == "our own"
    assert ThreeCardPoker(pays={"pair-plus": path}) != ThreeCardPoker(), "other pays are other rules"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('pair = "1 to 1"\n', "", "misses pair; its outcomes are straight-flush"),
        ('pair = "1 to 1"', 'par = "1 to 1"', "misses pair and invents par"),
        ('other = "lose"', 'other = "lose"\nroyal = "50 to 1"', "invents royal"),
        ('"4 to 1"', "4", "flush: 4 does not say what is paid"),
        ('"4 to 1"', '"4:1"', "flush: '4:1' is no pay"),
        ('"4 to 1"', '"5% of meter"', "flush has no meter to pay from"),
        ('wager = "pair-plus"', 'wager = "pairplus"', "wager must be one of ante, play, .*, not 'pairplus'"),
        ('wager = "pair-plus"', "", "wager must be one of"),
        ('wager = "pair-plus"', 'wager = "envy"', "misses royal-spades"),
        ("[pays]", "[odds]", r"has no \[pays\]"),
        ("[pays]", "colour = 1\n[pays]", "unknown colour"),
        ("[pays]", "[pays", "is not TOML"),
    ],
)
def test_a_pay_table_that_can_not_be_used_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in PAIR_PLUS
    path = written(tmp_path, PAIR_PLUS.replace(old, new))
    with pytest.raises(PayTableError, match=says):
        ThreeCardPoker(pays={"pair-plus": path})


def test_a_pay_table_is_for_its_own_wager_and_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(PayTableError, match="'our own' is for pair-plus, not for six-card-bonus"):
        ThreeCardPoker(pays={"six-card-bonus": written(tmp_path, PAIR_PLUS)})
    with pytest.raises(PayTableError, match="can't be read: No such file"):
        ThreeCardPoker(pays={"pair-plus": tmp_path / "none.toml"})
    with pytest.raises(PayTableError, match="pair-plus has no pay table 'vegas'; it has rivers"):
        ThreeCardPoker(pays={"pair-plus": "vegas"})
    with pytest.raises(PayTableError, match="has no pay table for 'bet'"):
        ThreeCardPoker(pays={"bet": "rivers"})


BLITZ_BONUS = """
wager = "blitz-bonus"
[pays]
five-card-royal = "1,000 to 1"
double-blitz = "200 to 1"
royal-blitz = "30 to 1"
blitz = "10 to 1"
total-30 = "4 to 1"
other = "lose"
"""


@pytest.mark.rule("BLZ-15")
def test_a_table_of_ones_own_is_for_the_blitz_bonus_in_force(tmp_path: Path) -> None:
    path = written(tmp_path, BLITZ_BONUS)
    assert ThreeCardBlitz(pays={"blitz-bonus": path}).tables["blitz-bonus"]["total-30"].text == "4 to 1"
    with pytest.raises(PayTableError, match=r"misses royal-blitz-spades, .* and invents royal-blitz"):
        ThreeCardBlitz({"blitz-bonus": "progressive"}, {"blitz-bonus": path})


@pytest.mark.parametrize("name", [POKER, BLITZ, SPLIT])
def test_a_game_says_all_of_itself(name: str) -> None:
    kind: type[Game] = game(name)
    rules: Any = kind()
    assert {wager.table for wager in kind.wagers} == set(rules.tables)
    for wager in kind.wagers:
        assert rules.table_of(wager.name).pays.keys() == set(rules.outcomes_of(wager.name).names)
        assert wager.help.endswith(".")
        assert wager.rule.startswith(kind.rulebook)
    assert all(table.source for tables in kind.known_tables().values() for table in tables.values())
    assert hash(rules) == hash(kind())
