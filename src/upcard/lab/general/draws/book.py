"""What a solved game of exchanged cards answers from: how many final hands of each kind contain which cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from upcard.lab.analysis import LabError
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck
from upcard.lab.general.methods.book import Answer, Json, deck_from_json, plain_number, wrong_cards
from upcard.lab.general.rounds.script import Option, Spot
from upcard.lab.kernels import Array


@dataclass(slots=True)
class DrawBook:
    """The one decision of a game in which cards are exchanged."""

    deck: Deck
    own: Sequence[Spot]
    options: Sequence[Option]
    holds: Sequence[int]
    """Of each: the places that are held, as a mask."""
    nets: Sequence[Sequence[int]]
    """What it comes to in every case, in cents."""
    stakes: Sequence[Sequence[int]]
    table: Array
    """At [set of cards, case]: how many final hands contain it."""

    def answers(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> list[Answer]:
        """Every way to hold these cards."""
        return [(option, cents, of, ()) for option, cents, _, of in self._rated(cards, made)]

    def choice(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> Option:
        """The move to make."""
        return max(
            self._rated(cards, made), key=lambda one: (Fraction(one[1], one[3]), -Fraction(one[2], one[3]))
        )[0]  # fmt: skip

    def _rated(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> list[tuple[Option, int, int, int]]:
        """Each with what it comes to and what it stakes, summed over so many ways that cards can come."""
        if set(cards) != set(self.own) or made:
            raise LabError(wrong_cards(cards, self.own))
        own = [cards[spot] for spot in self.own]
        size = len(own)
        kept = [self._containing([card for j, card in enumerate(own) if which >> j & 1]) for which in range(1 << size)]
        for j in range(size):
            for which in range(1 << size):
                if not which >> j & 1:
                    kept[which] = [n - m for n, m in zip(kept[which], kept[which | 1 << j], strict=True)]
        left = self.deck.size - size
        return [
            (
                option,
                sum(n * net for n, net in zip(kept[hold], nets, strict=True)),
                sum(n * stake for n, stake in zip(kept[hold], stakes, strict=True)),
                comb(left, size - hold.bit_count()),
            )
            for option, hold, nets, stakes in zip(self.options, self.holds, self.nets, self.stakes, strict=True)
        ]

    def _containing(self, cards: Sequence[int]) -> list[int]:
        place = int(plain_number(*self.deck.masks(cards), index.CODES, index.STARTS, index.PLACES))
        found: list[int] = self.table[place].tolist()
        return found

    def write(self) -> tuple[Json, dict[str, Array]]:
        """The text and the arrays."""
        said = {
            "kind": "draws", "deck": [self.deck.ranks, self.deck.suits, self.deck.copies], "own": list(self.own),
            "options": list(self.options), "holds": list(self.holds), "nets": self.nets, "stakes": self.stakes,
        }  # fmt: skip
        return said, {"table": self.table}

    @classmethod
    def read(cls, said: Json, arrays: Mapping[str, Array]) -> "DrawBook":
        """The same again."""
        return cls(
            deck_from_json(said["deck"]), [(who, at) for who, at in said["own"]],
            [(move, value) for move, value in said["options"]], said["holds"], said["nets"], said["stakes"],
            arrays["table"],
        )  # fmt: skip
