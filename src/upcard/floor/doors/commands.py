"""The door of `floor/commands`: to give a command, to try what one would come to, to read a refusal."""

from upcard.floor.commands.ask import Refused
from upcard.floor.commands.command import MAX_ID, Ack, Command, Malformed, from_dict, now, parse
from upcard.floor.commands.decide import apply, tried
from upcard.floor.commands.verbs import SYSTEM, VERBS, Draft

__all__ = [
    "MAX_ID",
    "SYSTEM",
    "VERBS",
    "Ack",
    "Command",
    "Draft",
    "Malformed",
    "Refused",
    "apply",
    "from_dict",
    "now",
    "parse",
    "tried",
]
