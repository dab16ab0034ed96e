"""Index numbers: the true count from which another play is better, for a count of cards with a name.

A count of so much tells how the rest of the shoe is likely made up: of every value a part is gone in proportion to its
tag. Shoes of that kind are solved for a ladder of counts, and between two rungs the gain of a move runs straight.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import isnan

from upcard.lab.analysis import Json
from upcard.lab.blackjack.bet import Solved, solve
from upcard.lab.blackjack.shoes import Composition
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.strategy.acts import NAMES, SPLIT, acts, seen
from upcard.lab.blackjack.tables import CARD_OF, DECK, VALUES, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.strategies.plan import Plan
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import Blackjack

LARGEST = 8.0
"""Indices beyond this come too seldom to be learnt."""
MOST = 80
FAR = 0.25
"""A split that is so much better or worse with a full shoe stays so at every count that is learnt."""
PAST = "surrender"
"""Hands of more than two cards may not be surrendered any more; what they do has an index of its own."""


@dataclass(frozen=True, slots=True)
class BalancedCount:
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


LATER = frozenset(NAMES[:2])
"""The moves of a hand of more than two cards."""
HI_LO = BalancedCount("Hi-Lo", (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1))
"""2 to 6 count one up, tens and aces one down."""
COUNTS = {"hi-lo": HI_LO}


def indices(game: Blackjack, count: BalancedCount, basic: Plan, show: tuple[str, ...]) -> list[Json]:
    """Where the best move of a chart's cell changes with the count, the commonest hands first."""
    full, terms = composition(game), Terms.of(game).for_play()
    if full.infinite:
        return []
    ladder = [steps for steps in range(-8, 9) if min(count.shoe(full, steps).counts) > 2]
    ladder = [steps for steps in ladder if abs(count.true_count(full, steps)) <= LARGEST + 2]
    found: list[Json] = []
    for up in range(len(VALUES)):
        rungs = [(count.true_count(full, s), solve(count.shoe(full, s), terms, up)) for s in ladder]
        chosen = acts(basic, terms, up, is_split=False)
        found += _of_upcard(game, count, full, terms, up, rungs, chosen.tolist(), show)
    found += _insurance(count, full, terms, ladder, show)
    kept = [one for one in found if abs(one["index"]) <= LARGEST]
    return sorted(kept, key=lambda one: -one["frequency"])[:MOST]


def _of_upcard(
    game: Blackjack, count: BalancedCount, full: Composition, terms: Terms, up: int, rungs: list[tuple[float, Solved]],
    chosen: list[int], show: tuple[str, ...],
) -> list[Json]:  # fmt: skip
    looks, table = seen(game), hands()
    solved = solve(full, terms, up)
    cells: dict[str, list[tuple[int, float]]] = {}
    pairs: dict[str, list[tuple[int, float]]] = {}
    for hand, chance in solved.upcard.deals():
        if table.natural[hand] or table.stands[hand]:
            continue
        value = int(looks.dealt["pair"][hand])
        if value and _may_change(solved.actions(hand)):
            pairs[f"{show[value]}-{show[value]}"] = [(hand, chance)]
        if chosen[hand] != SPLIT:
            kind = "soft" if looks.dealt["soft"][hand] else "hard"
            cells.setdefault(f"{kind} {looks.dealt['total'][hand]}", []).append((hand, chance))
    found: list[Json] = []
    for name, dealt in (*cells.items(), *pairs.items()):
        lines = [
            (_as_seen(count, full, at, up, dealt), _worth(rung, terms, dealt, is_pair=name in pairs))
            for at, rung in rungs
        ]
        crossed = [(crossing, False) for crossing in _crossings(lines)]
        if name in pairs:
            crossed = [one for one in crossed if "split" in one[0][:2]]
        elif any(max(moves, key=lambda move: moves[move]) == PAST for _, moves in lines):
            later = [(at, {move: value for move, value in moves.items() if move in LATER}) for at, moves in lines]
            crossed += [(crossing, True) for crossing in _crossings(later)]
        often = sum(chance for _, chance in dealt) * full.counts[up] / full.cards
        for (move, other, at), past in crossed:
            said: Json = {"hand": name, "upcard": show[looks.up[up]], "play": other, "instead": move}
            found.append(said | {"index": round(at, 1), "frequency": often} | ({"past": PAST} if past else {}))
    return found


def _may_change(moves: dict[str, float]) -> bool:
    """Whether splitting lies so near to the best other move that a count may turn it."""
    others = [value for move, value in moves.items() if move != "split"]
    return "split" in moves and bool(others) and abs(moves["split"] - max(others)) < FAR


def _as_seen(count: BalancedCount, full: Composition, before: float, up: int, dealt: list[tuple[int, float]]) -> float:
    """The true count once the upcard and the player's cards are counted too, as a player at the table has it."""
    every = sum(chance for _, chance in dealt)
    own = sum(chance * float(hands().counts[hand] @ count.tags) for hand, chance in dealt) / every if every else 0.0
    deck = sum(DECK)
    return (before * full.cards / deck + count.tags[up] + own) / ((full.cards - 1 - 2 * bool(dealt)) / deck)


def _worth(rung: Solved, terms: Terms, dealt: list[tuple[int, float]], *, is_pair: bool) -> dict[str, float]:
    """What each move is worth on average over the two-card hands of a cell, at one rung."""
    upcard = rung.upcard
    worth = dict.fromkeys(NAMES[:3], 0.0)
    surrendered = 0.0
    for hand, chance in dealt:
        worth["stand"] += chance * float(upcard.values.stand[hand])
        worth["hit"] += chance * float(upcard.values.hit[hand])
        worth["double"] += chance * float(upcard.values.double[hand])
        surrendered += chance * float(terms.surrendered) * upcard.alive(hand)
    found = {move: value for move, value in worth.items() if not isnan(value)}  # it may not be done
    if is_pair:
        found["split"] = sum(chance * rung.actions(hand)["split"] for hand, chance in dealt)
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


def _insurance(
    count: BalancedCount, full: Composition, terms: Terms, ladder: list[int], show: tuple[str, ...]
) -> list[Json]:
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
