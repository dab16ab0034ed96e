"""The gate: every game, under house rules that lead through different play, exact against simulation.

The tests play a little of it from a fixed seed; `make simulate` plays millions of rounds.
"""

from collections.abc import Mapping

from upcard.lab.edges import Configuration

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
