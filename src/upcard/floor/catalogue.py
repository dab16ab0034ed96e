"""Every module that brings verbs, changes or facts: importing this one registers them all."""

from upcard.floor import (
    alerts,
    configuration,
    contributions,
    felt,
    hits,
    links,
    live,
    play,
    players,
    staff,
    system,
    tables,
    virtual,
    workout,
)

__all__ = [
    "alerts",
    "configuration",
    "contributions",
    "felt",
    "hits",
    "links",
    "live",
    "play",
    "players",
    "staff",
    "system",
    "tables",
    "virtual",
    "workout",
]
