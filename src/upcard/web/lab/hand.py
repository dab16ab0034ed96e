"""Any hand: cards that somebody chooses, played through the game's own round as far as they reach."""

from collections.abc import Mapping, Sequence
from typing import Any

from upcard.cards.card import CardError, parse_cards
from upcard.rounds.round import Round
from upcard.rounds.view import view
from upcard.rules.game import Game
from upcard.rules.needs import BOARD, DEALER, UNKNOWN, Ask, Deal, Illegal, Peek, Show
from upcard.web.coach.questions import read_act
from upcard.web.edge.problems import Refusal
from upcard.web.live.words import label, line_text

Json = dict[str, Any]

SEAT = 1
WHO = {DEALER: "dealer", BOARD: "board", SEAT: "player"}


class ChosenHand:
    """One seat's round from chosen cards and moves.

    A card that the dealer takes face down and that nobody has chosen yet lies unread, as at a live table, until it
    is turned over. A dealer who looks under the upcard then says no.
    """

    def __init__(self, game: Game, bets: Mapping[str, int], piles: Mapping[str, str], acts: Sequence[Json]) -> None:
        try:
            self._piles = {who: list(parse_cards(cards)) for who, cards in piles.items()}
            self.round = Round(game, {SEAT: dict(bets)})
            self.needs: Json | None = None
            """Cards without which it does not go on."""
            self._acts = list(acts)
            while self.round.need is not None and self._step():
                pass
        except CardError as error:
            raise Refusal("invalid", str(error)) from None
        except Illegal as illegal:
            raise Refusal("illegal", illegal.reason, illegal.rule) from None

    def _step(self) -> bool:
        """Answers what the round needs, if it can be answered."""
        need = self.round.need
        if isinstance(need, Deal):
            cards = self._cards(need.seat, need.count, hidden=need.seen_by == "nobody")
            if cards is None:
                self.needs = self._missing(need.seat, need.hand, need.count)
                return False
            self.round.deal(cards)
        elif isinstance(need, Show):
            cards = self._cards(need.seat, need.count)
            if cards is None:
                self.needs = self._missing(need.seat, need.hand, need.count)
                return False
            self.round.shown(cards)
        elif isinstance(need, Peek):
            self.round.peeked(need.answer if need.answer is not None else False)
        else:
            assert isinstance(need, Ask)
            return self._act(need)
        return True

    def _cards(self, seat: int, count: int, *, hidden: bool = False) -> list[int] | None:
        pile = self._piles[WHO[seat]]
        if not pile and hidden:
            return [UNKNOWN] * count
        if len(pile) < count:
            return None
        found, pile[:count] = pile[:count], []
        return found

    def _missing(self, seat: int, hand: int, count: int) -> Json:
        return {"who": WHO[seat], "hand": hand, "count": count - len(self._piles[WHO[seat]])}

    def _act(self, ask: Ask) -> bool:
        if not self._acts:
            return False
        asked = self._acts.pop(0)
        turn = next((turn for turn in ask.turns if turn.hand == asked["hand"]), ask.turns[0])
        act = read_act(turn, asked["move"], asked["value"])
        if act is None:
            moves = ", ".join(move.name for move in turn.moves)
            raise Refusal("illegal", f"{asked['move']} is no move of hand {turn.hand} now; it can {moves}")
        self.round.act(act)
        return True

    def shown(self) -> Json:
        """What lies there, what can be done, and what was settled by which rule."""
        game = self.round.game
        said = view(self.round, {SEAT})
        return {
            "state": "over" if self.round.ended else "cards" if self.needs else "turn",
            "needs": self.needs,
            "dealer": said["dealer"],
            "board": said["board"],
            "hands": said["seats"][0]["hands"],
            "stakes": said["seats"][0]["stakes"],
            "turns": said["turns"],
            "unused": {who: len(pile) for who, pile in self._piles.items() if pile},
            "lines": [
                {
                    "hand": line.hand,
                    "wager": line.wager,
                    "title": game.wager(line.wager).title,
                    "label": label(line.outcome, line.pays),
                    "stake": line.stake,
                    "pays": line.pays,
                    "returned": line.returned,
                    "rule": line.rule,
                    "text": line_text(game, line, None if line.claims else 0),
                }
                for line in self.round.lines
            ],
            "staked": self.round.staked()[SEAT],
            "returned": sum(line.returned for line in self.round.lines),
        }
