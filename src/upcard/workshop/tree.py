"""Perft: a small deck walked to its last leaf, every deal times every move."""

from itertools import islice
from random import Random

from upcard.cards.shoe import ShoeEmpty
from upcard.rounds.enumerate import Path, paths
from upcard.rounds.fault import where
from upcard.rules.game import Game
from upcard.workshop.conserved import check_cards, check_money
from upcard.workshop.verdict import Fault
from upcard.workshop.world import World, WorldRound, dealt, stakes, story

MOST = 1_000
"""Paths of one walk: it begins at the earliest moment from which there are no more."""

HOUSES = 4
"""House settings whose trees are walked."""


def perft(world: World) -> str:
    """Every path of a small deck ends, with all its cards and all its money."""
    chance = world.chance("perft")
    walked = deals = nodes = 0
    for game in world.houses[:HOUSES]:
        begun = _begun(world, game, chance)
        found, start = _walk(begun)
        for path in found:
            told = story(path.round.game, begun.bets, path.answers)
            check_cards(path.round, told)
            check_money(path.round, told)
            deals += path.weight
            nodes += len(path.answers) - start
        walked += len(found)
    return f"{walked:,} paths of small decks, {deals:,} deals, {nodes:,} answers"


def _begun(world: World, game: Game, chance: Random) -> WorldRound:
    """A round of one seat over a deck with few cards more than it needs."""
    size = min(
        len(game.deck), max((len(deal_of(played)) // len(played.bets) for played in world.played), default=8) + 2
    )
    while True:
        tables = {name: table.name for name, table in game.tables.items()}
        small = type(game)(game.house, tables, sorted(chance.sample(game.deck, size)))
        begun = world.play(small, {1: stakes(small, chance)}, chance)
        if begun is not None:
            return begun
        crash = world.crashes.pop()
        if size == len(game.deck) or not isinstance(crash.error, ShoeEmpty):
            raise Fault(crash.told)
        size = min(len(game.deck), 2 * size)


def deal_of(played: WorldRound) -> list[int]:
    """The cards that a round dealt."""
    return list(dealt(played.round).elements())


def _walk(begun: WorldRound) -> tuple[list[Path], int]:
    """Every path from the earliest moment of a round from which there are few enough; and that moment."""
    best, start = list[Path](), len(begun.answers)
    for at in range(len(begun.answers), -1, -1):
        first = begun.answers[:at]
        try:
            found = list(islice(paths(begun.game, begun.bets, start=first), MOST + 1))
        except ShoeEmpty:  # from here on a longer round than this deck lasts for can come
            break
        except Exception as error:
            told = story(begun.game, begun.bets, first)
            raise Fault(f"{where(error)} in a walk of a small deck from: {told}") from error
        if len(found) > MOST:
            break
        best, start = found, at
    return best, start
