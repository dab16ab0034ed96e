"""A draft of bets: every objection at once, each with what would be right."""

from collections.abc import Mapping
from random import Random

import pytest

from upcard.rules import registry
from upcard.rules.bets import followed, objections
from upcard.rules.game import Game
from upcard.rules.needs import Illegal

HOUSES: Mapping[str, Mapping[str, object]] = {
    "three-card-blitz": {"ante.min": 500, "ante.max": 50_000, "play.max": 20_000},
    "four-card-split": {"ante-1.min": 500, "blind.max": 20_000, "play-1.max": 9_000, "play-2.max": 9_000},
    "three-card-poker": {"ante.min": 500, "pair-plus.max": 10_000},
    "blackjack": {"decks": 2, "bet.min": 500, "bet.max": 40_000, "21+3.max": 5_000},
}


def drafted(game: Game, chance: Random) -> dict[str, int]:
    names = [wager.name for wager in game.wagers]
    stakes = [1, 100, 500, 505, 1000, 10_000, 60_000]
    return {name: chance.choice(stakes) for name in names if chance.random() < 0.5}


@pytest.mark.rule("GEN-3", "GEN-5")
@pytest.mark.parametrize("name", HOUSES)
def test_a_draft_without_objections_is_a_bet_and_what_is_right_is_right(name: str) -> None:
    game, chance = registry.game(name)(HOUSES[name]), Random(name)
    stood = mended = 0
    for _ in range(400):
        draft = drafted(game, chance)
        found = list(objections(game, {1: draft}))
        if not found:
            game.open({1: draft})
            stood += 1
            continue
        with pytest.raises(Illegal) as refused:
            game.open({1: draft})
        assert refused.value.reason == found[0].reason
        assert len({(one.wager, one.words) for one in found}) == len(found)
        before = None
        while found != before and all(one.right is not None for one in found if one.wager):
            before = found
            draft |= {one.wager: one.right for one in found if one.wager and one.right is not None}
            found = list(objections(game, {1: followed(game, draft)}))
            mended += not found
            if not found:
                break
    assert stood + mended > 20, (stood, mended)


def test_all_of_it_is_said_at_once_in_cents_and_in_dollars() -> None:
    game = registry.game("three-card-poker")({"ante.min": 500, "pair-plus.max": 1000})
    found = list(objections(game, {2: {"ante": 250, "pair-plus": 1050, "progressive": 300}, 9: {"ante": 500}}))
    assert [(one.seat, one.wager, one.rule, one.right) for one in found] == [
        (2, "ante", "GEN-3", 500),
        (2, "pair-plus", "GEN-3", 1000),
        (2, "progressive", game.wager("progressive").rule, 100),
        (0, "", "GEN-5", None),
    ]
    assert found[1].reason == "seat 2: Pair Plus of 1050 cents is over the table's maximum of 1000"
    assert found[1].in_dollars == "Pair Plus of $10.50 is over the table's maximum of $10"


def test_what_follows_a_bet() -> None:
    split = registry.game("four-card-split")({})
    assert followed(split, {"ante-1": 700}) == {"ante-1": 700, "ante-2": 700, "blind": 700}
    assert followed(split, {"ante-1": 700, "blind": 900}) == {"ante-1": 700, "ante-2": 700, "blind": 900}
    assert followed(split, {"ante-1": 0, "ante-2": 5}) == {}
