"""A second method for chapter 12: the game on a small deck, solved as in the report, and played through its own round.

In one of three ways, whichever a game's deck, its solver and its round allow: every deal and every decision; every
deal, by the decisions of the lab's player; or every move of a few hands, against all that can still come.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from upcard.cards.card import show
from upcard.cards.shuffle import SeededSource
from upcard.lab.advice import advise_hand
from upcard.lab.analysis import Analysis, Json, LabError, fraction
from upcard.lab.kernels import silent
from upcard.lab.registry import has_own
from upcard.lab.reports.variants import analysed
from upcard.lab.simulation.players import SEAT, UNIT, StrategyPlayer, player
from upcard.lab.walking.drawing import hands_of
from upcard.lab.walking.solving import solve as walk
from upcard.lab.walking.walker import Told, Walker
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Ask, Deal, Peek

SMALL_DECKS = (10, 9, 8, 7, 6)
MOST_WALKED = 40_000
"""Rounds of a small deck that is walked whole: a report is written in seconds."""
RANKS = (3, 4, 5)
"""Ranks of a small deck with all four suits, for solvers that want whole ranks."""
COPIES = ((3, 4), (3, 5), (3, 6))
"""Different cards of a small shoe, and how many of each: enough that it does not run out in a round."""
MOST_PLAYED = 4_000
"""Rounds of a small shoe; one with more is left."""
HANDS, ENOUGH = 6, 6_000
"""Hands that are looked at, and rounds after which no further one is; twice as many rounds are too many."""
NEAR = 1e-12
"""What floats are good to."""
NO_WAY = (
    "no deck of this game is small enough to be played through in every way while a report is written; the "
    "simulation below plays the game's own round, and the test suite does the rest"
)


def second_method(game: Game) -> Json:
    """The first of the three ways that this game can be gone through in."""
    for way in (_whole, _played_out, _hand_by_hand):
        found = way(game)
        if found is not None:
            return found
    return {"what": NO_WAY, "deck": None}


def _small(game: Game, deck: tuple[int, ...]) -> Game:
    return type(game)(game.house, dict(game.tables), deck)


def _whole(game: Game) -> Json | None:
    """Every deal and every decision of a small deck."""
    for deck in small_decks(game):
        try:
            small = _small(game, deck)
            # A solver says at once that a deck is too small for it; the general one may walk it, so the limit is first.
            walked = None if has_own(game.name, "solver") else walk(small, silent, limit=str(MOST_WALKED))
            solved = analysed(small)
            if solved.total is None or solved.total.ev.denominator == 1:
                continue  # every round of it ends alike, or nearly: that would prove little
            walked = walked or walk(small, silent, limit=str(MOST_WALKED))
        except (LabError, ValueError):
            continue
        assert walked.total is not None
        return {
            "what": f"a deck of {len(deck)} cards: solved, and played through the game's own round in every way",
            "deck": len(deck),
            "solved": fraction(solved.total.ev),
            "walked": fraction(walked.total.ev),
            "agrees": solved.total.ev == walked.total.ev,
            "own_solver": solved.method != walked.method,
        }
    return None


def small_decks(game: Game) -> Iterator[tuple[int, ...]]:
    """Small decks: two whole suits of a few ranks, which the general methods solve too, or cards from all over it."""
    every = sorted(set(game.deck))
    ranks = sorted({card >> 2 for card in every})
    for cards in SMALL_DECKS:
        if not cards % 2:
            kept = set(_spread(ranks, cards // 2))
            yield tuple(card for card in every if card >> 2 in kept and card & 3 < 2)
        yield tuple(every[at * len(every) // cards] for at in range(cards))


def _spread(values: list[int], count: int) -> list[int]:
    """So many of them from all over, the last one included."""
    return [values[(at + 1) * len(values) // count - 1] for at in range(count)]


@dataclass(slots=True)
class _Played:
    """All deals of a small shoe, played by the lab's player; what they come to in units."""

    player: StrategyPlayer
    won: Fraction = Fraction(0)
    staked: Fraction = Fraction(0)
    chance: Fraction = Fraction(0)
    rounds: int = 0

    def go(self, played: Round, chance: Fraction) -> None:
        """Plays on from here with every card that can come."""
        while not isinstance(need := played.need, Deal):
            if need is None:
                self._take(played, chance)
                return
            if isinstance(need, Ask):
                played.act(self.player.best(played, need.turns[0]))
            elif isinstance(need, Peek) and need.answer is not None:
                played.peeked(need.answer)
            else:
                raise LabError("this round shows what nobody dealt")
        every = comb(sum(played.left.values()), need.count)
        for cards, ways in hands_of(played.left, need.count):
            then = played.fork()
            then.deal(cards)
            self.go(then, chance * Fraction(ways, every))

    def _take(self, played: Round, chance: Fraction) -> None:
        self.rounds += 1
        if self.rounds > MOST_PLAYED:
            raise LabError("a shoe with too many rounds")
        staked = sum(played.staked().values())
        self.chance += chance
        self.staked += chance * Fraction(staked, UNIT)
        self.won += chance * Fraction(sum(line.returned for line in played.lines) - staked, UNIT)


def _played_out(game: Game) -> Json | None:
    """Every deal of a small shoe with several of each card, by the decisions of the lab's player."""
    if not has_own(game.name, "player"):
        return None
    every = sorted(set(game.deck))
    for kinds, copies in reversed(COPIES):
        try:
            small = _small(game, tuple(card for card in _spread(every, kinds) for _ in range(copies)))
            solved = analysed(small)
            made = _Played(player(small, SeededSource("")))
            made.go(Round(small, {SEAT: _main(small)}), Fraction(1))
        except (LabError, ValueError):
            continue
        total = solved.total
        if total is None or made.chance != 1:  # a shoe that ran out
            continue
        return {
            "what": (
                f"a shoe of {kinds * copies} cards ({show(sorted(set(small.deck)))}, {copies} of each): solved, and "
                f"all its {made.rounds:,} rounds played through the game's own round by the lab's decisions"
            ),
            "deck": kinds * copies,
            "solved": fraction(total.ev),
            "walked": fraction(made.won),
            "agrees": _same(solved, made.won, total.ev) and _same(solved, made.staked, total.average_wager),
            "own_solver": True,
        }
    return None


def _same(solved: Analysis, one: Fraction, other: Fraction) -> bool:
    """Whether two ways come to the same number: the very same, or as floats do."""
    assert solved.total is not None
    return one == other if solved.total.exact else abs(one - other) <= Fraction(NEAR)


def _main(game: Game) -> dict[str, int]:
    return {wager.name: UNIT for wager in game.wagers if wager.placed == "before" and not wager.side}


def _hand_by_hand(game: Game) -> Json | None:
    """Every decision in a few hands of a small deck, against everything that can still come."""
    every = sorted(set(game.deck))
    ranks = sorted({card >> 2 for card in every})
    for count in RANKS:
        kept = set(_spread(ranks, count))
        try:
            small = _small(game, tuple(card for card in every if card >> 2 in kept))
            hands = list(_hands(small))
        except (LabError, ValueError):
            continue
        if hands:
            return {
                "what": (
                    f"{len(hands)} hands of a deck of {len(small.deck)} cards: what each move costs against the best, "
                    "solved, and with all that can still come played through the game's own round"
                ),
                "deck": len(small.deck),
                "hands": hands,
                "agrees": all(hand["agrees"] for hand in hands),
                "own_solver": has_own(game.name, "adviser"),
            }
    return None


def _hands(game: Game) -> Iterator[Json]:
    """Hands at their first decision, drawn from the game's own hash."""
    draw = random.Random(f"second {game.digest}")
    walker = Walker(game, _main(game), 2 * ENOUGH)
    for _ in range(HANDS):
        if walker.rounds >= ENOUGH:
            return
        told: Told = ()
        while True:
            played, told = walker.replayed(told)
            need = played.need
            if not isinstance(need, Deal):
                break
            left = [card for card, many in sorted(played.left.items()) for _ in range(many)]
            told = (*told, tuple(sorted(draw.sample(left, need.count))))
        if not isinstance(need, Ask):
            return
        own = tuple(played.table.seats[SEAT].hands[0].cards)
        shown = [card for card in played.table.dealer.cards if card != UNKNOWN]
        worth = [outlook.main / UNIT for _, outlook in walker.options(told)]
        walked = sorted(max(worth) - one for one in worth)
        advice = advise_hand(game, own, shown[0] if shown else None)
        cheapest: dict[object, Fraction] = {}
        for choice in advice.choices:  # best first: a split with the moves that go with it
            cheapest.setdefault(choice.action, advice.cost(choice))
        solved = sorted(cheapest.values())
        yield {
            "hand": show(own) + (f" against {show(shown)}" if shown else ""),
            "best": " ".join(str(part) for part in advice.best.action),
            "solved": [fraction(cost) for cost in solved],
            "walked": [fraction(cost) for cost in walked],
            "agrees": solved == walked,
        }
