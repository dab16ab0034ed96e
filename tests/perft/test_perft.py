"""Every path of a tiny deck comes out as committed, whether hidden cards are dealt read or unread."""

from itertools import combinations, islice
from math import comb
from pathlib import Path

import pytest

from tests.perft.walk import CASES, RESULTS, perft, read
from upcard.cards.card import parse_cards
from upcard.cards.shoe import ShoeEmpty
from upcard.rounds.enumerate import draws, every_move, paths
from upcard.rounds.round import Round
from upcard.rules.needs import Act, Answer, Turn
from upcard.rules.registry import game, names
from upcard.rules.three_card_poker import hands

LONG = [file for file in CASES if read(file).get("torture")]
SHORT = [file for file in CASES if file not in LONG]


@pytest.mark.parametrize("file", SHORT, ids=lambda file: file.stem)
def test_every_path_of_a_tiny_deck(file: Path) -> None:
    case = read(file)
    assert perft(case) == {key: case[key] for key in RESULTS}


@pytest.mark.torture
@pytest.mark.parametrize("file", LONG, ids=lambda file: file.stem)
def test_every_path_of_a_larger_deck(file: Path) -> None:
    case = read(file)
    assert perft(case) == {key: case[key] for key in RESULTS}


@pytest.mark.parametrize("file", SHORT, ids=lambda file: file.stem)
def test_a_hole_card_that_is_read_late_pays_the_same(file: Path) -> None:
    """No decision depends on a card that nobody sees, so it may as well be drawn when it is turned over."""
    case = read(file)
    unread = perft(case, face_down=True)
    assert {key: unread[key] for key in RESULTS if key != "nodes"} == {
        key: case[key] for key in RESULTS if key != "nodes"
    }


def test_every_game_has_a_case() -> None:
    assert {read(file)["game"] for file in CASES} == set(names())


def test_weights_of_one_strategy_add_up_to_all_deals() -> None:
    tcp = game("three-card-poker")(None, None, parse_cards("As Ks Qs Ah Kh 2d 3d 4d"))

    def always_play(round_: Round, turn: Turn) -> list[Act]:
        return [Act(turn.seat, turn.hand, "play")]

    walked = list(paths(tcp, {1: {"ante": 100}}, always_play))
    assert sum(path.weight for path in walked) == comb(8, 3) * comb(5, 3)
    assert len(walked) == comb(8, 3) * comb(5, 3)


def test_the_sum_of_payouts_is_that_of_plain_loops() -> None:
    """Ante and Play of Three Card Poker, reckoned without a round: 1 to 1, and a Play that pushes below queen high."""
    deck = parse_cards("As Ks Qs Jh Th 2d 3d 4d")
    expected = 0
    for mine in combinations(deck, 3):
        for theirs in combinations([card for card in deck if card not in mine], 3):
            player, dealer = hands.strength(mine), hands.strength(theirs)
            if not hands.qualifies(dealer):
                expected += 200 + 100
            elif player >= dealer:
                expected += 400 if player > dealer else 200
    tcp = game("three-card-poker")(None, None, deck)
    lines = [
        path.weight * line.returned
        for path in paths(tcp, {1: {"ante": 100}})
        for line in path.round.lines
        if line.wager in {"ante", "play"}
    ]
    assert sum(lines) == expected


def test_equal_cards_of_a_shoe_are_one_branch_with_their_ways() -> None:
    shoe = {0: 3, 4: 2, 8: 1}
    found = dict(draws(shoe, 3))
    assert sum(found.values()) == comb(6, 3)
    assert found[0, 0, 4] == 3 * 2
    assert found[0, 4, 8] == 3 * 2 * 1


def test_a_walk_can_begin_in_the_middle() -> None:
    deck = parse_cards("As Ks Qs Ah Kh 2d")
    tcp = game("three-card-poker")(None, None, deck)
    begun: list[Answer] = [deck[:3], deck[3:], Act(1, 1, "play")]
    (only,) = paths(tcp, {1: {"ante": 100}}, every_move, start=begun)
    assert only.answers == (*begun,)
    assert [line.wager for line in only.round.lines] == ["ante", "play", "ante-bonus"]


def test_a_deck_that_runs_out_is_an_error_and_not_a_shorter_tree() -> None:
    tcp = game("three-card-poker")(None, None, parse_cards("As Ks Qs Ah Kh"))
    with pytest.raises(ShoeEmpty, match="deck of 5 cards is too small"):
        list(islice(paths(tcp, {1: {"ante": 100}}), 1))
