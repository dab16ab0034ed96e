"""What a scenario says and what it does not say: queues of actions read as a dealer would read them."""

from typing import Any

import pytest

from upcard.rounds.scenario import ScenarioError, settle
from upcard.rules.needs import Illegal


def blackjack(cards: str, *actions: list[Any], dealer: str = "9c 9d") -> dict[str, Any]:
    seat = {"seat": 1, "cards": cards, "wagers": {"bet": 1000}, "actions": list(actions)}
    return {"game": "blackjack", "dealer": dealer, "seats": [seat]}


def outcomes(scenario: dict[str, Any]) -> list[str]:
    return [line["outcome"] for line in settle(scenario)["seats"][0]["lines"]]


@pytest.mark.rule("BJK-12")
@pytest.mark.parametrize("action", [["hit", "5d"], ["double", 1000, "5d"], ["surrender"], ["dance"]])
def test_a_move_that_nobody_asks_for_is_refused(action: list[Any]) -> None:
    with pytest.raises((Illegal, ScenarioError)):
        settle(blackjack("As Kd", action))


@pytest.mark.rule("TCP-4")
def test_pair_plus_alone_has_no_decision() -> None:
    seat = {"seat": 1, "cards": "As Ks 2s", "wagers": {"pair-plus": 1000}, "actions": [["play"]]}
    with pytest.raises(ScenarioError, match="nothing asked for"):
        settle({"game": "three-card-poker", "dealer": "Qd 9h 4c", "seats": [seat]})


@pytest.mark.rule("BJK-14")
def test_a_dealers_blackjack_leaves_actions_untaken_and_their_cards_unused() -> None:
    settled = settle(blackjack("7s 7h", ["insurance", 500], ["hit", "7d"], ["stand"], dealer="Ah Kd"))
    assert [line["wager"] for line in settled["seats"][0]["lines"]] == ["insurance", "bet"]
    assert settled["unused"] == ["7d"]


@pytest.mark.rule("BJK-14")
@pytest.mark.parametrize(
    ("dealer", "actions", "says"),
    [
        ("Ah Kd", [["dance"]], "can't dance"),
        ("Kd Ah", [["insurance", 500]], "the dealer shows Kd"),
        ("Ah Kd", [["split", "2c 3c"]], "not of the same value"),
        ("Ah Kd", [["double", 99999, "2c"]], "at most the original bet"),
        ("Ah Kd", [["stand"], ["hit", "2c"]], "stood"),
        ("Ah Kd", [["hit", "2c 3c"], ["stand"]], "only its own cards"),
    ],
)
def test_what_a_dealers_blackjack_cuts_short_must_have_been_possible(
    dealer: str, actions: list[list[Any]], says: str
) -> None:
    with pytest.raises((Illegal, ScenarioError), match=says):
        settle(blackjack("9s 8h", *actions, dealer=dealer))


@pytest.mark.rule("BJK-14")
def test_everybody_else_is_heard_too_when_the_round_is_cut_short() -> None:
    two = blackjack("9s 8h", dealer="Ah Kd")
    two["seats"].append({"seat": 2, "cards": "9c 7h", "wagers": {"bet": 1000}, "actions": [["split", "2c 3c"]]})
    with pytest.raises(Illegal, match="seat 2"):
        settle(two)


@pytest.mark.parametrize(
    ("game", "cards", "wagers", "dealer", "missing"),
    [
        ("blackjack", "9s 8h", {"bet": 1000}, "", 2),
        ("blackjack", "9s 8h", {"bet": 1000}, "Td", 1),
        ("blackjack", "9s 8h", {"bet": 1000}, "Td 2c", 1),
        ("four-card-split", "9s 8h 7c 6d", {"ante-1": 100, "ante-2": 100, "blind": 100}, "", 4),
        ("four-card-split", "9s 8h 7c 6d", {"ante-1": 100, "ante-2": 100, "blind": 100}, "2c 3c", 2),
        ("three-card-poker", "9s 8h 7c", {"ante": 100}, "2c", 2),
        ("three-card-blitz", "9s 8h 7c 6d 5c 4h 3d", {"ante": 100, "blind": 100}, "2c", 6),
    ],
)
def test_how_many_of_the_dealers_cards_are_missing_is_said(
    game: str, cards: str, wagers: dict[str, int], dealer: str, missing: int
) -> None:
    seat = {"seat": 1, "cards": cards, "wagers": wagers, "actions": [["stand" if game == "blackjack" else "fold"]]}
    with pytest.raises(ScenarioError, match=f": {missing} missing"):
        settle({"game": game, "dealer": dealer, "seats": [seat]})


@pytest.mark.parametrize("extra", [["split", "2c 3c 4c"], ["hit", "2c 3c"]])
def test_an_action_never_hands_its_cards_to_a_later_one(extra: list[Any]) -> None:
    with pytest.raises(ScenarioError, match="nothing was dealt for"):
        settle(blackjack("8s 8d", extra, ["hit", "Tc"], ["stand"], ["stand"]))


@pytest.mark.rule("BJK-12")
@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        # Two hands stand on 21 by themselves; each may have a needless stand.
        (
            blackjack(
                "Ts Td",
                ["split", "Th 5c"],
                ["split", "Ah Ac"],
                ["stand"],
                ["stand"],
                ["hit", "3d"],
                ["stand"],
            ),
            ["win", "win", "push"],
        ),
        (blackjack("Ts Td", ["split", "Th 5c"], ["split", "Ah Ac"], ["hit", "3d"], ["stand"]), ["win", "win", "push"]),
        # A doubled hand is over; the stand after it is needless, or the next hand's.
        (blackjack("8s 8d", ["split", "3c 9c"], ["double", 1000, "Ts"], ["stand"], ["stand"]), ["win", "lose"]),
        (blackjack("8s 8d", ["split", "3c 9c"], ["double", 1000, "Ts"], ["stand"]), ["win", "lose"]),
        (blackjack("As Kd", ["stand"]), ["blackjack"]),
    ],
)
def test_a_needless_stand_is_ignored(scenario: dict[str, Any], expected: list[str]) -> None:
    assert outcomes(scenario) == expected


def test_a_card_that_is_there_too_often_is_found_even_if_it_is_not_needed() -> None:
    seat = {"seat": 1, "cards": "As Ks 2s", "wagers": {"ante": 1000}, "actions": [["play"]]}
    with pytest.raises(ScenarioError, match="As is there too often"):
        settle({"game": "three-card-poker", "dealer": "Qd 9h 4c As", "seats": [seat]})


@pytest.mark.rule("SPL-17")
def test_a_fold_that_names_a_hand_before_the_split_folds_nothing() -> None:
    wagers = {"ante-1": 1000, "ante-2": 1000, "blind": 1000}
    seat = {"seat": 1, "cards": "As Ah Kc 2d", "wagers": wagers, "actions": [["fold", 1]]}
    with pytest.raises(ScenarioError, match="still lie in one"):
        settle({"game": "four-card-split", "dealer": "Kd 2c 9s 4h", "seats": [seat]})


@pytest.mark.rule("GEN-3")
@pytest.mark.parametrize("stake", ["1000", None, 10.5, True, 0, -5, 10**30])
def test_a_stake_is_whole_cents_whatever_stands_before_it(stake: Any) -> None:
    wagers = {"blind": 1000, "ante-1": stake, "ante-2": 1000}
    seat = {"seat": 1, "cards": "As Ah Kc 2d", "wagers": wagers, "actions": [["fold"]]}
    with pytest.raises(Illegal, match="GEN-3"):
        settle({"game": "four-card-split", "dealer": "Kd 2c 9s 4h", "seats": [seat]})


@pytest.mark.rule("BJK-7")
def test_even_money_without_a_blackjack_is_refused_as_such() -> None:
    with pytest.raises(Illegal, match="even money is for a blackjack"):
        settle(blackjack("8s 3d", ["even-money"], ["stand"], dealer="Ah 9d"))


@pytest.mark.rule("SPL-5")
@pytest.mark.parametrize("rest", [[["fold", 2], ["play", 1]], [["play", 1], ["fold", 2]], [["fold", 1], ["fold", 2]]])
def test_an_instant_winner_is_neither_played_nor_folded(rest: list[Any]) -> None:
    wagers = {"ante-1": 1000, "ante-2": 1000, "blind": 1000}
    actions = [["split", "Ks Qs 4s", "2d"], *rest]
    seat = {"seat": 1, "cards": "Ks Qs 4s 2d", "wagers": wagers, "actions": actions}
    with pytest.raises(Illegal, match=r"hand 1 of seat 1 is an instant winner, paid without a Play bet \(SPL-5\)"):
        settle({"game": "four-card-split", "dealer": "Kd 2c 9s 4h", "seats": [seat]})


@pytest.mark.rule("SPL-8")
def test_a_hand_that_is_decided_twice_is_the_one_that_is_refused() -> None:
    wagers = {"ante-1": 1000, "ante-2": 1000, "blind": 1000}
    actions = [["split", "Ks 4d", "9s 2d"], ["fold", 1], ["play", 2, "5c"], ["play", 1, "6c"]]
    seat = {"seat": 1, "cards": "Ks 4d 9s 2d", "wagers": wagers, "actions": actions}
    with pytest.raises(Illegal, match="hand 1 of seat 1 is folded already"):
        settle({"game": "four-card-split", "dealer": "Kd 2c 8s 4h", "seats": [seat]})


@pytest.mark.rule("BJK-8")
@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (blackjack("5s 6d", ["no-insurance", 9], ["stand"], dealer="Ac 9h"), "no-insurance takes no amount"),
        (blackjack("5s 6d", ["stand", 1000]), "stand takes no amount, so the number names a hand"),
        (blackjack("5s 6d", ["hit", 1000, "2s"], ["stand"]), "hit takes no amount"),
        (blackjack("5s 6d", ["hit", 1000, "2s"], ["stand"], dealer="Ah Kd"), "hit takes no amount"),
        (blackjack("8s 8d", ["split", "2c 3c"], ["stand", 5], ["stand", 2], dealer="7c Th"), "it has hands 1 to 2"),
        (
            {
                "game": "three-card-poker",
                "dealer": "7d 3c 4c",
                "seats": [{"seat": 1, "cards": "As Ks 2d", "wagers": {"ante": 1000}, "actions": [["play", 5000]]}],
            },
            "play takes no amount, so the number names a hand; its cards lie in one hand",
        ),
    ],
)
def test_an_amount_after_a_move_that_takes_none_is_refused(scenario: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        settle(scenario)


def test_hitting_split_aces_cites_their_rule() -> None:
    with pytest.raises(Illegal, match=r"split aces get one card each \(BJK-8\)"):
        settle(blackjack("As Ad", ["split", "Kd 9h"], ["hit", "5d"]))


@pytest.mark.rule("TCP-12")
@pytest.mark.parametrize("player", [None, 7, True, ["Ann"], "", " "])
def test_a_player_is_named_by_a_text(player: Any) -> None:
    # Two seats whose player is null are not one player's, who would earn no envy from himself.
    cards = {1: "As Ks Qs", 2: "8d 8c 2h"}
    seats = [
        {"seat": n, "cards": c, "wagers": {"ante": 1000, "progressive": 100}, "actions": [["play"]], "player": player}
        for n, c in cards.items()
    ]
    with pytest.raises(ScenarioError, match="seat 1: player is a name"):
        settle({"game": "three-card-poker", "dealer": "Qd 9h 4c", "seats": seats, "meters": {"three-card-poker": 1}})
