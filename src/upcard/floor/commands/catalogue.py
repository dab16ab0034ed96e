"""Every module that brings verbs, changes or facts: importing this one registers them all."""

from upcard.floor.days import inquiries, shifts
from upcard.floor.house import profile, system
from upcard.floor.people import configuration, staff
from upcard.floor.play import alerts, answers, live, pays, players, tables, trays, virtual
from upcard.floor.play import rounds as play
from upcard.floor.progressive import contributions, hits, late, links, mystery, workout

__all__ = [
    "alerts",
    "answers",
    "configuration",
    "contributions",
    "hits",
    "inquiries",
    "late",
    "links",
    "live",
    "mystery",
    "pays",
    "play",
    "players",
    "profile",
    "shifts",
    "staff",
    "system",
    "tables",
    "trays",
    "virtual",
    "workout",
]
