"""Three Card Poker solved: when to play, and what every wager is worth (TCP)."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

import numpy as np

from upcard.lab.analysis import (
    Analysis,
    AnyWager,
    EnvyAnalysis,
    LabError,
    ProgressiveAnalysis,
    Total,
    WagerAnalysis,
    total_of,
)
from upcard.lab.kernels import Array, Progress
from upcard.lab.pricing import OutcomeRow, bonus, net, rows, staked_at_deal
from upcard.lab.tables import outcome_codes, versus_codes
from upcard.lab.three_card_poker.counts import Deals, deals, six_card_counts
from upcard.rules.awards import DOLLAR
from upcard.rules.game import Game
from upcard.rules.three_card_poker import hands

METHOD = "exact: every hand of the player against every hand of the dealer"


@dataclass(frozen=True, slots=True)
class Meeting:
    """What can become of Ante and Play together, and how often for each kind of hand."""

    outcomes: tuple[tuple[str, str], ...]
    """(Ante, Play)"""
    counts: Array
    """At [kind, outcome]: dealer's hands."""


def meet(game: Game, dealt: Deals, kind: int | None = None) -> Meeting:
    """Puts every kind of hand, or one, against the dealer's histogram, through the rules' own words for it."""
    antes, plays = tuple(game.table_of("ante").pays), tuple(game.table_of("play").pays)
    size = dealt.dealer.shape[1]
    ante = versus_codes("three-card-poker-ante", hands.ante_outcome, antes, size).astype(np.int16)
    play = versus_codes("three-card-poker-play", hands.play_outcome, plays, size)
    chosen = slice(None) if kind is None else slice(kind, kind + 1)
    dealer, strengths = dealt.dealer[chosen], dealt.strengths[chosen]
    both = ante * len(plays) + play if kind is None else (ante[strengths] * len(plays) + play[strengths])
    met = np.unique(both)
    rows_of = strengths if kind is None else np.zeros(1, np.int64)
    counts = np.stack([(dealer * (both == one)[rows_of]).sum(axis=1) for one in met], axis=1)
    return Meeting(tuple((antes[one // len(plays)], plays[one % len(plays)]) for one in met), counts)


def bonus_codes(game: Game, dealt: Deals, wager: str) -> Array:
    """The row that each kind of hand meets on the Ante Bonus or Pair Plus."""
    atom = {"ante-bonus": hands.ante_bonus_outcome, "pair-plus": hands.pair_plus_outcome}[wager]
    title = f"three-card-poker-{wager}-of-{len(dealt.hands)}-{hash(dealt.hands) & 0xFFFFFFFF:x}"
    return outcome_codes(title, atom, lambda: dealt.hands, tuple(game.table_of(wager).pays))


def decide(game: Game, dealt: Deals, meeting: Meeting) -> tuple[Array, Array, int]:
    """The expectation of a Play bet and of a fold for each kind of hand, as integers over a common scale.

    Returns what playing wins summed over the dealer's hands, the same for folding, and the scale of one Ante.
    """
    ante, play, extra = (game.table_of(wager).pays for wager in ("ante", "play", "ante-bonus"))
    together = [net(ante[a]) + net(play[p]) for a, p in meeting.outcomes]
    bonuses = [bonus(pay) for pay in extra.values()]
    fold = net(ante["fold"])
    scale = lcm(*(value.denominator for value in (*together, *bonuses, fold)))
    largest = max(abs(value) for value in (*together, *bonuses, fold)) * scale * dealt.dealer_hands
    if largest > 2**62:
        raise LabError("these pays are too large to add up exactly; the largest odds allowed here are about 10^13 to 1")
    gain = np.array([int(value * scale) for value in together], np.int64)
    given = np.array([int(value * scale) for value in bonuses], np.int64)
    playing = meeting.counts @ gain + given[bonus_codes(game, dealt, "ante-bonus")] * dealt.dealer_hands
    folding = np.full(len(dealt.hands), int(fold * scale) * dealt.dealer_hands, np.int64)
    return playing, folding, scale


def played_kinds(game: Game, dealt: Deals, meeting: Meeting) -> Array:
    """Whether each kind of hand is played; where both are worth the same, the hand stakes less."""
    playing, folding, _ = decide(game, dealt, meeting)
    plays: Array = playing > folding
    return plays


def solve(game: Game, progress: Progress, **options: str) -> Analysis:
    """Every wager of Three Card Poker, exactly."""
    if options:
        raise LabError(f"Three Card Poker has no {', '.join(options)} to analyse")
    progress("tabulating the deals of Three Card Poker")
    dealt = deals(game.deck)
    meeting = meet(game, dealt)
    plays = played_kinds(game, dealt, meeting)
    wagers: dict[str, AnyWager] = {}
    total = _main_wagers(game, dealt, meeting, plays, wagers)
    _side_wagers(game, dealt, plays, wagers)
    return Analysis.of(game, wagers, total, METHOD)


def _main_wagers(game: Game, dealt: Deals, meeting: Meeting, plays: Array, wagers: dict[str, AnyWager]) -> Total:
    """Ante, Play and Ante Bonus, and the three together."""
    names = tuple(game.table_of("ante-bonus").pays)
    code = bonus_codes(game, dealt, "ante-bonus")
    of = dealt.player_hands * dealt.dealer_hands
    folded = int(dealt.weights[~plays].sum()) * dealt.dealer_hands
    ante: Counter[str] = Counter({"fold": folded})
    play: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    ante_pays, play_pays, extra = (game.table_of(wager).pays for wager in ("ante", "play", "ante-bonus"))
    results: Counter[Fraction] = Counter({net(ante_pays["fold"]): folded})
    for b, name in enumerate(names):
        chosen = plays & (code == b)
        seen = (meeting.counts[chosen] * dealt.weights[chosen][:, None]).sum(axis=0)
        for (a, p), count in zip(meeting.outcomes, map(int, seen), strict=True):
            ante[a] += count
            play[p] += count
            paid[name] += count
            results[net(ante_pays[a]) + net(play_pays[p]) + bonus(extra[name])] += count
    wagers["ante"] = WagerAnalysis(rows(ante, of, game.table_of("ante")))
    wagers["play"] = WagerAnalysis(
        rows(play, of, game.table_of("play")), per="ante", note="per Ante; the rest of the deals are folded"
    )
    given = {name: bonus(pay) for name, pay in extra.items()}
    wagers["ante-bonus"] = WagerAnalysis(
        rows(paid, of, game.table_of("ante-bonus"), given), per="ante", note="per Ante, with a Play bet"
    )
    staked = staked_at_deal(game) + Fraction(of - folded, of)
    decisions = {"play": Fraction(of - folded, of), "fold": Fraction(folded, of)}
    return total_of("ante", staked, decisions, results, of)


def _side_wagers(game: Game, dealt: Deals, plays: Array, wagers: dict[str, AnyWager]) -> None:
    """The bets that the player's or all six cards decide alone."""
    pair_plus = game.table_of("pair-plus")
    code = bonus_codes(game, dealt, "pair-plus")
    stays = game.house["pair-plus-on-fold"] == "stays"
    counts: Counter[str] = Counter()
    for place, name in enumerate(pair_plus.pays):
        met = code == place
        kept = met if stays else met & plays
        counts[name] += int(dealt.weights[kept].sum())
        counts["other"] += int(dealt.weights[met & ~kept].sum())
    note = "" if stays else "with an Ante beside it; a folded hand counts as other (TCP-8)"
    wagers["pair-plus"] = WagerAnalysis(rows(counts, dealt.player_hands, pair_plus), note=note)

    six = game.table_of("six-card-bonus")
    found = six_card_counts(game.deck, tuple(six.pays))
    wagers["six-card-bonus"] = WagerAnalysis(rows(found, comb(len(game.deck), 6), six))

    envy = _envy(game)
    wagers["progressive"] = _progressive(game, envy.ev)
    wagers["envy"] = envy


def _counts_of_hands(game: Game, wager: str) -> tuple[dict[str, int], int]:
    """How many of the player's hands meet each row; the suit matters here, so every hand is asked about."""
    from itertools import combinations

    atom = {"progressive": hands.progressive_outcome, "envy": hands.envy_outcome}[wager]
    names = tuple(game.table_of(wager).pays)
    deck = tuple(sorted(game.deck))
    title = f"three-card-poker-{wager}-deck-{hash(deck) & 0xFFFFFFFF:x}"
    code = outcome_codes(title, atom, lambda: combinations(deck, 3), names)
    found = np.bincount(code, minlength=len(names))
    return dict(zip(names, map(int, found), strict=True)), len(code)


def _progressive(game: Game, envy: Fraction) -> ProgressiveAnalysis:
    """The $1 wager: fixed pays and one meter (TCP-11)."""
    table = game.table_of("progressive")
    stake = game.wager("progressive").fixed or DOLLAR
    counts, of = _counts_of_hands(game, "progressive")
    dollars = {name: net(pay, stake) * stake / DOLLAR for name, pay in table.pays.items()}
    slopes: Counter[str] = Counter()
    emptied: Counter[str] = Counter()
    for name, pay in table.pays.items():
        if pay.percent:
            slopes[game.meter_of("progressive", name)] += counts[name] * pay.percent
            emptied[game.meter_of("progressive", name)] += counts[name] * (pay.percent == 100)
    per_dollar = {meter: Fraction(weight, of * 100) for meter, weight in slopes.items()}
    taken = {meter: Fraction(often, of) for meter, often in emptied.items()}
    return ProgressiveAnalysis(
        rows(counts, of, table, dollars), Fraction(stake, DOLLAR), per_dollar, envy, emptied=taken
    )


def _envy(game: Game) -> EnvyAnalysis:
    """What one other player's hand is worth to a bettor (TCP-12)."""
    table = game.table_of("envy")
    counts, of = _counts_of_hands(game, "envy")
    made = tuple(
        OutcomeRow(name, counts[name], of, pay.text, bonus(pay, DOLLAR), pay.wins) for name, pay in table.pays.items()
    )
    return EnvyAnalysis(made)


def warm(progress: Progress) -> None:
    """Makes every array of this game."""
    from upcard.rules.three_card_poker import ThreeCardPoker

    solve(ThreeCardPoker(), progress)
