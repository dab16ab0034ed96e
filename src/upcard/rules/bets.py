"""What a seat may bet: every objection to a draft of bets, each with what would be right (GEN-3, GEN-5).

Nobody else checks a stake. A round that is opened stops at the first objection; pages, consoles and bots show or
follow them all.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from upcard.rules.needs import Illegal
from upcard.rules.words import in_dollars

if TYPE_CHECKING:
    from upcard.rules.game import Game, Wager

Bets = Mapping[int, Mapping[str, int]]
"""Seat → wager → cents."""

MOST_CENTS = 10**15
"""More than any table takes; amounts up to here stay exact in every part of the house."""


@dataclass(frozen=True, slots=True)
class BetObjection:
    """Why a bet can't stand."""

    seat: int
    """0 where it concerns the whole table."""
    wager: str
    """Empty where it concerns all of a seat's bets."""
    words: str
    """The reason, with {} for every amount."""
    amounts: tuple[int, ...]
    """In cents."""
    rule: str
    right: int | None = None
    """The stake that would be right there, in cents; None where no stake on this wager alone would be."""

    @property
    def reason(self) -> str:
        """The reason with its seat, in cents, as programs are told."""
        said = self.words.format(*self.amounts)
        return f"seat {self.seat}: {said}" if self.seat else said

    @property
    def in_dollars(self) -> str:
        """The reason as a player reads it, on whose seat it stands."""
        return in_dollars(self.words, self.amounts)


def objections(game: "Game", bets: Bets) -> Iterator[BetObjection]:
    """Everything that keeps bets from standing, seat by seat."""
    if not any(bets.values()):
        yield BetObjection(0, "", "there is no bet on the table; at least one seat has to bet", (), "GEN-3")
    for seat, stakes in bets.items():
        if not 1 <= seat <= game.max_seats:
            said = f"there is no seat {seat}; {game.title} has seats 1 to {game.max_seats}"
            yield BetObjection(0, "", said, (), "GEN-5")
        elif stakes:
            yield from _of_seat(game, seat, stakes)


def followed(game: "Game", stakes: Mapping[str, int]) -> dict[str, int]:
    """A seat's draft with what follows from it: a wager that equals another has its stake, and one that may not be
    under another grows along.

    A stake of 0 is none. Where the draft has no bet that others follow, nothing is put down for it.
    """
    found = {name: cents for name, cents in stakes.items() if cents}
    for wager in game.wagers:
        if wager.placed != "before":
            continue
        if wager.equals is not None:
            if wager.equals in found:
                found[wager.name] = found[wager.equals]
            else:
                found.pop(wager.name, None)
        elif (least := found.get(wager.at_least or "", 0)) and (wager.required or wager.name in found):
            found[wager.name] = max(least, found.get(wager.name, 0))
    return found


def _of_seat(game: "Game", seat: int, stakes: Mapping[str, int]) -> Iterator[BetObjection]:
    known = game.by_name
    sound = True
    for name, cents in stakes.items():
        wager = known.get(name)
        if wager is None or wager.placed != "before":
            before = ", ".join(w.name for w in game.wagers if w.placed == "before")
            reason = "is not placed before the deal" if wager else "is no wager of this game"
            said = f"{_literal(name)} {reason}; before the deal there are {before}"
            yield BetObjection(seat, name, said, (), game.wagers[0].rule)
            sound = False
        elif type(cents) is not int or not 0 < cents <= MOST_CENTS:
            given = _literal(f"{cents!r}"[:40])
            said = f"the stake on {wager.title} is whole cents above 0, not {given}"
            yield BetObjection(seat, name, said, (), "GEN-3", game.limits(name)[0])
            sound = False
    if not sound:
        return  # what the others come to can't be said beside what is no stake
    for name, cents in stakes.items():
        wager = known[name]
        wrong = _stake(game, seat, wager, cents, stakes)
        if wrong is not None:
            yield wrong
        if wager.needs and not any(needed in stakes for needed in wager.needs):
            wanted = " or ".join(known[needed].title for needed in wager.needs)
            yield BetObjection(seat, name, f"{wager.title} needs {wanted} at the same seat", (), wager.rule)
    for wager in game.compulsory:
        if wager.name not in stakes:
            right = game.fixed_stake(wager) or max(game.limits(wager.name)[0], stakes.get(_beside(wager), 0))
            yield BetObjection(seat, wager.name, f"{wager.title} is compulsory", (), wager.rule, right)
    for wager, first in game.later:
        if first.name in stakes:
            wrong = _later(game, seat, wager, first, stakes[first.name])
            if wrong is not None:
                yield wrong
    try:
        game.check_seat(stakes)
    except Illegal as illegal:
        yield BetObjection(seat, "", _literal(illegal.reason), (), illegal.rule)


def _literal(text: str) -> str:
    """A text whose braces are no places for amounts."""
    return text.replace("{", "{{").replace("}", "}}")


def _beside(wager: "Wager") -> str:
    """The wager whose stake is this one's, or the least of it."""
    return wager.equals or wager.at_least or ""


def _stake(game: "Game", seat: int, wager: "Wager", cents: int, stakes: Mapping[str, int]) -> BetObjection | None:
    """What is wrong with the stake on one wager."""
    low, high = game.limits(wager.name)
    fixed = game.fixed_stake(wager)
    base = stakes.get(wager.equals or wager.multiple_of or wager.at_least or "", 0)
    rule, right = wager.rule, base or None
    if fixed is not None:
        if cents == fixed:
            return None
        wrong, other, right = ": it is always {} cents", fixed, fixed
    elif cents < low:
        wrong, other, rule, right = " is under the table's minimum of {}", low, "GEN-3", low
    elif high is not None and cents > high:
        wrong, other, rule, right = " is over the table's maximum of {}", high, "GEN-3", high
    elif wager.equals is not None and cents != base:
        wrong, other = f" must equal {game.wager(wager.equals).title} ({{}})", base
    elif wager.multiple_of is not None and not _is_multiple(wager, cents, base):
        least, most = wager.times
        wrong, other = f" must be {least} to {most} times {game.wager(wager.multiple_of).title} ({{}})", base
        right = base * min(max(cents // base, least), most) if base else None
    elif wager.at_least is not None and cents < base:
        wrong, other = f" must be at least {game.wager(wager.at_least).title} ({{}})", base
    else:
        return None
    return BetObjection(seat, wager.name, f"{_literal(wager.title)} of {{}} cents{wrong}", (cents, other), rule, right)


def _is_multiple(wager: "Wager", cents: int, base: int) -> bool:
    least, most = wager.times
    return base > 0 and cents % base == 0 and least <= cents // base <= most


def _later(game: "Game", seat: int, wager: "Wager", first: "Wager", cents: int) -> BetObjection | None:
    """A bet whose Play bet could never be made within the table's limits (GEN-3)."""
    if game.multiples(wager.name, cents):
        return None
    low, high = game.limits(wager.name)
    least, most = wager.times
    short = cents * most < low or high is None
    end, limit, right = ("minimum", low, -(-low // most)) if short else ("maximum", high or 0, (high or 0) // least)
    amount = "of the same amount" if wager.equals else f"of {least} to {most} times the amount"
    said = f"{{}} cents on {first.title} needs a {wager.title} {amount}, and the {end} of {{}} there does not allow it"
    return BetObjection(seat, first.name, said, (cents, limit), "GEN-3", right)
