"""A game of another package offers the lab what it has; one whose lab is broken takes nothing from the others."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar

import pytest

from tests.kit.games import registered
from tests.sixth_game.game import HighCard
from upcard.lab.analysis import LabError
from upcard.lab.registry import Lab, kernels_of, part, with_own
from upcard.lab.simulation.steps.games import stops_at_decisions
from upcard.lab.strategies.named import named, names
from upcard.lab.strategies.plan import Plan
from upcard.lab.strategies.written import parse_plan
from upcard.rules import registry
from upcard.rules.game import Game
from upcard.rules.paytable import PayTable

OURS = ("three-card-blitz", "four-card-split", "three-card-poker", "blackjack")


class Engine:
    """Where a kernel would be."""


def steady(game: Game) -> Plan:
    return parse_plan(game, 'name = "steady"\n[[rules]]\nmove = "raise"\n', "steady")


LAB = Lab(solver=__name__, plans=__name__, engine=f"{__name__}:Engine")
PLANS: Mapping[str, Callable[[Game], Plan]] = {"steady": steady}


class Same(HighCard):
    """High Card with its pay tables read once."""

    @classmethod
    @cache
    def known_tables(cls) -> dict[str, dict[str, PayTable]]:
        return HighCard.known_tables()


class Offering(Same):
    name: ClassVar[str] = "offering"
    lab: ClassVar[str] = __name__


class Broken(Same):
    name: ClassVar[str] = "broken-lab"
    lab: ClassVar[str] = "no_such_package.lab"


@pytest.fixture(autouse=True)
def there() -> Iterator[None]:
    with registered(Offering, Broken):
        yield


def test_a_game_from_elsewhere_offers_what_ours_do() -> None:
    game: Any = Offering()
    assert part(game, "solver").LAB is LAB
    assert kernels_of(game, "engine") is Engine
    assert kernels_of(game, "steps") is None
    assert names(game) == ("optimal", "steady")
    assert named(game, "steady") == steady(game)


def test_a_lab_that_can_not_be_loaded_is_told_and_leaves_the_others_alone() -> None:
    with pytest.raises(LabError, match=r"names no_such_package\.lab as its lab, which can't be loaded: ModuleNotFound"):
        part(Broken, "solver")
    assert with_own("solver") == (*OURS, "offering")
    assert [name for name in registry.names() if stops_at_decisions(name)] == list(OURS)
