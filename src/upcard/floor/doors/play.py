"""The door of `floor/play`: a table's game, its rounds as they are followed, its buttons and its tray."""

from upcard.floor.play import games
from upcard.floor.play.pays import buttons, envied
from upcard.floor.play.running import Followed, RunningRounds, from_order
from upcard.floor.play.tables import KINDS, as_configured, why_not, why_shut
from upcard.floor.play.told import OF_ROUNDS, Follower, Told
from upcard.floor.play.trays import said_of_tray

__all__ = [
    "KINDS",
    "OF_ROUNDS",
    "Followed",
    "Follower",
    "RunningRounds",
    "Told",
    "as_configured",
    "buttons",
    "envied",
    "from_order",
    "games",
    "said_of_tray",
    "why_not",
    "why_shut",
]
