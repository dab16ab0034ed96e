"""Games that nobody here wrote, solved from their model: compiled code and strengths cached, no solution kept."""

import importlib
import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import ClassVar

from bench.harness import Figure, Limit
from upcard.cards.card import parse_cards
from upcard.cards.evaluators import Atom, Best, Named
from upcard.cards.poker import five_card, five_card_name, three_card, three_card_name
from upcard.lab.advice import advise_hand
from upcard.lab.general import solution
from upcard.lab.general.rounds.script import unit_bets
from upcard.lab.kernels import silent
from upcard.rules import registry
from upcard.rules.game import Game, Wager
from upcard.rules.model import Model, Reads
from upcard.rules.needs import Choice, Script, Turn
from upcard.rules.paytable import Outcomes, PayTable, check_table
from upcard.rules.settings import Setting
from upcard.rules.table import Table

GAMES = Path(__file__).parents[1] / "examples" / "games"
KILOBYTES = 1024
RULE = "BEN-1"
MEDIAN = {three_card: 240, five_card: 3_600}
"""The strength from which a dealer of these games plays."""


class Plain(Game):
    """So many cards against as many: Ante and Raise at even money, a dealer who has to qualify."""

    name: ClassVar[str] = "plain"
    title: ClassVar[str] = "Plain"
    summary: ClassVar[str] = "A benchmark."
    rulebook: ClassVar[str] = "BEN"
    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "ante", RULE, "", required=True),
        Wager("raise", "Raise", "ante", RULE, "", placed="during"),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (Outcomes("ante", ("win", "tie", "lose")),)
    settings: ClassVar[tuple[Setting, ...]] = (Setting("cards", 5, "how many cards a hand has", RULE, low=3, high=7),)
    hand_size: ClassVar[int] = 5  # by default; only a table would ask

    @classmethod
    def known_tables(cls) -> dict[str, dict[str, PayTable]]:  # type: ignore[override]  # made here, not read
        pays = {"win": "1 to 1", "tie": "push", "lose": "lose"}
        return {"ante": {"even": check_table(cls.outcomes[0], "even", "bench", pays)}}

    @property
    def _atom(self) -> Atom:
        return three_card if self.house["cards"] == 3 else five_card

    def model(self) -> Model:
        """Two hands, what the player's is called, and who qualifies."""
        strength = Best(self._atom, 3 if self.house["cards"] == 3 else 5)
        name = three_card_name if self.house["cards"] == 3 else five_card_name
        least = MEDIAN[self._atom]  # type: ignore[index]  # one of the two
        return Model(
            strength=strength,
            facts=(Reads(Named(name, strength)), Reads(Named(lambda s: s >= least, strength), "dealer")),
        )

    def play(self, t: Table) -> Script:
        """Cards, a Raise or a fold, the dealer's cards."""
        strength, many = self.model().strength, int(self.house["cards"])
        assert strength is not None
        for seat in t.in_order():
            yield from t.deal(seat.hand, many, "owner")
        yield from t.deal(t.dealer, many, "nobody")
        for seat in t.in_order():
            ante = seat.bets["ante"]
            moves = (Choice("raise", "Raise", "r", RULE, cost=ante), Choice("fold", "Fold", "f", RULE))
            act = yield from t.ask(Turn(seat.number, 1, moves))
            if act.move == "fold":
                t.settle(seat.number, "ante", "lose", RULE)
                continue
            t.stake(seat.number, 1, "raise", ante)
            yield from t.show(t.dealer)
            mine, yours = strength(seat.cards), strength(t.dealer.cards)
            won = "win" if mine > yours else "tie" if mine == yours else "lose"
            plays = yours >= MEDIAN[self._atom]  # type: ignore[index]  # one of the two
            t.settle(seat.number, "ante", won if plays else "win", RULE)
            t.settle(seat.number, "raise", won if plays else "tie", RULE)


def _example(name: str, kind: str) -> Game:
    sys.path.insert(0, str(GAMES / name))
    found = getattr(importlib.import_module(f"{name.replace('-', '_')}.game"), kind)
    registry.register(found)
    made: Game = found()
    return made


def _seconds(run: Callable[[], object]) -> float:
    begin = perf_counter()
    run()
    return perf_counter() - begin


def _solving(game: Game) -> Callable[[], object]:
    model = game.model()
    assert model is not None
    return lambda: solution.work_out(game, model, silent, unit_bets(game)).analysis()


def figures() -> Iterator[Figure]:
    """What was promised of the general methods, each after a run that fills the caches."""
    harbor, water = _example("harbor-five", "HarborFive"), _example("open-water", "OpenWater")
    for what, game, most in (
        ("3 against 3", Plain({"cards": 3}), 0.1),
        ("5 against 5", Plain({"cards": 5}), 1.0),
        ("five cards in streets", water, 3.0),
        ("5 against 5, one card up", harbor, 15.0),
        ("7 against 7", Plain({"cards": 7}), 30.0),
    ):
        solve = _solving(game)
        solve()
        yield Limit(what, _seconds(solve), "s", most)
    hand, up = parse_cards("As Kh 2c 9d 4h"), parse_cards("Kc")[0]
    advise_hand(harbor, hand, up)
    solution.forget()  # as in a new process, with the solution on disk
    yield Limit("advice from a solution on disk", _seconds(lambda: advise_hand(harbor, hand, up)) * 1000, "ms", 50.0)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KILOBYTES
    yield Limit("memory of all of it", used, "MB", 1024.0)
