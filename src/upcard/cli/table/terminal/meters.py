"""Jackpot meters of a table in the terminal: play money that grows with the bets and pays the claims of a round."""

from collections.abc import Iterable

from upcard.rules.awards import MICRO, Award, Claim, Order, awards
from upcard.rules.bets import Bets
from upcard.rules.game import Game
from upcard.rules.words import meter_title

SEED = 10_000_00
"""What a meter starts at and reseeds to: $10,000."""

GROWS_BY = 20
"""Per cent of a stake that its meters grow by, shared between them."""


class TerminalMeters:
    """The meters that a game's pay tables pay from."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._of_wager = {
            wager.name: tuple(
                dict.fromkeys(
                    game.meter_of(wager.name, outcome)
                    for outcome, pay in game.table_of(wager.name).pays.items()
                    if pay.percent
                )
            )
            for wager in game.wagers
        }
        names = dict.fromkeys(meter for meters in self._of_wager.values() for meter in meters)
        self._stand = dict.fromkeys(names, SEED * MICRO)

    def grow(self, bets: Bets) -> None:
        """Takes the contributions of a round's bets."""
        for stakes in bets.values():
            for wager, cents in stakes.items():
                for meter in self._of_wager[wager]:
                    self._stand[meter] += cents * MICRO * GROWS_BY // 100 // len(self._of_wager[wager])

    def pay(self, claims: Iterable[Claim]) -> list[Award]:
        """Awards the claims of a round, and reseeds what was emptied."""
        order: Order = "sequential" if self.game.house["jackpot-order"] == "sequential" else "split-first"
        settled = awards(self._stand, dict.fromkeys(self._stand, SEED * MICRO), claims, order, self.game.award_step)
        self._stand = dict(settled.meters)
        return list(settled.awards)

    def title(self, meter: str) -> str:
        """What a meter is for, in words."""
        return meter_title((self.game,), meter)

    def cents(self) -> dict[str, int]:
        """What the meters show."""
        return {meter: micro // MICRO for meter, micro in self._stand.items()}
