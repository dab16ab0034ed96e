"""Games that are there while a test runs: a test's own, and those of examples/."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from upcard.rules.game import Game
from upcard.rules.registry import register, unregister
from upcard.rules.three_card_poker import hands

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
KINDS = {"harbor-five": "HarborFive", "open-water": "OpenWater", "narrows": "Narrows"}
"""The games of examples/, and their classes."""


@contextmanager
def registered(*kinds: type[Game]) -> Iterator[None]:
    """These games can be asked for by name, and are gone afterwards."""
    for kind in kinds:
        register(kind)
    try:
        yield
    finally:
        for kind in kinds:
            unregister(kind.name)


def examples(monkeypatch: pytest.MonkeyPatch) -> list[type[Game]]:
    """The games of examples/, as their packages have them."""
    for name in KINDS:
        monkeypatch.syspath_prepend(str(EXAMPLES / name))
    return [getattr(importlib.import_module(f"{name.replace('-', '_')}.game"), kind) for name, kind in KINDS.items()]


def dealer_plays(cards: tuple[int, ...]) -> bool:
    """Whether a dealer's hand can lose a Play bet of Three Card Poker: against the best hand there is."""
    return hands.play_outcome(740, hands.strength(cards)) != "dealer-does-not-play"
