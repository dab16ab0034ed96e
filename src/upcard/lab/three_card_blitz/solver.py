"""3 Card Blitz solved: when to play seven known cards, and what every wager is worth (BLZ)."""

from collections import Counter
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING, cast

import numpy as np

from upcard.lab.analysis import Analysis, AnyWager, LabError, ProgressiveAnalysis, WagerAnalysis, total_of
from upcard.lab.kernels import Progress
from upcard.lab.pricing import OutcomeRow, net, rows, staked_at_deal
from upcard.lab.three_card_blitz.states import HAND, blind_codes, kinds, summaries
from upcard.rules.awards import DOLLAR
from upcard.rules.game import Game
from upcard.rules.three_card_blitz import hands
from upcard.rules.words import dollars

if TYPE_CHECKING:
    from upcard.rules.three_card_blitz.game import ThreeCardBlitz

METHOD = "exact: every hand of seven cards against every hand of the dealer's"


Prices = tuple[dict[str, Fraction], Fraction, Fraction, Fraction]
"""By the Blind's row when Ante, Blind and Play win; when they tie, lose, are folded."""


def prices(game: Game) -> Prices:
    """What Ante, Blind and Play bring together: by the Blind's row when they win; when they tie, lose, are folded."""
    ante, play, blind = (game.tables[name].pays for name in ("ante", "play", "blind"))
    main = {outcome: net(ante[outcome]) + net(play[outcome]) for outcome in hands.MAIN_OUTCOMES}
    won = {row: main["win"] + net(blind[row]) for row in hands.BLIND_WINS}
    return (
        won,
        main["tie"] + net(blind["tie"]),
        main["lose"] + net(blind["lose"]),
        net(ante["fold"]) + net(blind["fold"]),
    )


def solve(game: Game, progress: Progress, **options: str) -> Analysis:
    """Every wager of 3 Card Blitz, exactly."""
    if options:
        raise LabError(f"3 Card Blitz has no {', '.join(options)} to analyse")
    from upcard.lab.three_card_blitz import kernels

    progress("solving 3 Card Blitz")
    every = kinds(game.deck)
    dealer = comb(len(game.deck) - HAND, HAND)
    won, tie, lose, fold = prices(game)
    scale = lcm(*(value.denominator for value in (*won.values(), tie, lose, fold)))
    if max(abs(value) for value in (*won.values(), tie, lose, fold)) * scale * dealer >= 2**62:
        raise LabError("these pays are too large to add up exactly; the largest odds allowed here are about 10^10 to 1")
    gains = np.array([int(won[row] * scale) for row in hands.BLIND_WINS], np.int64)
    by_row, rest, folded, hands_dealt = kernels.decide(
        every.wins, every.ties, every.totals, every.tops, every.weights, blind_codes(hands.BLIND_WINS), dealer,
        gains, int(tie * scale), int(lose * scale), int(fold * scale), len(hands.BLIND_WINS),
    )  # fmt: skip
    of = int(hands_dealt) * dealer
    counts = {row: int(count) for row, count in zip(hands.BLIND_WINS, by_row, strict=True)}
    counts |= {"tie": int(rest[0]), "lose": int(rest[1]), "fold": int(folded) * dealer}
    assert sum(counts.values()) == of == comb(len(game.deck), HAND) * dealer, "some hands are missing"
    wagers: dict[str, AnyWager] = {}
    main = {"win": sum(counts[row] for row in hands.BLIND_WINS)} | {
        name: counts[name] for name in ("tie", "lose", "fold")
    }
    wagers["ante"] = WagerAnalysis(rows(main, of, game.tables["ante"]))
    wagers["blind"] = WagerAnalysis(rows(counts, of, game.tables["blind"]))
    made = {name: count for name, count in main.items() if name != "fold"}
    wagers["play"] = WagerAnalysis(
        rows(made, of, game.tables["play"]), per="ante", note="per Ante; the rest of the deals are folded"
    )
    together = won | {"tie": tie, "lose": lose, "fold": fold}
    results: Counter[Fraction] = Counter()
    for name, count in counts.items():
        results[together[name]] += count
    often = {"play": Fraction(of - counts["fold"], of), "fold": Fraction(counts["fold"], of)}
    total = total_of("ante", staked_at_deal(game) + often["play"], often, results, of)
    wagers |= _side_wagers(cast("ThreeCardBlitz", game))
    return Analysis.of(game, wagers, total, METHOD)


def _side_wagers(game: "ThreeCardBlitz") -> dict[str, AnyWager]:
    """The bets on the player's own seven cards; they stay in action on a fold (BLZ-6)."""
    found = summaries(game.deck)
    of = sum(found.values())
    flush: Counter[str] = Counter()
    for hand, ways in found.items():
        flush[hands.flush_bonus_outcome(hand)] += ways
    wagers: dict[str, AnyWager] = {"flush-bonus": WagerAnalysis(rows(flush, of, game.tables["flush-bonus"]))}
    if game.is_progressive:
        wagers["blitz-bonus"] = _progressive(game)
    else:
        fixed: Counter[str] = Counter()
        for hand, ways in found.items():
            fixed[hands.blitz_bonus_outcome(hand)] += ways
        wagers["blitz-bonus"] = WagerAnalysis(rows(fixed, of, game.tables["blitz-bonus"]))
    return wagers


def _progressive(game: "ThreeCardBlitz") -> ProgressiveAnalysis:
    """The $5 wager with five meters; a Double Blitz also takes every Royal Blitz it holds (BLZ-12, BLZ-14)."""
    table = game.tables["blitz-bonus"]
    stake = game.fixed_stake(game.wager("blitz-bonus")) or DOLLAR
    found = summaries(game.deck)
    of = sum(found.values())
    counts: dict[str, Counter[int]] = {name: Counter({0: 0}) for name in table.pays}
    meters: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for hand, ways in found.items():
        row, also = hands.progressive_outcome(hand)
        # Where the house pays a sum instead of a meter, it is won besides too.
        counts[row][sum(table[more].winnings(stake) for more in also)] += ways
        for claimed in (row, *also):
            if table[claimed].percent:
                meter = game.meter_of("blitz-bonus", claimed)
                meters[meter] += ways * table[claimed].percent
                whole[meter] += ways * (table[claimed].percent == 100)
    slopes = {meter: Fraction(weight, 100 * of) for meter, weight in sorted(meters.items())}
    emptied = {meter: Fraction(weight, of) for meter, weight in sorted(whole.items())}
    made = tuple(
        OutcomeRow(name, ways, of, _with(pay.text, more), (net(pay, stake) * stake + more) / DOLLAR, pay.wins)
        for name, pay in table.pays.items()
        for more, ways in sorted(counts[name].items())
        if ways or not any(counts[name].values())
    )
    return ProgressiveAnalysis(
        made, Fraction(stake, DOLLAR), slopes,
        emptied=emptied,
        note="meters at whole dollars: what the house adds to round a jackpot up is not counted; sd is for meters at 0",
    )  # fmt: skip


def _with(pays: str, more: int) -> str:
    """A pay with what is won besides, in cents."""
    return f"{pays} and {dollars(more)}" if more else pays


def warm(progress: Progress) -> None:
    """Compiles every kernel of this game."""
    from upcard.rules.three_card_blitz.game import ThreeCardBlitz

    solve(ThreeCardBlitz(), progress)
