"""The conformance suite: what every game has to do, whoever wrote it."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module

from upcard.extras import MissingExtra
from upcard.rounds.fault import where
from upcard.rules import registry
from upcard.rules.game import Game
from upcard.workshop import conserved, modelled, refused, repeated, said, seen, tree
from upcard.workshop.verdict import Check, Fault, Verdict
from upcard.workshop.world import World

ROUNDS = 200
"""Rounds that most checks look at; every house setting gets at least one."""

SEED = "upcard"

CHECKS: dict[str, Callable[[World], str]] = {
    "definition": said.definition,
    "pay-tables": said.pay_tables,
    "rounds": conserved.rounds,
    "cards": conserved.cards,
    "money": conserved.money,
    "hidden-cards": seen.hidden_cards,
    "unread-cards": seen.unread,
    "refusals": refused.refusals,
    "replay": repeated.replay,
    "order": repeated.order,
    "rules": said.rules,
    "labels": said.labels,
    "perft": tree.perft,
    "model": modelled.model,
    "figures": modelled.figures,
}
"""Name → the check: what it looked at, or a `Fault`."""


def check(game: str | type[Game], *, rounds: int = ROUNDS, seed: str = SEED) -> Verdict:
    """Whether a game does what every game has to: `ok`, and the `checks` with what each found.

    `game` is a name, a class, or text such as `"my_game.game:MyGame"`. Another `seed` plays other rounds.
    """
    kind = found_game(game) if isinstance(game, str) else game
    return Verdict(kind.name, tuple(checks(kind, rounds=rounds, seed=seed)))


def checks(kind: type[Game], *, rounds: int = ROUNDS, seed: str = SEED) -> Iterator[Check]:
    """The checks one after another, each as soon as it is done."""
    world = World(kind, rounds, seed)
    for name in CHECKS:
        yield look(name, world)


def look(name: str, world: World) -> Check:
    """One check of a game."""
    try:
        return Check(name, ok=True, detail=CHECKS[name](world))
    except Fault as fault:
        return Check(name, ok=False, detail=str(fault))
    except MissingExtra as missing:
        return Check(name, ok=False, detail=str(missing))
    except Exception as error:  # noqa: BLE001 (a game that is broken breaks checks too, and the next one goes on)
        return Check(name, ok=False, detail=where(error))


def found_game(named: str) -> type[Game]:
    """A game by its name, or a class as `package.module:Class`, which is registered so that its rounds replay."""
    module, colon, attribute = named.partition(":")
    if not colon:
        return registry.game(named)
    sys.path.insert(0, "")  # a package that is not installed is looked for where one stands
    try:
        kind = getattr(import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        raise registry.UnknownGame(named) from error
    finally:
        sys.path.remove("")
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise registry.UnknownGame(named)
    return registry.register(kind)
