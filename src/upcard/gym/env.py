"""A game as an environment: its own script, one player, a decision a step, the result at the end."""

from collections.abc import Mapping
from typing import Any, Literal, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from upcard.gym.actions import Actions
from upcard.gym.seeing import Observation, Seeing
from upcard.lab.simulation.steps.felt import TableShoe
from upcard.lab.simulation.table import unit_bets
from upcard.rounds.dealing import deal_on
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.round import Round
from upcard.rounds.view import view
from upcard.rules import registry
from upcard.rules.features import HandSight
from upcard.rules.game import Game
from upcard.rules.needs import Act, Ask, Illegal, Turn

SEAT = 1
Info = dict[str, Any]


class RoundEnv(gymnasium.Env[Observation, np.int64]):
    """One round after another of a game, from a shoe that is shuffled for each."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (as gymnasium's own are)

    def __init__(
        self,
        game: Game | str,
        house: Mapping[str, object] | None = None,
        pays: Mapping[str, object] | None = None,
        bets: Mapping[str, int] | None = None,
        illegal: Literal["first", "raise"] = "first",
        render_mode: str | None = None,
    ) -> None:
        """`bets` are in cents; without any, one unit on what the game needs. Results are in units of the first.

        An action that the mask forbids is replaced by the first that is allowed (`info["replaced"]`), or raised.
        """
        self.game = registry.game(game)(house, pays) if isinstance(game, str) else game
        self.game.refuse_lab_only()
        self.bets = unit_bets(self.game, bets)
        self.game.check_bets({SEAT: self.bets})
        self.unit = next(iter(self.bets.values()))
        self.actions = Actions.of(self.game, self.bets)
        self.seeing = Seeing(self.game, self.unit)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = self.seeing.space
        if illegal not in {"first", "raise"}:
            raise ValueError(f"illegal is first or raise, not {illegal!r}")
        self.illegal = illegal
        if render_mode not in {None, "ansi"}:
            raise ValueError(f"render_mode is ansi or None, not {render_mode!r}")
        self.render_mode = render_mode
        self._shoe: TableShoe | None = None
        self.round = Round(self.game, {SEAT: self.bets})
        self._hand = 1
        self._legal: dict[int, Act] = {}
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deals the next round; a seed begins the rounds of that seed anew."""
        super().reset(seed=seed)
        if self._shoe is None or seed is not None:
            self._shoe = TableShoe(self.game.deck, key_of(self.np_random))
        self._shoe.dealt = 0
        self.round = Round(self.game, {SEAT: self.bets})
        self._hand, self._over = 1, False
        self._deal()
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Makes a move; the result of the round comes with the last one."""
        if self._over:
            raise Illegal("the round is over; call reset", "GEN-4")
        chosen, replaced = int(action), False
        if chosen not in (self._legal or {self.actions.wait}):
            chosen, replaced = self._replace(chosen), True
        if self._legal:
            self.round.act(self._legal[chosen])
            self._deal()
        self._over = self.round.ended
        observation, info = self._seen()
        if replaced:
            info["replaced"] = self.actions.names[chosen]
        return observation, self._result() if self._over else 0.0, self._over, False, info

    def render(self) -> str | None:
        """The round as this player sees it, in a few lines."""
        if self.render_mode is None:
            return None
        seen = view(self.round, {SEAT})
        rows = [("dealer", seen["dealer"]), *((f"hand {one['hand']}", one) for one in seen["seats"][0]["hands"])]
        said = [f"{who}: {' '.join(hand['cards'])}  {hand['label']}".rstrip() for who, hand in rows]
        if seen["board"]:
            said.insert(1, f"board: {' '.join(seen['board']['cards'])}")
        moves = [self.actions.names[at] for at in self._legal]
        return "\n".join([*said, f"can: {', '.join(moves)}" if moves else "over"])

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """What can be done now, as MaskablePPO asks for it."""
        return cast("np.ndarray[Any, np.dtype[np.int8]]", self.actions.mask(self._legal))

    def _replace(self, chosen: int) -> int:
        allowed = sorted(self._legal) or [self.actions.wait]
        if self.illegal == "raise":
            asked = self.actions.names[chosen] if chosen < len(self.actions) else chosen
            raise Illegal(
                f"{asked} can't be done now; {', '.join(self.actions.names[at] for at in allowed)} can", "GEN-4"
            )
        return allowed[0]

    def _deal(self) -> None:
        """Goes on until the player has to decide."""
        assert self._shoe is not None
        deal_on(self.round, cast("Any", self._shoe))
        turn = self._turn()
        self._hand = turn.hand if turn else self._hand
        hand = tuple(self.round.table.hand(SEAT, self._hand).cards) if turn else ()
        self._legal = self.actions.legal(turn, hand)

    def _turn(self) -> Turn | None:
        return self.round.need.turns[0] if isinstance(self.round.need, Ask) else None

    def _result(self) -> float:
        return sum(line.returned - line.stake for line in self.round.lines) / self.unit

    def _seen(self) -> tuple[Observation, Info]:
        known = Knowledge.of(self.round, SEAT, self._hand)
        info: Info = {"action_mask": self.actions.mask(self._legal), "knowledge": known}
        if self._legal and self.game.features:
            others = tuple(laid.seen for laid in known.own if laid.hand != known.hand)
            sight = HandSight(known.cards, known.dealer, others)
            info["features"] = {one.name: one.of(self.game, sight) for one in self.game.features}
        if self._over:
            info["lines"] = [
                {"wager": line.wager, "hand": line.hand, "outcome": line.outcome, "stake": line.stake,
                 "returned": line.returned}
                for line in self.round.lines
            ]  # fmt: skip
        return self.seeing.write(known, over=not self._legal), info


def key_of(random: np.random.Generator) -> int:
    """The stream of cards that a seed deals."""
    return int(random.integers(1 << 63))
