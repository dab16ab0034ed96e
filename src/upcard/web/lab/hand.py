"""Any hand: cards that somebody chooses, played through the game's own round as far as they reach."""

from collections.abc import Mapping, Sequence
from typing import Any

from upcard.cards.card import CardError, parse_cards, show, text
from upcard.rounds.moves import value_as_text
from upcard.rounds.round import Round
from upcard.rounds.scenario import ScenarioError, play
from upcard.rounds.view import view
from upcard.rules.events import Acted, CardsDealt, HandsLaid
from upcard.rules.game import Game
from upcard.rules.needs import BOARD, DEALER, UNKNOWN, Ask, Deal, Illegal, Peek, Show
from upcard.web.coach.questions import read_act
from upcard.web.edge.problems import Refusal
from upcard.web.lab.variant import own_settings, written_tables
from upcard.web.live.words import label, line_text

Json = dict[str, Any]

SEAT = 1
WHO = {DEALER: "dealer", BOARD: "board", SEAT: "player"}


class ChosenHand:
    """One seat's round from chosen cards and moves.

    Cards that the dealer takes face down and that nobody has chosen yet, or not all of them, lie unread, as at a live
    table, until they are turned over. A dealer who looks under the upcard then says no.
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
        if len(pile) < count:
            return [UNKNOWN] * count if hidden else None
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
            "scenario": self.scenario(),
        }

    def scenario(self) -> Json | None:
        """The finished round as `upcard settle` takes it; None before its end, and where a card was never read."""
        if not self.round.ended or any(UNKNOWN in laid.cards for laid in self.round.table.hands()):
            return None
        game, table = self.round.game, self.round.table
        cards, actions = _as_written(self.round)
        said: Json = {
            "game": game.name,
            "house": own_settings(game),
            "pays": written_tables(game),
            "dealer": show(table.dealer.cards),
            "board": show(table.board.cards),
            "seats": [{"seat": SEAT, "cards": cards, "wagers": dict(table.seats[SEAT].bets), "actions": actions}],
            "meters": {claim.meter: 0 for line in self.round.lines for claim in line.claims},
        }
        written = {key: what for key, what in said.items() if what or key == "dealer"}
        try:
            lines = play(written)[0].lines
        except (ScenarioError, Illegal):  # a round that a scenario has no words for
            return None
        return written if lines == self.round.lines else None


def _as_written(round_: Round) -> tuple[str, list[list[Any]]]:
    """The cards that the seat was dealt at the start, and its decisions with the cards that each of them brought."""
    several = any(wager.hand > 1 for wager in round_.game.wagers)
    cards: list[str] = []
    actions: list[tuple[list[Any], list[str]]] = []
    last: dict[int, list[str]] = {}
    """What the last action of each hand brought."""
    laid = False
    for event in round_.events:
        if isinstance(event, Acted):
            value = value_as_text(event.value)
            hand = [event.hand] if several and laid else []
            said = value if isinstance(value, list) else [] if value is None else [value]
            actions.append(([event.move, *hand, *said], []))
            last[event.hand] = actions[-1][1]
        elif isinstance(event, HandsLaid):
            laid = True
        elif isinstance(event, CardsDealt) and event.seat == SEAT:
            # A card that hands get when all of them have decided stands with the decision of its own.
            brought = last.get(event.hand, actions[-1][1]) if several and laid else actions[-1][1] if actions else cards
            brought += [text(card) for card in event.cards]
    return " ".join(cards), [action + ([" ".join(brought)] if brought else []) for action, brought in actions]
