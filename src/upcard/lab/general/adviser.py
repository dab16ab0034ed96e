"""Advice at any game: exact from its model or its script, and an estimate with its error where neither can be."""

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from upcard.cards.card import Cards, show
from upcard.lab.advice import Rated
from upcard.lab.analysis import LabError
from upcard.lab.general.asking import (
    SAID_UNIT,
    alone,
    bets_of,
    between,
    known_of,
    made_of,
    model_of,
    scale_of,
    spots_of,
    unlimited,
)
from upcard.lab.general.methods.estimate import Position, timed
from upcard.lab.general.methods.showdown import Unsuited
from upcard.lab.general.rounds.script import SEAT, UNIT, Option, acts
from upcard.lab.general.solution import solution
from upcard.lab.kernels import Progress, silent
from upcard.lab.walking.walker import Walker
from upcard.rounds.knowledge import Knowledge
from upcard.rules.game import Game
from upcard.rules.needs import Ask

WALKED = 40_000
"""How many rounds are walked for one question, a few seconds; more take too long to wait for."""
SECONDS = 4.0
"""How long an estimate may take."""


def unit(game: Game) -> str:
    """What expectations are reckoned in."""
    return game.main_wager.name


def prepare(game: Game) -> None:
    """Works a modelled game out ahead, so that nobody at a table waits for it."""
    free = unlimited(game)
    model = model_of(free)
    if model is not None and (model.strength is not None or model.facts):
        with suppress(LabError):
            solution(free, model, silent)


def asked(known: Knowledge) -> dict[str, Knowledge]:
    """Everything that the player knows."""
    return {"known": known}


def advise(
    game: Game,
    hand: Cards,
    up: int | None = None,
    *,
    known: Knowledge | None = None,
    ups: Sequence[int] = (),
    board: Sequence[int] = (),
    made: Sequence[Option] = (),
    seconds: float = SECONDS,
    progress: Progress = silent,
) -> list[Rated]:
    """Every move that is open, with what it is worth; amounts in `made` are as for a unit of 100 cents."""
    free = unlimited(game)
    if known is None:
        dealer = tuple(ups) if up is None else (up, *ups)
        scaled = [(move, value * UNIT // SAID_UNIT if isinstance(value, int) else value) for move, value in made]
        known = known_of(free, hand, dealer, board, scaled)
        said = SAID_UNIT
    else:
        said = scale_of(free, known)
    model = model_of(free)
    if model is not None and (model.strength is not None or model.facts) and not between(free, known):
        try:
            found = solution(free, model, progress, bets_of(free, known))
        except Unsuited:
            pass
        else:
            answers = found.book.answers(spots_of(known), made_of(free, known))
            return _payable([
                OptionWorth(option, Fraction(cents, of * UNIT), tuple(_action(step, said) for _, step in then))
                for option, cents, of, then in answers
            ], said)  # fmt: skip
    return _by_script(free, known, said, seconds)


@dataclass(frozen=True, slots=True)
class OptionWorth:
    """A move with its amount in the lab's cents."""

    option: Option
    ev: Fraction
    then: tuple[tuple[str | int, ...], ...]


def _payable(worths: Sequence[OptionWorth], said: int) -> list[Rated]:
    """Moves with amounts that can be paid for a unit of `said` cents: the next whole cent, and what it is worth.

    Between the least and the most the expectation runs straight. So a least amount of one cent, which is next to
    nothing of the lab's unit, is one cent of yours.
    """
    ends: dict[str, list[tuple[int, Fraction]]] = {}
    for worth in worths:
        move, value = worth.option
        if isinstance(value, int):
            ends.setdefault(move, []).append((value, worth.ev))
    found = []
    for worth in worths:
        move, value = worth.option
        ev, action = worth.ev, _action(worth.option, said)
        if isinstance(value, int) and value * said % UNIT and len(ends[move]) == 2:
            (low, least), (high, most) = sorted(ends[move])
            cents = value * said // UNIT + 1
            ev = least + (most - least) * Fraction(cents * UNIT - low * said, (high - low) * said)
            action = (move, cents)
        found.append(Rated(action, ev, worth.then))
    return found


def _action(option: Option, said: int) -> tuple[str | int, ...]:
    move, value = option
    if isinstance(value, int):
        return (move, value * said // UNIT)
    return (move, *(show(part) for part in value)) if isinstance(value, tuple) else (move,)


def _by_script(game: Game, known: Knowledge, said: int, seconds: float) -> list[Rated]:
    """By walking the rest of the round, if that is little; otherwise by playing it many times."""
    known = alone(game, known)
    bets = {bet.wager: bet.cents for bet in known.bets}
    scale = bets.get(game.main_wager.name) or next(iter(bets.values()))
    try:
        walked = Walker(game, bets, WALKED).options(known.told)
    except (LabError, AssertionError):
        pass
    else:
        if scale == UNIT:
            return _payable([OptionWorth((act.move, act.value), one.main / scale, ()) for act, one in walked], said)
        return [Rated(_said(act.move, act.value, scale, said), one.main / scale) for act, one in walked]
    draw = random.Random(known.key)
    position = Position(game, {SEAT: bets}, known.told)
    round_, _ = position.complete(draw)
    need = round_.need
    assert isinstance(need, Ask)
    every = list(acts(need.turns[0]))
    samples = timed(position, every, draw, seconds)
    return [
        Rated(_said(act.move, act.value, scale, said), own.mean / scale, se=own.se / scale)
        for act, own in zip(every, samples, strict=True)
    ]


def _said(move: str, value: object, scale: int, said: int) -> tuple[str | int, ...]:
    """An action as `settle` takes it."""
    if isinstance(value, int):
        return (move, -(-value * said // scale))
    if isinstance(value, tuple):
        return (move, *(show(part) for part in value))
    return (move,)
