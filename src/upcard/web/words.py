"""What happened in words and money, for people and screen readers: ``Blind: Royal Blitz, 8 to 1, +$80``."""

from upcard.rules.events import Line
from upcard.rules.game import Game
from upcard.rules.words import spaced

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


def money(cents: int, *, sign: bool = False) -> str:
    """Cents as dollars; whole dollars without the cents.

    >>> money(8000, sign=True), money(-1250), money(0, sign=True)
    ('+$80', '-$12.50', '$0')
    """
    mark = "-" if cents < 0 else "+" if sign and cents > 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{mark}${whole:,}" + (f".{rest:02d}" if rest else "")


def line_text(game: Game, line: Line, awarded: int | None) -> str:
    """One settled wager in words; `awarded` is what a meter pays, None while the house works it out."""
    said = [label(line.outcome, line.pays)]
    if line.pays not in {line.outcome, "lose"} and not (line.pays == "push" and line.outcome == "tie"):
        said.append(line.pays)
    net = line.returned - line.stake + (awarded or 0)
    if line.claims and awarded is None:
        said.append("the amount follows")
    else:
        said.append(money(net, sign=True) if net else "even")
    return f"{game.wager(line.wager).title}: {', '.join(said)}"


def result_text(seat: int, net: int, *, pending: bool = False) -> str:
    """A seat's round in a sentence."""
    if pending:
        return f"Seat {seat} has a jackpot"
    if net == 0:
        return f"Seat {seat} breaks even"
    return f"Seat {seat} {'wins' if net > 0 else 'loses'} {money(abs(net))}"


def seconds(amount: float) -> str:
    """A span of time in words."""
    return f"{amount:.0f} seconds" if amount >= 1.5 else "a second"
