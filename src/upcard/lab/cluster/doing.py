"""What runs on a worker: compares what it has with what is wanted, and only then unpacks its work and does it."""

import pickle
from threading import Lock
from typing import Any, Literal, TypeAlias

from upcard.cards.card import CardError
from upcard.lab.analysis import LabError
from upcard.lab.cluster.sameness import Sameness, difference
from upcard.rules.paytable import PayTableError
from upcard.rules.registry import UnknownGame
from upcard.rules.settings import SettingError

Done: TypeAlias = tuple[Literal["done"], Any] | tuple[Literal["refused", "differs"], str]

_ONE_AT_A_TIME = Lock()
"""A game's tables and arrays to write in are kept from one piece of work to the next: threads take turns."""


def do(wanted: Sameness, packed: bytes) -> Done:
    """Does a piece of work; what a user can put right comes back in words."""
    apart = difference(wanted)
    if apart:
        return "differs", apart
    function, arguments = pickle.loads(packed)  # noqa: S301 (it comes from whoever runs the cluster)
    try:
        with _ONE_AT_A_TIME:
            return "done", function(*arguments)
    except (LabError, CardError, PayTableError, SettingError, UnknownGame) as error:
        return "refused", str(error)
