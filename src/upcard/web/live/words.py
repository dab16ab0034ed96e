"""What happened in words and money, for people and screen readers: ``Blind: Royal Blitz, 8 to 1, +$80``."""

from upcard.rules.events import (
    Line,
)
from upcard.rules.game import Game
from upcard.rules.words import dollars, spaced

_NAMELESS = {"other", "none"}
"""Names of the pay tables that say nothing to a person."""


def label(name: str, pays: str = "lose") -> str:
    """A kebab-case name as people write it; an outcome without a name of its own by what it pays.

    >>> label("three-of-a-kind"), label("royal-blitz"), label("21")
    ('Three of a kind', 'Royal blitz', '21')
    >>> label("other"), label("other", "1 to 1")
    ('No win', 'Win')
    """
    text = ("no win" if pays == "lose" else "win") if name in _NAMELESS else spaced(name)
    return text[:1].upper() + text[1:]


def line_text(game: Game, line: Line, awarded: int | None) -> str:
    """One settled wager in words; `awarded` is what a meter pays, None while the house works it out."""
    said = [label(line.outcome, line.pays)]
    if line.pays not in {line.outcome, "lose"} and not (line.pays == "push" and line.outcome == "tie"):
        said.append(line.pays)
    net = line.returned - line.stake + (awarded or 0)
    if line.claims and awarded is None:
        said.append("the amount follows")
    else:
        said.append(dollars(net, sign=True) if net else "even")
    return f"{game.wager(line.wager).title}: {', '.join(said)}"


def result_text(seat: int, net: int, *, pending: bool = False, you: bool = False) -> str:
    """A seat's round in a sentence, for others or for whoever sits there.

    >>> result_text(2, -500), result_text(2, -500, you=True), result_text(2, 0, you=True)
    ('Seat 2 loses $5', 'You lose $5', 'You break even')
    """
    who, s = ("You", "") if you else (f"Seat {seat}", "s")
    if pending:
        return f"{who} {'have' if you else 'has'} a jackpot"
    if net == 0:
        return f"{who} break{s} even"
    return f"{who} {f'win{s}' if net > 0 else 'lose' + s} {dollars(abs(net))}"


def seconds(amount: float) -> str:
    """A span of time in words."""
    return f"{amount:.0f} seconds" if amount >= 1.5 else "a second"


def clock_text(seat: int, hand: int | None, label: str, allowed: float) -> str:
    """The clock decided for somebody; `hand` where the seat has several.

    >>> clock_text(2, None, "Stand", 30)
    'The time to decide was over at seat 2 (30 seconds), so the house chose for you: Stand.'
    """
    where = f"seat {seat}" if hand is None else f"seat {seat}, hand {hand}"
    return f"The time to decide was over at {where} ({seconds(allowed)}), so the house chose for you: {label}."


def away_text(seat: int, away: float) -> str:
    """A seat was given up.

    >>> away_text(3, 600)
    'Nobody had done anything at seat 3 for 10 minutes, so it was given up. Bets that lay there went back to you.'
    """
    span = f"{away / 60:.0f} minutes" if away >= 120 else seconds(away)
    return (
        f"Nobody had done anything at seat {seat} for {span}, so it was given up. Bets that lay there went back to you."
    )
