"""The shuffle that is played with, as the vault makes it: positions, pairs and runs are what chance gives."""

import math
from collections import Counter

import pytest
from scipy.stats import chi2

from upcard.cards.shoe import decks
from upcard.cards.shuffle import SeededSource, Source, SystemSource
from upcard.floor.fair import proof as fair
from upcard.floor.fair.vault import Vault, VaultError

SHOES = 4000
KEY = b"k" * 32
IMPROBABLE = 1e-6
"""A fair shuffle fails one run in a million of each test; a biased one every time."""


def orders(source: Source) -> list[tuple[int, ...]]:
    vault, deck = Vault(KEY, source), decks(1)
    return [vault.open(vault.fresh(deck).sealed).cards for _ in range(SHOES)]


@pytest.fixture(scope="module", params=["system", "seeded"])
def shuffles(request: pytest.FixtureRequest) -> list[tuple[int, ...]]:
    return orders(SystemSource() if request.param == "system" else SeededSource(20260301))


def chance_of(observed: Counter[int], cells: int, total: int, freedom: int) -> float:
    expected = total / cells
    statistic = sum((observed[cell] - expected) ** 2 / expected for cell in range(cells))
    return float(chi2.sf(statistic, freedom))


def test_every_card_is_as_likely_in_every_place(shuffles: list[tuple[int, ...]]) -> None:
    seen = Counter(place * 52 + card for order in shuffles for place, card in enumerate(order))
    assert chance_of(seen, 52 * 52, SHOES * 52, 51 * 51) > IMPROBABLE


def test_every_pair_of_neighbours_is_as_likely(shuffles: list[tuple[int, ...]]) -> None:
    pairs = [(a, b) for a in range(52) for b in range(52) if a != b]
    index = {pair: at for at, pair in enumerate(pairs)}
    seen = Counter(index[order[at], order[at + 1]] for order in shuffles for at in range(51))
    assert chance_of(seen, len(pairs), SHOES * 51, len(pairs) - 1) > IMPROBABLE


def test_rising_runs_are_as_many_as_chance_makes(shuffles: list[tuple[int, ...]]) -> None:
    """Rising neighbours of a random order: 51/2 on average, with variance 53/12."""
    total = sum(order[at] < order[at + 1] for order in shuffles for at in range(51))
    deviation = (total - SHOES * 51 / 2) / math.sqrt(SHOES * 53 / 12)
    assert abs(deviation) < 5


def test_a_sloppy_shuffle_would_be_found() -> None:
    """The classic mistake: every place swaps with any other."""

    class Sloppy(SeededSource):
        def below(self, bound: int) -> int:
            return super().below(max(1, bound - 1)) if bound > 2 else 0

    seen = Counter(place * 52 + card for order in orders(Sloppy(1)) for place, card in enumerate(order))
    assert chance_of(seen, 52 * 52, SHOES * 52, 51 * 51) < IMPROBABLE


def test_a_sealed_shoe_is_opened_by_its_house_only() -> None:
    vault = Vault(KEY)
    sealed = vault.fresh(decks(1))
    order = Vault(KEY).open(sealed.sealed)
    assert sorted(order.cards) == list(decks(1))
    assert fair.verify_retired(sealed.root, order.cards, order.seed.hex())
    with pytest.raises(VaultError, match="does not open"):
        Vault(b"x" * 32).open(sealed.sealed)
