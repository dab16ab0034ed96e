"""The configurations that are kept under watch, for the tests and for `make edges` and `make simulate`.

The table of exact edges has every wager under every pay table and deck count of the rulebook; `make edges` writes it,
the tests compare with it, and a number in it changes only with a line in the changelog that says why. The gate has
every game under house rules that lead through different play, exact against simulation: the tests play a little of it
from a fixed seed, `make simulate` millions of rounds.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from upcard.lab.analysis import Json
from upcard.lab.solvers import analyze
from upcard.rules import registry

Configuration = tuple[str, dict[str, object], dict[str, object]]
"""Game, house settings, pay tables."""

DECKS = range(1, 9)


def configurations() -> Iterator[Configuration]:
    """Every configuration of the table."""
    yield "three-card-poker", {}, {}
    yield "three-card-blitz", {}, {}
    yield "three-card-blitz", {"blitz-bonus": "progressive"}, {}
    for instant in ("choose", "best-paid"):
        for name in _blinds("P"):
            yield "four-card-split", {"version": 2, "instant": instant}, {"blind": name}
        for name in _blinds("1"):
            yield "four-card-split", {"version": 1, "instant": instant}, {"blind": name}
        for name in _blinds("2"):
            yield "four-card-split", {"version": 1, "instant": instant}, {"ante": "II", "blind": name}
    for decks in DECKS:
        yield "blackjack", {"decks": decks}, {}


def _blinds(first: str) -> list[str]:
    known = registry.game("four-card-split").known_tables()["blind"]
    return [name for name in known if name.startswith(first)]


def key(configuration: Configuration) -> str:
    """A configuration in one line."""
    game, house, pays = configuration
    return " ".join([game, *(f"{k}={v}" for k, v in house.items()), *(f"{k}={v}" for k, v in pays.items())])


def edge(configuration: Configuration) -> Json:
    """The exact expectations of one configuration, as the contract writes them."""
    return expectations(analyze(*configuration).to_json())


def expectations(said: Json) -> Json:
    """What is kept of an analysis."""
    found: dict[str, Any] = {name: wager["ev"] for name, wager in said["wagers"].items()}
    return {"wagers": found, "total": {name: said["total"][name] for name in ("ev", "element_of_risk")}}


def edges() -> Mapping[str, Json]:
    """The whole table."""
    return {key(configuration): edge(configuration) for configuration in configurations()}


GATE: Mapping[str, Configuration] = {
    "three-card-poker": ("three-card-poker", {}, {}),
    "three-card-poker-forfeit": ("three-card-poker", {"pair-plus-on-fold": "loses"}, {}),
    "blitz": ("three-card-blitz", {}, {}),
    "blitz-progressive": ("three-card-blitz", {"blitz-bonus": "progressive"}, {}),
    "split-v2": ("four-card-split", {"version": 2}, {}),
    "split-v1": ("four-card-split", {"version": 1}, {}),
    "split-v1-ii": ("four-card-split", {"version": 1, "instant": "best-paid"}, {"ante": "II"}),
    "blackjack": ("blackjack", {}, {}),
    "blackjack-hit-17": ("blackjack", {"soft-17": "hit", "decks": 8, "resplit-aces": "yes", "max-hands": 4}, {}),
    "blackjack-strict": (
        "blackjack",
        {"soft-17": "hit", "decks": 2, "double-after-split": "no", "double": "9-11", "surrender": "none",
         "max-hands": 2, "blackjack-pays": "6:5"},
        {},
    ),
    "blackjack-three-decks": ("blackjack", {"decks": 3, "surrender": "none", "double-after-split": "no"}, {}),
}  # fmt: skip
"""By name: game, house settings, pay tables."""
