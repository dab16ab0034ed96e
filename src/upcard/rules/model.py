"""How a game is built, said in a few lines beside its script, so that the lab can work it out exactly.

A model names no pay and no result. It says which functions of the cards a line of the script depends on; what each case
comes to is found by playing the script on a deal of that case, and random deals check that nothing else matters. When
cards come and who sees them, where the player decides and what the moves are is read off the script itself.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from upcard.cards.evaluators import Atom


@dataclass(frozen=True, slots=True)
class Reads:
    """A fact about a round: what a function says of some of its cards."""

    atom: Callable[..., Hashable]
    """A plain function: cards in, a name or a number out. The order of the cards must not matter."""
    of: str = "player"
    """Whose cards: `player`, `dealer`, `board`, or `up`, those of the dealer that lie face up before the last decision.

    `player+board` is one set of cards, ``player, board`` are two arguments. `player[:2]` are the first two dealt."""
    suits: Literal["alike", "differ"] = "alike"
    """Whether the names of the suits make no difference (a jackpot in spades: they differ)."""


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
