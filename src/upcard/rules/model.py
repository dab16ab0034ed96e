"""How a game is built, said in a few lines beside its script, so that the lab can work it out exactly.

A model names no pay and no result. It says which functions of the cards a line of the script depends on; what each case
comes to is found by playing the script on a deal of that case, and random deals check that nothing else matters. When
cards come and who sees them, where the player decides and what the moves are is read off the script itself.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from upcard.cards.evaluators import Atom

_CARDS = re.compile(r"(player|dealer|board|up|hand \d+)(\[(\d+|\d*:\d*)\])?")


class ModelError(ValueError):
    """A model that is not written as one: what is wrong, and what would be right."""


def _check_cards(of: object, *, sets: bool) -> None:
    """Refuses words for cards that nobody could have meant."""
    if not isinstance(of, str):
        raise ModelError(f"{of!r} says no cards; write a text such as 'player+board'")
    for argument in of.split(",") if sets else (of,):
        for name in argument.split("+"):
            if not _CARDS.fullmatch(name.strip()):
                raise ModelError(
                    f"{of!r} says no cards: {name.strip()!r} is none of player, dealer, board and up, nor a part such "
                    "as player[:2] or dealer[0]; + joins cards to one set" + ", and a comma parts two" * sets
                )


def _check_function(atom: object, what: str) -> None:
    if not callable(atom):
        raise ModelError(f"{what} is a function of cards, and {atom!r} is none; give the function, not its name")


@dataclass(frozen=True, slots=True)
class Reads:
    """A fact about a round: what a function says of some of its cards."""

    atom: Callable[..., Hashable]
    """A plain function: cards in, a name or a number out. The order of the cards must not matter."""
    of: str = "player"
    """Whose cards: `player`, `dealer`, `board`, or `up`, those of the dealer that lie face up before the last decision.

    `player+board` is one set of cards, ``player, board`` are two arguments. `player[:2]` are the first two dealt."""
    suits: Literal["alike", "differ", "ignored"] = "alike"
    """What suits matter: `alike`, their names make no difference; `differ`, they do (a jackpot in spades); `ignored`,
    the function looks at ranks alone, so that far fewer cards have to be looked at."""

    def __post_init__(self) -> None:
        """Refuses what can't be meant, in words."""
        _check_function(self.atom, "what Reads(…) gets first")
        _check_cards(self.of, sets=True)
        if self.suits not in {"alike", "differ", "ignored"}:
            raise ModelError(f"suits={self.suits!r} is none of 'alike', 'differ' and 'ignored'")


@dataclass(frozen=True, slots=True)
class Model:
    """What the lines of a round depend on, for one seat."""

    strength: Atom | None = None
    """Of a hand: player and dealer are compared by it, and the script asks for nothing but higher, equal or lower."""
    player: str = "player"
    """The cards that the player's strength is of."""
    dealer: str = "dealer"
    """The cards that the dealer's strength is of."""
    facts: tuple[Reads, ...] = ()
    """Everything else that a line or the moves depend on: what the player's hand is called, who qualifies."""
    side: Mapping[str, Reads] = field(default_factory=dict)
    """Side bets that depend on one fact alone, whatever is decided: on any cards that every round deals."""
    alike: Callable[[int], Hashable] | Literal["suits"] | None = None
    """What the script sees in a card, where it is less than rank and suit: `rank`, or a card's value; or `"suits"`,
    where it sees both and the suits' names make no difference. Games without a strength whose
    cards come one way or another (war, baccarat) are walked by it, every deal and every decision."""
    order: Literal["matters", "free"] = "matters"
    """`"free"` beside a function `alike`: in which order a hand's cards came makes no difference (totals do not mind
    it, "higher than the last card" does). Deals that differ by it only are walked on from once."""
    kept: Callable[[str], Sequence[int]] | None = None
    """For games in which cards are exchanged: which places of the hand (from 0) stay after a move of this name. Facts
    of `player` then read what is kept together with what comes for the others."""

    def __post_init__(self) -> None:
        """Refuses what can't be meant, in words."""
        if self.strength is not None:
            _check_function(self.strength, "a strength")
        _check_cards(self.player, sets=False)
        _check_cards(self.dealer, sets=False)
        facts: object = self.facts  # whatever somebody wrote
        if not isinstance(facts, tuple | list) or not all(isinstance(fact, Reads) for fact in facts):
            raise ModelError("facts are Reads(…) in a tuple, one with a comma behind it: facts=(Reads(f, 'player'),)")
        object.__setattr__(self, "facts", tuple(facts))
        for wager, reads in self.side.items():
            if not isinstance(reads, Reads):
                raise ModelError(f"side[{wager!r}] is a Reads(…): side={{{wager!r}: Reads(f, 'player')}}")
