"""Blackjack the slow and plain way: the hole card is dealt first, cards come one by one, in order, as fractions.

Nothing here shares a line with the solver but the atoms: no multisets, no dealer's trees, no sums over single hands. A
split is played hand beside hand to the end, and the dealer plays once against all of them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from upcard.lab.blackjack.terms import Terms
from upcard.rules.blackjack import hands as atoms

Cards = tuple[int, ...]
Left = tuple[tuple[int, int], ...]
"""Cards still in the shoe: (card, how many)."""


def draws(left: Left) -> Iterator[tuple[Fraction, int, Left]]:
    """Each card that can come, with its chance and what is left then."""
    cards = sum(n for _, n in left)
    for place, (card, n) in enumerate(left):
        if n:
            yield Fraction(n, cards), card, (*left[:place], (card, n - 1), *left[place + 1 :])


@dataclass(frozen=True)
class Plain:
    """One upcard from one shoe. Values leave out rounds that the peek ends, as the solver's do."""

    terms: Terms
    left: Left
    """Without the upcard."""
    up: int

    @cached_property
    def holes(self) -> dict[int, Fraction]:
        """The chance of each hole card that lets the round go on."""
        return {
            hole: chance
            for chance, hole, _ in draws(self.left)
            if not (atoms.peeks(self.up) and atoms.is_blackjack((self.up, hole)))
        }

    @cached_property
    def _finished(self) -> dict[tuple[Cards, Left], dict[tuple[int, bool], Fraction]]:
        return {}

    def finish(self, cards: Cards, left: Left) -> Mapping[tuple[int, bool], Fraction]:
        """The dealer draws to the end: (total, blackjack) with its chance."""
        key = (tuple(sorted(cards)), left)
        if key not in self._finished:
            total, soft = atoms.total(cards)
            found: dict[tuple[int, bool], Fraction] = {}
            if atoms.dealer_draws(total, soft, self.terms.hits_soft_17):
                for chance, card, rest in draws(left):
                    for result, then in self.finish((*cards, card), rest).items():
                        found[result] = found.get(result, Fraction(0)) + chance * then
            else:
                found[total, atoms.is_blackjack(cards)] = Fraction(1)
            self._finished[key] = found
        return self._finished[key]

    def ways(self, hand: Cards) -> list[tuple[Fraction, int, Left]]:
        """The hole cards that can lie there beside this hand, with their joint chance and what is left."""
        found = []
        for hole, chance in self.holes.items():
            rest, p = dict(self.left), chance
            rest[hole] -= 1
            for card in hand:
                p *= Fraction(rest[card], sum(rest.values()))
                rest[card] -= 1
                if not p:
                    break
            if p:
                found.append((p, hole, tuple(rest.items())))
        return found

    def stand(self, hand: Cards, stakes: int = 1) -> Fraction:
        """Joint with the hand having come: divide by `chance` for the value given the hand."""
        total, _ = atoms.total(hand)
        return sum(
            (
                p * then * stakes * self.terms.net(atoms.outcome(total, dealer_total, dealer_blackjack=blackjack))
                for p, hole, left in self.ways(hand)
                for (dealer_total, blackjack), then in self.finish((self.up, hole), left).items()
            ),
            Fraction(0),
        )

    def chance(self, hand: Cards) -> Fraction:
        """That these cards come in this order and the peek ends nothing."""
        return sum((p for p, _, _ in self.ways(hand)), Fraction(0))

    def hit(self, hand: Cards) -> Fraction:
        return sum((self.best((*hand, card)) for card, n in self.left if n), Fraction(0))

    def double(self, hand: Cards) -> Fraction:
        found = Fraction(0)
        for card, n in self.left:
            if n:
                longer = (*hand, card)
                bust = 2 * self.terms.lose * self.chance(longer)
                found += bust if atoms.busts(longer) else self.stand(longer, 2)
        return found

    def best(self, hand: Cards) -> Fraction:
        if atoms.busts(hand):
            return self.terms.lose * self.chance(hand)
        return max(self.choices(hand).values())

    def choices(self, hand: Cards, *, may_double: bool = True) -> dict[str, Fraction]:
        """Stand, hit and double, where they may be done."""
        total, soft = atoms.total(hand)
        found = {"stand": self.stand(hand)}
        if self.chance(hand) and not atoms.stands_by_itself(total):
            found["hit"] = self.hit(hand)
            if may_double and len(hand) == 2 and atoms.may_double(total, soft, self.terms.double):
                found["double"] = self.double(hand)
        return found

    @cached_property
    def _plans(self) -> dict[Cards, str]:
        return {}

    def plan(self, hand: Cards) -> str:
        """What the pre-split strategy does with a hand of a split (CDZ-)."""
        key = tuple(sorted(hand))
        if key not in self._plans:
            found = self.choices(key, may_double=self.terms.double_after_split)
            self._plans[key] = max(found, key=lambda action: found[action])
        return self._plans[key]

    def split(self, card: int) -> tuple[Fraction, Fraction]:
        """Mean and mean square of a split's result, joint with nothing but the peek: the pair is given."""
        mean = square = Fraction(0)
        given = (card, card)
        came = Fraction(1)
        rest = dict(self.left)
        for c in given:
            came *= Fraction(rest[c], sum(rest.values()))
            rest[c] -= 1
        for p, hole, left in self.ways(given):
            for results, then, end in self._play(((card,), (card,)), (), left, hole):
                for (dealer_total, blackjack), last in self.finish((self.up, hole), end).items():
                    gain = sum(
                        stakes * self.terms.net(atoms.outcome(total, dealer_total, dealer_blackjack=blackjack))
                        for total, stakes in results
                    )
                    mean += p * then * last * gain
                    square += p * then * last * gain * gain
        return mean / came, square / came

    def _play(
        self, waiting: tuple[Cards, ...], done: tuple[tuple[int, int], ...], left: Left, hole: int
    ) -> list[tuple[tuple[tuple[int, int], ...], Fraction, Left]]:
        """Plays the waiting hands in order: the (total, stakes) of each, the chance, what is left."""
        merged: dict[tuple[tuple[tuple[int, int], ...], Left], Fraction] = {}
        if not waiting:
            return [(done, Fraction(1), left)]
        hand, later = waiting[0], waiting[1:]

        def then(chance: Fraction, waits: tuple[Cards, ...], over: tuple[tuple[int, int], ...], rest: Left) -> None:
            for results, p, end in self._play(waits, tuple(sorted(over)), rest, hole):
                merged[results, end] = merged.get((results, end), Fraction(0)) + chance * p

        total, _ = atoms.total(hand)
        one_card = atoms.gets_one_card_after_split(hand[0])
        if len(hand) == 1:
            for chance, card, rest in draws(left):
                then(chance, ((hand[0], card), *later), done, rest)
        elif (
            len(hand) == 2
            and atoms.may_split(*hand)
            and atoms.may_split_again(
                hand[0], 1 + len(later) + len(done), self.terms.max_hands, self.terms.resplit_aces
            )
        ):
            then(Fraction(1), ((hand[0],), (hand[1],), *later), done, left)
        elif atoms.busts(hand) or one_card or self.plan(hand) == "stand":
            then(Fraction(1), later, (*done, (total, 1)), left)
        elif self.plan(hand) == "double":
            for chance, card, rest in draws(left):
                then(chance, later, (*done, (atoms.total((*hand, card))[0], 2)), rest)
        else:
            for chance, card, rest in draws(left):
                then(chance, ((*hand, card), *later), done, rest)
        return [(results, p, end) for (results, end), p in merged.items()]
