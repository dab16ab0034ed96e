"""3 Card Blitz's hands in cells, for strategies that people can remember (BLZ-6)."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb, lcm

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array, Progress
from upcard.lab.memorable.findings import Findings
from upcard.lab.memorable.two_way import Sheet, findings, sheet_of
from upcard.lab.three_card_blitz.solver import prices
from upcard.lab.three_card_blitz.states import HAND, SuitStates, blind_codes, kinds, states
from upcard.rules.game import Game
from upcard.rules.three_card_blitz import hands
from upcard.rules.three_card_blitz.points import blitz_value

RANKS = 13


def quads(s: SuitStates) -> Array:
    """The four states of every kind of hand, in the order of `kinds`."""
    by_size = np.argsort(s.sizes, kind="stable")
    starts = np.searchsorted(s.sizes[by_size], np.arange(RANKS + 2))
    found = []
    for sizes in _sizes():
        spans = [np.arange(starts[size], starts[size + 1]) for size in sizes]
        grid = np.stack([axis.ravel() for axis in np.meshgrid(*spans, indexing="ij")], axis=1)
        for i, j in ((0, 1), (1, 2), (2, 3)):
            if sizes[i] == sizes[j]:  # alike up to their order: they ascend
                grid = grid[grid[:, i] <= grid[:, j]]
        found.append(by_size[grid])
    return np.concatenate(found)


def _sizes() -> Iterator[tuple[int, int, int, int]]:
    """How seven cards lie in four suits, the longest first."""
    for a in range(HAND + 1):
        for b in range(min(a, HAND - a) + 1):
            for c in range(min(b, HAND - a - b) + 1):
                if HAND - a - b - c <= c:
                    yield a, b, c, HAND - a - b - c


def sheet(game: Game) -> Sheet:
    """Every kind of hand, with what playing wins over folding."""
    s, every = states(game.deck), kinds(game.deck)
    held = quads(s)
    if len(held) != len(every.wins) or not (s.totals[held].max(axis=1) == every.totals).all():
        raise LabError("3 Card Blitz: the kinds of hands do not stand in the order they are looked at")
    won, tie, lose, fold = prices(game)
    parts = lcm(*(value.denominator for value in (*won.values(), tie, lose, fold)))
    dealer = comb(s.cards - HAND, HAND)
    gains = np.array([int(won[row] * parts) for row in hands.BLIND_WINS], np.int64)
    codes = blind_codes(hands.BLIND_WINS)
    # A kind counts its hands by how many of its suits at the top are royal: the Blind tells those apart.
    kind, royals = np.nonzero(every.weights)
    weight = every.weights[kind, royals].astype(np.int64)
    wins, ties = every.wins[kind], every.ties[kind]
    code = codes[every.totals[kind], every.tops[kind], royals]
    gain = wins * gains[code] + ties * int(tie * parts) + (dealer - wins - ties) * int(lose * parts)
    gain = (gain - int(fold * parts) * dealer) * weight
    points = _points(s)
    seen = {
        "total": every.totals[kind].astype(np.int64),
        "points": points[held].sum(axis=1)[kind],
        "longest-suit": s.sizes[held].max(axis=1)[kind],
        "royal": (royals > 0).astype(np.int64),
    }
    of = int(every.weights.sum()) * dealer
    return sheet_of(
        game, "ante", ("play", "fold"), seen, weight * dealer, gain, np.maximum(gain, 0), of, parts, Fraction(fold)
    )


def _points(s: SuitStates) -> Array:
    """What all cards of each state count together; the cards that share a state count the same."""
    points = np.zeros(len(s.sizes), np.int64)
    for mask, state in enumerate(s.of_mask.tolist()):
        if state >= 0:
            points[state] = sum(blitz_value(4 * r) for r in range(RANKS) if mask >> r & 1)
    return points


def find(game: Game, progress: Progress) -> Findings:
    """The short strategies of 3 Card Blitz."""
    progress("searching short strategies of 3 Card Blitz")
    made = sheet(game)
    at = made.features.index("total")
    return findings(made, [f"a total of {int(row[at])}" for row in made.seen])
