"""Every game as a gymnasium environment: what it shows, what it can be told, and that it pays what the round pays."""

import doctest
import itertools
import warnings
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.board_game.game import RiverRaise
from tests.kit.games import registered
from tests.sixth_game.game import HighCard
from upcard.cards.card import Cards, parse_card
from upcard.gym import WAIT, Actions, RoundEnv, env_id, register_games
from upcard.lab.simulation import script
from upcard.lab.simulation.steps.felt import BOARD_ROW, DEALER_ROW, FACE_DOWN, OWN_ROW
from upcard.lab.simulation.table import table
from upcard.rounds.record import FACE_DOWN as HIDDEN
from upcard.rounds.view import view
from upcard.rules import registry
from upcard.rules.needs import Act, Illegal

OWN_GAMES = ("three-card-blitz", "four-card-split", "three-card-poker", "blackjack")
FIRST = {
    "three-card-blitz": "always-play",
    "four-card-split": "basic",
    "three-card-poker": "always-play",
    "blackjack": "basic",
}


@pytest.fixture(autouse=True)
def games_of_ones_own() -> Iterator[None]:
    with registered(HighCard, RiverRaise):
        yield


def test_every_game_that_is_there_is_registered() -> None:
    """Also what a program adds after the import."""
    ids = register_games()
    assert {env_id(name) for name in registry.names()} == set(ids)
    assert {"upcard/ThreeCardPoker-v0", "upcard/Blackjack-v0", "upcard/HighCard-v0"} <= set(ids)


@pytest.mark.parametrize("name", [*OWN_GAMES, HighCard.name, RiverRaise.name])
def test_gymnasium_s_own_checker_has_nothing_to_say(name: str) -> None:
    register_games()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(env_id(name))
        check_env(env.unwrapped)
        made = gymnasium.make(f"upcard.gym:{env_id(name)}", render_mode="ansi")
        made.reset(seed=1)
        assert "dealer" in str(made.render())


def test_moves_are_numbers_that_mean_the_same_in_every_round() -> None:
    assert RoundEnv("three-card-poker").actions.names == ("play", "fold", WAIT)
    assert RoundEnv("blackjack").actions.names == (
        "hit", "stand", "double", "double least", "split", "surrender",
        "insurance", "insurance least", "no-insurance", "even-money", WAIT,
    )  # fmt: skip
    assert RoundEnv("four-card-split").actions.names == (
        "split 0 | 1 2 3", "split 0 1 | 2 3", "split 0 2 | 1 3", "split 0 3 | 1 2",
        "split 0 1 2 | 3", "split 0 1 3 | 2", "split 0 2 3 | 1", "play", "fold", WAIT,
    )  # fmt: skip
    assert any(name.endswith("3×") for name in RoundEnv(RiverRaise.name).actions.names), "a raise of 1 to 3 Antes"


class Again:
    """Gives the answers that were given before."""

    name = "again"

    def __init__(self) -> None:
        self.acts: list[Act] = []

    def act(self, *_: object) -> Act:
        return self.acts.pop(0)


class Dealt(script.StretchShoe):
    """Deals the cards that were dealt before."""

    cards: list[Cards]

    def deal(self, count: int) -> Cards:
        dealt = self.cards.pop(0)
        assert len(dealt) == count
        return dealt


def meant(act: Act) -> tuple[Any, ...]:
    """An answer, whatever order cards are laid out in."""
    laid = sorted(map(sorted, act.value)) if isinstance(act.value, tuple) else act.value
    return act.seat, act.hand, act.move, laid


@pytest.mark.parametrize("name", OWN_GAMES)
def test_it_pays_what_the_script_pays(name: str) -> None:
    """The same shoes and answers: every round brings the same, in units of the first bet."""
    bets = {"ante": 300, "pair-plus": 100} if name == "three-card-poker" else None
    setup = table(name, bets=bets, strategies=[FIRST[name]], seed="gym")
    env, strategy, again = RoundEnv(name, bets=bets), setup.seats[1].strategy, Again()
    setup = replace(setup, seats={1: replace(setup.seats[1], strategy=again)})
    env.reset(seed=1)
    shoe, choices = Dealt(setup, 0), script.Choices(setup.key, 0)
    decisions = 0
    for _ in range(150):
        _, info = env.reset()
        reward, over = 0.0, False
        while not over:
            assert reward == 0.0, "nothing is paid before the end"
            asked = env.round.need
            number = env.actions.wait
            if asked is not None:
                act = strategy.act(env.round, asked.turns[0], choices)  # type: ignore[union-attr]  # an Ask
                number = next(at for at, legal in env._legal.items() if meant(legal) == meant(act))
                decisions += 1
            assert info["action_mask"][number]
            _, reward, over, cut, info = env.step(number)
            assert not cut
        shoe.cards = [answer for answer in env.round.answers if isinstance(answer, tuple)]
        again.acts = [answer for answer in env.round.answers if isinstance(answer, Act)]
        played = script.play_round(setup, shoe, choices)
        assert played.answers == env.round.answers
        gain = sum(line.returned - line.stake for line in played.lines)
        assert Fraction(reward).limit_denominator(10_000) == Fraction(gain, env.unit)
        assert sum(line["returned"] - line["stake"] for line in info["lines"]) == gain
        assert {line["wager"] for line in info["lines"]} == {line.wager for line in played.lines}
    assert decisions >= 100


@pytest.mark.parametrize("name", [*OWN_GAMES, RiverRaise.name])
def test_nothing_is_seen_but_what_the_page_shows_to_this_player(name: str) -> None:
    env = RoundEnv(name)
    source = np.random.default_rng(4)
    hidden = 0
    for _ in range(40):
        seen, info = env.reset(seed=int(source.integers(1 << 30)))
        over = False
        while not over:
            shown = view(env.round, {1})
            felt = [(DEALER_ROW, shown["dealer"]), (BOARD_ROW, shown["board"] or {"cards": []})]
            for row, hand in [*felt, *enumerate(shown["seats"][0]["hands"], OWN_ROW)]:
                codes = [FACE_DOWN if card == HIDDEN else parse_card(card) + 1 for card in hand["cards"]]
                assert seen["cards"][row, : len(codes)].tolist() == codes
                assert not seen["cards"][row, len(codes) :].any()
                hidden += codes.count(FACE_DOWN)
            assert info["knowledge"].seat == 1
            assert seen["hand"] == (info["knowledge"].hand if env._legal else 0)
            seen, _, over, _, info = env.step(int(env.action_space.sample(info["action_mask"])))
    assert hidden >= 40


def test_a_move_that_is_forbidden_is_replaced_or_raised() -> None:
    env, strict = RoundEnv("three-card-poker"), RoundEnv("three-card-poker", illegal="raise")
    for one in (env, strict):
        with pytest.raises(Illegal, match="call reset"):
            one.step(0)
        one.reset(seed=2)
    with pytest.raises(Illegal, match="wait can't be done now; play, fold can"):
        strict.step(strict.actions.wait)
    *_, over, _, info = env.step(env.actions.wait)
    assert (over, info["replaced"]) == (True, "play")
    assert "replaced" not in strict.step(0)[4]


def test_a_round_without_a_decision_waits_to_be_paid() -> None:
    """Pair Plus alone asks nobody anything."""
    env = RoundEnv("three-card-poker", bets={"pair-plus": 500})
    seen, info = env.reset(seed=3)
    assert (seen["hand"], info["action_mask"].tolist()) == (0, [0, 0, 1])
    _, reward, over, _, info = env.step(env.actions.number(WAIT))
    assert over
    assert reward == (info["lines"][0]["returned"] - 500) / 500


def test_features_are_the_game_s_own_words() -> None:
    env = RoundEnv("blackjack")
    info = next(info for _, info in (env.reset(seed=seed) for seed in itertools.count()) if env._legal)
    said: dict[str, Any] = info["features"]
    assert set(said) == {one.name for one in env.game.features}
    assert said["total"] >= 4


def test_what_can_t_be_is_refused() -> None:
    with pytest.raises(registry.UnknownGame):
        RoundEnv("whist")
    with pytest.raises(Illegal, match="Ante 2 is compulsory"):
        RoundEnv("four-card-split", bets={"ante-1": 100})
    with pytest.raises(ValueError, match="first or raise, not 'never'"):
        RoundEnv("blackjack", illegal="never")  # type: ignore[arg-type]  # what is refused
    game = registry.game("blackjack")()
    assert len(Actions.of(game, {"bet": 100})) == len(RoundEnv(game).actions)


def test_the_page_s_examples_do_what_they_say() -> None:
    page = Path(__file__).parents[2] / "docs" / "gym.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried) == (0, 9)
