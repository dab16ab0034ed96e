"""Blackjack solved: the bet under best play, insurance and the side bets, as the lab reports them (BJK, B7S)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from upcard.lab.analysis import Analysis, AnyWager, Json, LabError, Total, WagerAnalysis
from upcard.lab.blackjack import sevens, sidebets
from upcard.lab.blackjack.bet import Bet, solve_bet
from upcard.lab.blackjack.pairs import DEFAULT, STRATEGIES
from upcard.lab.blackjack.shoes import Composition, ShoeError
from upcard.lab.blackjack.tables import CARD_OF, slot_of
from upcard.lab.blackjack.terms import Terms
from upcard.lab.kernels import Progress, silent
from upcard.lab.pricing import OutcomeRow, net, rows
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import INFINITE, Blackjack
from upcard.rules.game import Game
from upcard.rules.odds import parse_pay

METHOD = "exact to floating point: every composition of the player's hand against every finished hand of the dealer"
_OF = 10**12
"""Frequencies of the bet are floats; a report writes them as so many of this."""


@dataclass(frozen=True, slots=True)
class BetAnalysis(WagerAnalysis):
    """The bet: its expectation was added up in floating point, and a hand can carry two stakes or be split in several.

    A row counts hands: those of a split one by one, a doubled one once. Its gain is what a hand of it adds to the
    expectation of one bet, on average.
    """

    bet: Bet | None = None

    @property
    def ev(self) -> Fraction:
        """The player's expectation for one bet, good to 1e-12."""
        assert self.bet is not None
        return Fraction(self.bet.ev)

    @property
    def sd(self) -> float:
        """The standard deviation of a round's result, all its hands together, for one bet."""
        assert self.bet is not None
        return self.bet.sd

    @property
    def frequencies(self) -> Mapping[str, Fraction]:
        """How many hands a round come to each outcome; a round with a split has several."""
        assert self.bet is not None
        often: dict[str, Fraction] = {}
        for (outcome, _), hands in self.bet.lines.items():
            often[outcome] = often.get(outcome, Fraction(0)) + Fraction(hands)
        return often

    @property
    def gains(self) -> Mapping[str, frozenset[Fraction]]:
        """What a hand of each outcome can win or lose, in bets: with one stake or with two."""
        assert self.bet is not None
        odds = {row.outcome: net(parse_pay(row.pays)) for row in self.rows}
        can = [(outcome, stakes) for (outcome, stakes), often in self.bet.lines.items() if often]
        return {name: frozenset(stakes * odds[name] for outcome, stakes in can if outcome == name) for name in odds}

    def to_json(self) -> Json:
        """The contract's form; `ev` is a number here."""
        return WagerAnalysis.to_json(self) | {"ev": float(self.ev)}


def composition(game: Blackjack, shoe: str | None = None) -> Composition:
    """The shoe of a table, or the one given as rank counts."""
    if shoe is not None:
        if game.house["decks"] == INFINITE:
            raise LabError("an infinite shoe can't be played from; give either decks=infinite or a shoe")
        return _read_shoe(shoe)
    if game.house["decks"] == INFINITE:
        return Composition.without_end()
    counts = [0] * len(CARD_OF)
    for card, n in game.deck_counts.items():
        counts[slot_of(card)] += n
    return Composition(tuple(counts))


def _read_shoe(text: str) -> Composition:
    try:
        return Composition.parse(text)
    except ShoeError as error:
        raise LabError(str(error)) from error


def solve(game: Game, progress: Progress = silent, **options: str) -> Analysis:
    """Every wager of blackjack. Options: `shoe` (rank counts), `post_split` (how split hands are played)."""
    assert isinstance(game, Blackjack)
    unknown = set(options) - {"shoe", "post_split"}
    if unknown:
        raise LabError(f"blackjack has no {', '.join(sorted(unknown))} to analyse; it has shoe and post_split")
    post_split, given = options.get("post_split", DEFAULT), options.get("shoe")
    shoe = composition(game, given)
    try:
        progress("solving every hand of blackjack against every upcard")
        bet = solve_bet(shoe, Terms.of(game), post_split)
    except ShoeError as error:
        raise LabError(str(error)) from error
    wagers: dict[str, AnyWager] = {"bet": _bet(game, bet)}
    if shoe.counts[_ACE]:
        wagers["insurance"] = _insurance(game, shoe)
    if given is None:
        progress("counting the side bets")
        wagers |= _side_bets(game)
    note = f"split hands: {post_split}, {STRATEGIES[post_split]}; insurance where it is favourable"
    total = Total(
        "bet",
        Fraction(bet.total),
        Fraction(bet.average_wager),
        lambda: bet.total_sd,
        {decision: Fraction(often) for decision, often in bet.decisions.items()},
        note=note,
        exact=False,
    )
    found = Analysis.of(game, wagers, total, METHOD)
    if given is None:
        return found
    # The shoe that was analysed stands in place of the decks it is not.
    house = {name: value for name, value in found.house.items() if name != "decks"}
    return replace(found, house={**house, "shoe": str(shoe)})


def _bet(game: Blackjack, bet: Bet) -> BetAnalysis:
    table = game.table_of("bet").pays
    hands = sum(bet.lines.values())
    made, left = [], _OF
    names = [name for name in table if any(outcome == name for outcome, _ in bet.lines)]
    for name in names:
        often = {stakes: n for (outcome, stakes), n in bet.lines.items() if outcome == name}
        count = left if name == names[-1] else round(sum(often.values()) / hands * _OF)
        left -= count
        pay = table[name]
        share = net(pay) * Fraction(sum(stakes * n for stakes, n in often.items()))
        made.append(OutcomeRow(name, count, _OF, pay.text, share * _OF / count if count else Fraction(0), pay.wins))
    note = (
        f"rows count hands, rounded to {_OF:.0e}: those of a split one by one, a doubled hand once; "
        "a row's return is its part of the expectation of one bet"
    )
    return BetAnalysis(tuple(made), per="bet", note=note, bet=bet)


_ACE = next(slot for slot, card in enumerate(CARD_OF) if atoms.offers_insurance(card))


def _insurance(game: Blackjack, shoe: Composition) -> WagerAnalysis:
    """Insurance for one who knows only the upcard; the bet's own hand is counted where it is taken (BJK-7)."""
    counts = {"win": 0, "lose": 0}
    for slot, card in enumerate(CARD_OF):
        counts[atoms.insurance(card)] += shoe.counts[slot] - (slot == _ACE and not shoe.infinite)
    table = game.table_of("insurance")
    return WagerAnalysis(
        rows(counts, sum(counts.values()), table), note="the upcard is an ace, and nothing else is known"
    )


def _side_bets(game: Blackjack) -> dict[str, AnyWager]:
    """The bets that suits and ranks decide: they need the whole shoe, not only its values."""
    infinite = game.house["decks"] == INFINITE
    found: dict[str, AnyWager] = {}
    for wager, counter in (("21+3", sidebets.twenty_one_plus_three), ("in-between", sidebets.in_between)):
        table = game.table_of(wager)
        counts, of = counter(game.deck_counts, tuple(table.pays), infinite=infinite)
        found[wager] = WagerAnalysis(rows(counts, of, table))
    if game.has_three_suited_sevens():
        found["blazing-sevens"] = sevens.analyse(game)
    return found


def warm(progress: Progress) -> None:
    """Compiles every kernel and makes every array of this game."""
    for soft_17 in ("stand", "hit"):
        solve(Blackjack({"soft-17": soft_17}), progress)
