"""Advice at any game: exact from its model or its script, and an estimate with its error where neither can be."""

import random
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from upcard.cards.card import Cards, show
from upcard.lab.advice import Rated
from upcard.lab.analysis import LabError
from upcard.lab.general.asking import SAID_UNIT, bets_of, known_of, made_of, scale_of, spots_of, unlimited
from upcard.lab.general.methods.estimate import Position, timed
from upcard.lab.general.methods.showdown import Unsuited
from upcard.lab.general.rounds.script import SEAT, UNIT, Option, acts
from upcard.lab.general.solution import solution
from upcard.lab.kernels import Progress, silent
from upcard.lab.walker import Walker
from upcard.rounds.knowledge import Knowledge
from upcard.rules.game import Game
from upcard.rules.needs import Ask

WALKED = 3_000
"""So many rounds are walked for one question; more take too long to wait for."""
SECONDS = 4.0
"""How long an estimate may take."""


def unit(game: Game) -> str:
    """What expectations are reckoned in."""
    return game.main_wager.name


def prepare(game: Game) -> None:
    """Works a modelled game out ahead, so that nobody at a table waits for it."""
    free = unlimited(game)
    model = free.model()
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
    model = free.model()
    if model is not None and (model.strength is not None or model.facts):
        try:
            found = solution(free, model, progress, bets_of(free, known))
        except Unsuited:
            pass
        else:
            answers = found.book.answers(spots_of(known), made_of(free, known))
            return [
                Rated(_action(option, said), Fraction(cents, of * UNIT), tuple(_action(step, said) for _, step in then))
                for option, cents, of, then in answers
            ]
    return _by_script(free, known, said, seconds)


def _action(option: Option, said: int) -> tuple[str | int, ...]:
    move, value = option
    return (move, value * said // UNIT) if isinstance(value, int) else (move,)


def _by_script(game: Game, known: Knowledge, said: int, seconds: float) -> list[Rated]:
    """By walking the rest of the round, if that is little; otherwise by playing it many times."""
    bets: dict[int, dict[str, int]] = {}
    for bet in known.bets:
        bets.setdefault(bet.seat, {})[bet.wager] = bet.cents
    scale = bets[known.seat].get(game.main_wager.name) or next(iter(bets[known.seat].values()))
    if len(bets) == 1 and known.seat == SEAT:
        try:
            walked = Walker(game, bets[SEAT], WALKED).options(known.told)
        except (LabError, AssertionError):
            pass
        else:
            return [Rated(_said(act.move, act.value, scale, said), outlook.main / scale) for act, outlook in walked]
    if known.seat != SEAT or len(bets) > 1:
        raise LabError(f"{game.title} is estimated for a single player at the table")
    draw = random.Random(known.key)
    position = Position(game, bets, known.told)
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
        return (move, value * said // scale)
    if isinstance(value, tuple):
        return (move, *(show(part) for part in value))
    return (move,)
