"""Index numbers: the true count from which another play is better, for a count of cards with a name.

A count of so much tells how the rest of the shoe is likely made up: of every value a part is gone in proportion to its
tag. Shoes of that kind are solved for a ladder of counts, and between two rungs the gain of a move runs straight.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import isnan

from upcard.lab.analysis import Json
from upcard.lab.blackjack.bet import solve
from upcard.lab.blackjack.shoes import Composition
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.strategy.acts import NAMES, SPLIT, acts, seen
from upcard.lab.blackjack.tables import CARD_OF, DECK, VALUES, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import Upcard, solve_upcard
from upcard.lab.strategies.plan import Plan
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import Blackjack

LARGEST = 8.0
"""Indices beyond this come too seldom to be learnt."""
MOST = 40


@dataclass(frozen=True, slots=True)
class Count:
    """A balanced count: what each value adds when it is seen."""

    name: str
    tags: tuple[int, ...]
    """In the order of the values, ace first."""

    def to_json(self) -> Json:
        """By value."""
        return {("A" if value == 1 else "T" if value == 10 else str(value)): tag
                for value, tag in zip(VALUES, self.tags, strict=True)}  # fmt: skip

    def shoe(self, full: Composition, steps: int) -> Composition:
        """A shoe of the same size whose count is so many steps."""
        per_rank = min(DECK)
        return Composition(
            tuple(n - steps * tag * (of // per_rank) for n, tag, of in zip(full.counts, self.tags, DECK, strict=True))
        )

    def true_count(self, full: Composition, steps: int) -> float:
        """The running count of that shoe for each deck in it."""
        per_rank = min(DECK)
        running = sum(steps * tag * tag * (of // per_rank) for tag, of in zip(self.tags, DECK, strict=True))
        return running / (full.cards / sum(DECK))


HI_LO = Count("Hi-Lo", (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1))
"""2 to 6 count one up, tens and aces one down."""
COUNTS = {"hi-lo": HI_LO}


def indices(game: Blackjack, count: Count, basic: Plan, show: tuple[str, ...]) -> list[Json]:
    """Where the best move of a chart's cell changes with the count, the commonest hands first."""
    full, terms = composition(game), Terms.of(game).for_play()
    if full.infinite:
        return []
    ladder = [steps for steps in range(-8, 9) if min(count.shoe(full, steps).counts) > 2]
    ladder = [steps for steps in ladder if abs(count.true_count(full, steps)) <= LARGEST + 2]
    found: list[Json] = []
    for up in range(len(VALUES)):
        rungs = [(count.true_count(full, s), solve_upcard(count.shoe(full, s), terms, up)) for s in ladder]
        chosen = acts(basic, terms, up, is_split=False)
        found += _of_upcard(game, count, full, terms, up, rungs, chosen.tolist(), show)
    found += _insurance(count, full, terms, ladder, show)
    kept = [one for one in found if abs(one["index"]) <= LARGEST]
    return sorted(kept, key=lambda one: -one["frequency"])[:MOST]


def _of_upcard(
    game: Blackjack, count: Count, full: Composition, terms: Terms, up: int, rungs: list[tuple[float, Upcard]],
    chosen: list[int], show: tuple[str, ...],
) -> list[Json]:  # fmt: skip
    looks = seen(game)
    solved = solve(full, terms, up)
    cells: dict[str, list[tuple[int, float]]] = {}
    for hand, chance in solved.upcard.deals():
        table = hands()
        if table.natural[hand] or table.stands[hand] or chosen[hand] == SPLIT:
            continue
        kind = "soft" if looks.dealt["soft"][hand] else "hard"
        cells.setdefault(f"{kind} {looks.dealt['total'][hand]}", []).append((hand, chance))
    found: list[Json] = []
    for name, dealt in cells.items():
        lines = [(_as_seen(count, full, at, up, dealt), _worth(upcard, terms, dealt)) for at, upcard in rungs]
        for move, other, at in _crossings(lines):
            found.append(
                {"hand": name, "upcard": show[looks.up[up]], "play": other, "instead": move, "index": round(at, 1),
                 "frequency": sum(chance for _, chance in dealt) * full.counts[up] / full.cards}
            )  # fmt: skip
    return found


def _as_seen(count: Count, full: Composition, before: float, up: int, dealt: list[tuple[int, float]]) -> float:
    """The true count once the upcard and the player's cards are counted too, as a player at the table has it."""
    every = sum(chance for _, chance in dealt)
    own = sum(chance * float(hands().counts[hand] @ count.tags) for hand, chance in dealt) / every if every else 0.0
    deck = sum(DECK)
    return (before * full.cards / deck + count.tags[up] + own) / ((full.cards - 1 - 2 * bool(dealt)) / deck)


def _worth(upcard: Upcard, terms: Terms, dealt: list[tuple[int, float]]) -> dict[str, float]:
    """What each move is worth on average over the two-card hands of a cell, at one rung."""
    worth = dict.fromkeys(NAMES[:3], 0.0)
    surrendered = 0.0
    for hand, chance in dealt:
        worth["stand"] += chance * float(upcard.values.stand[hand])
        worth["hit"] += chance * float(upcard.values.hit[hand])
        worth["double"] += chance * float(upcard.values.double[hand])
        surrendered += chance * float(terms.surrendered) * upcard.alive(hand)
    found = {move: value for move, value in worth.items() if not isnan(value)}  # it may not be done
    return found | ({"surrender": surrendered} if terms.surrender else {})


def _crossings(lines: list[tuple[float, dict[str, float]]]) -> list[tuple[str, str, float]]:
    """Where the best move changes as the count goes up: from which, to which, at what count."""
    found = []
    for (at, low), (then, high) in pairwise(lines):
        before, after = max(low, key=lambda m: low[m]), max(high, key=lambda m: high[m])
        if before != after:
            one, other = low[after] - low[before], high[after] - high[before]
            found.append((before, after, at + (then - at) * -one / (other - one)))
    return found


def _insurance(count: Count, full: Composition, terms: Terms, ladder: list[int], show: tuple[str, ...]) -> list[Json]:
    """The count from which insurance pays, for one who knows only the upcard."""
    up = next(slot for slot, card in enumerate(CARD_OF) if atoms.offers_insurance(card))
    lines = []
    for steps in ladder:
        shoe = count.shoe(full, steps)
        rest = [n - (slot == up) for slot, n in enumerate(shoe.counts)]
        nets = [float(terms.insurance(atoms.insurance(card))) for card in CARD_OF]
        worth = sum(n * net for n, net in zip(rest, nets, strict=True)) / sum(rest)
        at = _as_seen(count, full, count.true_count(full, steps), up, [])
        lines.append((at, {"no insurance": 0.0, "insurance": worth}))
    return [
        {"hand": "any", "upcard": show[11], "play": after, "instead": before, "index": round(at, 1),
         "frequency": full.counts[up] / full.cards}
        for before, after, at in _crossings(lines)
    ]  # fmt: skip
