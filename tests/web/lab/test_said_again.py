"""What the lab says of a hand is said again by the line of the terminal that it names."""

import json
import random
import shlex
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tests.board_game.game import RiverPair
from tests.kit.cli import said
from tests.sixth_game.game import HighCard
from upcard.cards.card import show
from upcard.rounds.scenario import settle
from upcard.rules import registry
from upcard.rules.game import Game
from upcard.rules.needs import Amount, Ask, Partition, Turn
from upcard.web.coach.questions import question
from upcard.web.lab import variant, work
from upcard.web.lab.hand import ChosenHand
from upcard.web.lab.passing import sent

Json = dict[str, Any]

MOST = 3
"""Turns of each game that are asked about: some are a second of a processor."""
PAIR_PLUS = {
    "straight-flush": "50 to 1", "three-of-a-kind": "30 to 1", "straight": "6 to 1", "flush": "3 to 1",
    "pair": "1 to 1", "other": "lose",
}  # fmt: skip
GAMES: list[tuple[str, Json, Json]] = [
    ("three-card-poker", {"pair-plus-on-fold": "loses"}, {"pair-plus": {"name": "mine", "pays": PAIR_PLUS}}),
    ("four-card-split", {"version": 1}, {}),
    ("three-card-blitz", {}, {}),
    ("blackjack", {"decks": 4, "soft-17": "hit"}, {"bet": "6:5"}),
    (HighCard.name, {}, {}),
    (RiverPair.name, {}, {}),
]


@pytest.fixture(autouse=True)
def own() -> Iterator[None]:
    """Games that this program registered."""
    for kind in (HighCard, RiverPair):
        registry.register(kind)
    yield
    for kind in (HighCard, RiverPair):
        registry.unregister(kind.name)


def some_move(turn: Turn, chance: random.Random) -> Json:
    move = chance.choice(turn.moves)
    value: Any = None
    if isinstance(move, Amount):
        value = move.high
    elif isinstance(move, Partition):
        value = [show(part).split() for part in chance.choice(move.ways)]
    return {"hand": turn.hand, "move": move.name, "value": value}


def dealt(game: Game, chance: random.Random) -> Iterator[ChosenHand]:
    """A round of random cards and moves, at every turn of it and at its end."""
    deck = list(game.deck)
    chance.shuffle(deck)
    piles = {"player": show(deck[:20]), "dealer": show(deck[20:40]), "board": show(deck[40:45])}
    main = game.main_wager
    bets = {
        wager.name: wager.fixed or 1000
        for wager in game.wagers
        if wager.placed == "before" and (wager is main or wager.required or chance.random() < 0.5)
    }
    acts: list[Json] = []
    while True:
        found = ChosenHand(game, bets, piles, acts)
        yield found
        if not isinstance(found.round.need, Ask):
            return
        acts.append(some_move(found.round.need.turns[0], chance))


@pytest.mark.parametrize(("name", "house", "pays"), GAMES)
def test_a_finished_round_is_a_scenario_that_settle_takes(name: str, house: Json, pays: Json) -> None:
    game = registry.game(name)(house, pays)
    for seed in range(25):
        shown = [*dealt(game, random.Random(seed))][-1].shown()
        scenario = json.loads(json.dumps(shown["scenario"]))
        assert shown["state"] == "over"
        assert scenario is not None, shown
        lines = settle(scenario)["seats"][0]["lines"]
        told = [(one["wager"], one["hand"], one["stake"], one["pays"], one["returned"], one["rule"]) for one in lines]
        keys = ("wager", "hand", "stake", "pays", "returned", "rule")
        assert told == [tuple(one[key] for key in keys) for one in shown["lines"]]


def test_cards_that_a_dealer_takes_face_down_need_not_all_be_chosen() -> None:
    game = registry.game("three-card-poker")()
    piles, play = {"player": "Qs 7h 2d", "dealer": "Kd 9c", "board": ""}, {"hand": 1, "move": "play", "value": None}
    assert ChosenHand(game, {"ante": 500}, piles, []).shown()["state"] == "turn"
    played = ChosenHand(game, {"ante": 500}, piles, [play]).shown()
    assert played["needs"] == {"who": "dealer", "hand": 1, "count": 1}
    assert played["scenario"] is None


@pytest.mark.parametrize(("name", "house", "pays"), GAMES)
def test_advice_names_the_line_that_says_the_same(
    name: str, house: Json, pays: Json, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = registry.game(name)(house, pays)
    for file, text in variant.options(game)[1].items():
        (tmp_path / file).write_text(text)
    turns = 0
    for seed in range(MOST):
        for hand in dealt(game, random.Random(seed)):
            need = hand.round.need
            if not isinstance(need, Ask) or turns == MOST:
                continue
            told = work.advise(lambda _: None, question(hand.round, need.turns[0]) | {"rules": sent(game)})
            assert "error" not in told, told
            words = shlex.split(told["command"])
            assert words[:3] == ["upcard", "advise", name]
            again = json.loads(said(*words[1:]))
            values = {Fraction(one["ev"]) for one in again["actions"]}
            assert {Fraction(one["ev"]) for one in told["actions"]} <= values
            turns += 1
    assert turns == MOST
