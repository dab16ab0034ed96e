"""4 Card Split solved: every split and every fold with the upcard known, and what every wager is worth (SPL)."""

import math
from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, cast

import numpy as np

from upcard.lab.analysis import Analysis, AnyWager, LabError, Later, Total, WagerAnalysis
from upcard.lab.four_card_split.packed_kernels import FOLD_ALL, INSTANT, plays, split_of
from upcard.lab.four_card_split.play import SplitSolution, meetings_of, solution
from upcard.lab.four_card_split.together import SAMPLE, covariance
from upcard.lab.kernels import Array, Progress
from upcard.lab.pricing import net, rows, second_moment, staked_at_deal
from upcard.lab.tables import outcome_codes
from upcard.rules.four_card_split import hands
from upcard.rules.game import Game

if TYPE_CHECKING:
    from upcard.rules.four_card_split.game import FourCardSplit

METHOD = "exact: every hand against every upcard, every split, every draw and every hand of the dealer"
PER_ANTE = "per Ante; both Antes are equal and either hand may lie at either, so these are the averages of the two"


def solve(game: Game, progress: Progress, **options: str) -> Analysis:
    """Every wager of 4 Card Split."""
    if options:
        raise LabError(f"4 Card Split has no {', '.join(options)} to analyse")
    split = cast("FourCardSplit", game)
    solved = solution(split, progress)
    codes = blind_codes(split, solved)
    counts = blind_counts(split, solved, codes)
    blind = WagerAnalysis(rows(counts, comb(len(game.deck), 4), game.tables["blind"]))
    ev = blind.ev + solved.hands_ev
    often = decisions(solved)
    staked = staked_at_deal(game) + often["plays"]
    total = Total(
        "ante", ev, staked, lambda: spread(split, solved, codes, blind), often,
        note=f"sd: what one deck changes in how two played hands go together is averaged over {SAMPLE} hands",
    )  # fmt: skip
    return Analysis.of(game, Later(lambda: _wagers(split, solved, blind)), total, METHOD)


def blind_codes(game: "FourCardSplit", solved: SplitSolution) -> Array:
    """The Blind's row of every class of hands."""
    cards = solved.geometry.cards
    title = f"four-card-split-blind-{len(cards)}-of-{len(solved.geometry.deck)}"
    return outcome_codes(title, hands.blind_outcome, cards.tolist, tuple(game.tables["blind"].pays))


def blind_counts(game: "FourCardSplit", solved: SplitSolution, codes: Array) -> dict[str, int]:
    """How many hands of four cards meet each row of the Blind."""
    names = tuple(game.tables["blind"].pays)
    return {name: int(solved.geometry.sizes[codes == code].sum()) for code, name in enumerate(names)}


def decisions(solved: SplitSolution) -> dict[str, Fraction]:
    """How often each kind of decision is right, and how many Play bets are made on average."""
    return solved.once("decisions", lambda: _decisions(solved))


def _decisions(solved: SplitSolution) -> dict[str, Fraction]:
    shape = solved.geometry
    often = np.bincount(solved.moves.reshape(-1), (shape.sizes * shape.held).reshape(-1))
    kinds: Counter[str] = Counter()
    for move, weight in enumerate(often):
        # A hand is one of a class, and an upcard of suit 0 stands for one of each suit.
        count = 4 * round(weight)
        split, played = split_of(move), plays(move, 0) + plays(move, 1)
        if move >= INSTANT:
            kinds["instant-winner"] += count
        elif move == FOLD_ALL:
            kinds["fold-all"] += count
        else:
            kinds["split-2-2" if split < 3 else "split-3-1"] += count
        kinds[("play-none", "play-one", "play-both")[played]] += count
        kinds["plays"] += played * count
    names = ("instant-winner", "split-2-2", "split-3-1", "fold-all", "play-both", "play-one", "play-none", "plays")
    return {name: Fraction(kinds[name], solved.rounds) for name in names}


def _wagers(game: "FourCardSplit", solved: SplitSolution, blind: WagerAnalysis) -> dict[str, AnyWager]:
    """The rows of every wager; both Antes have the same, and both Play bets."""
    made, extra = solved.once("hands", lambda: _hands(game, solved))
    return {"ante-1": made, "ante-2": made, "play-1": extra, "play-2": extra, "blind": blind}


def _hands(game: "FourCardSplit", solved: SplitSolution) -> tuple[WagerAnalysis, WagerAnalysis]:
    """The rows of an Ante and of a Play bet."""
    antes, extras = game.tables["ante"], game.tables["play"]
    met = meetings_of(solved)
    common = solved.denominators.common
    of = 2 * solved.rounds * common
    ante: Counter[str] = Counter()
    play: Counter[str] = Counter()
    for (on_ante, on_play), count in zip(solved.terms.outcomes, map(int, met), strict=True):
        ante[on_ante] += count
        play[on_play] += count
    moves = solved.moves.astype(np.int64)
    claimed = moves >= INSTANT
    place = split_of(moves) - 3
    held = solved.instant_code[np.arange(moves.shape[1])[None, :], np.where(claimed, place, 0)]
    for code, name in enumerate(antes.pays):
        ante[name] += common * solved.weighted((claimed & (held == code)).astype(np.int64))
    unplayed = 2 - plays(moves, 0) - plays(moves, 1) - claimed
    ante["fold"] += common * solved.weighted(unplayed)
    made = WagerAnalysis(rows(ante, of, antes), note=PER_ANTE)
    extra = WagerAnalysis(rows(play, of, extras), per="ante", note=PER_ANTE)
    assert 2 * (made.ev + extra.ev) == solved.hands_ev, "the outcomes do not add up to the hands' value"
    return made, extra


def spread(game: "FourCardSplit", solved: SplitSolution, blind_code: Array, blind: WagerAnalysis) -> float:
    """The standard deviation of a round's result with Blind = Ante, in Antes."""
    of_hands, by_class = solved.once("moments", lambda: _moments(game, solved))
    gains = np.array([float(net(pay)) for pay in game.tables["blind"].pays.values()])[blind_code]
    with_blind = float((gains * by_class).sum())
    mean = float(blind.ev + solved.hands_ev)
    return math.sqrt(float(second_moment(blind.rows)) + of_hands + 2 * with_blind - mean * mean)


def _moments(game: "FourCardSplit", solved: SplitSolution) -> tuple[float, Array]:
    """The mean square of both hands' result, and what they are worth by class, times its chance."""
    shape = solved.geometry
    weight = shape.sizes * shape.held * (4 / solved.rounds)
    first, second = _hand_values(solved)
    # Each hand's own square: from the meetings where it is played, else what it is known to bring.
    ante, play = game.tables["ante"].pays, game.tables["play"].pays
    gains = [net(ante[a]) + net(play[p]) for a, p in solved.terms.outcomes]
    met = meetings_of(solved)
    known = sum((gain**2 * int(count) for gain, count in zip(gains, met, strict=True)), Fraction(0))
    squares = float(known / solved.denominators.common / solved.rounds)
    squares += (weight * np.where(plays(solved.moves, 0), 0.0, first**2)).sum()
    squares += (weight * np.where(plays(solved.moves, 1), 0.0, second**2)).sum()
    together = (weight * first * second).sum() + covariance(solved, weight)
    return float(squares + 2 * together), (weight * (first + second)).sum(axis=0)


def _hand_values(solved: SplitSolution) -> tuple[Array, Array]:
    """At [upcard, class]: what the first and the second hand are worth in Antes."""
    unit = solved.denominators.common * solved.terms.scale
    first = solved.first / unit
    return first, solved.worth / unit - first


def warm(progress: Progress) -> None:
    """Compiles every kernel of this game and makes its arrays, of both versions."""
    from upcard.rules.four_card_split.game import FourCardSplit

    for version in (1, 2):
        solve(FourCardSplit({"version": version}), progress).to_json()
