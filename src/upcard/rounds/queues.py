"""What a scenario says, as answers to a round's needs: cards that wait to be dealt, actions that wait for a turn."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from upcard.cards.card import parse_cards, text
from upcard.rounds.record import show_cards
from upcard.rounds.round import Round
from upcard.rules.events import Acted
from upcard.rules.game import Game
from upcard.rules.needs import (
    BOARD,
    DEALER,
    Act,
    Amount,
    Ask,
    Choice,
    Deal,
    Move,
    MoveValue,
    Partition,
    Peek,
    Turn,
)
from upcard.rules.table import Hand

Action = Sequence[Any]


class ScenarioError(ValueError):
    """A scenario that can't be read or can't have happened."""


class _EndsEarly(ScenarioError):
    """A seat has to decide, and its queue is empty."""


@dataclass(slots=True)
class _Seat:
    """What a scenario says of one seat: cards that wait to be dealt, actions that wait to be taken."""

    number: int
    actions: list[Action]
    waiting: list[tuple[int | None, int]] = field(default_factory=list)
    """(hand, card): for a named hand, or for the next deal to the seat."""
    hand: int = 1
    """The hand it acted on last."""
    done: list[Hand] = field(default_factory=list)
    """Hands that the rules ended and whose needless stand has been looked for."""


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise ScenarioError(f'{where} is a text of cards, as in "As Kd", not {value!r}')
    return value


def _name(value: Any, where: str) -> str:
    """Who holds a seat; nothing that stands for nobody, or two such seats would be one player's (TCP-12)."""
    if not isinstance(value, str) or not value.strip():
        raise ScenarioError(f'{where} is a name, as in "Ann", not {value!r}')
    return value


class ScenarioPlayer:
    """Answers a round's needs from a scenario."""

    def __init__(self, game: Game, scenario: Mapping[str, Any], *, drop_needless: bool) -> None:
        self.game = game
        self.scenario = scenario
        self.drop_needless = drop_needless
        self.dealer = list(parse_cards(_text(scenario.get("dealer", ""), "dealer")))
        self.board = list(parse_cards(_text(scenario.get("board", ""), "board")))
        self.seats: dict[int, _Seat] = {}
        bets: dict[int, Mapping[str, int]] = {}
        players: dict[int, str] = {}
        if not isinstance(scenario["seats"], list) or not scenario["seats"]:
            raise ScenarioError('seats is a list with at least one seat: {"seat": 1, "cards": "…", "wagers": {…}}')
        for written in scenario["seats"]:
            seat = self._read_seat(written)
            bets[seat.number] = written["wagers"]
            if "player" in written:
                players[seat.number] = _name(written["player"], f"seat {seat.number}: player")
        self.round = Round(game, bets, players)
        self._choices: set[str] = set()
        """Moves without an amount that a turn has had."""

    def _read_seat(self, written: Any) -> _Seat:
        if not isinstance(written, Mapping) or type(written.get("seat")) is not int:
            raise ScenarioError(
                f'a seat is {{"seat": 1, "cards": "…", "wagers": {{…}}, "actions": […]}}, not {written!r}'
            )
        number = written["seat"]
        where = f"seat {number}"
        unknown = [key for key in written if key not in {"seat", "cards", "wagers", "actions", "player"}]
        if unknown:
            raise ScenarioError(f"{where} has no {', '.join(unknown)}; it has seat, cards, wagers, actions and player")
        if number in self.seats:
            raise ScenarioError(f"{where} is there twice")
        if not isinstance(written.get("wagers"), Mapping):
            raise ScenarioError(f'{where} needs wagers, as in {{"{self.game.wagers[0].name}": 1000}} (cents)')
        cards = parse_cards(_text(written.get("cards"), f"{where}: cards"))
        if len(cards) != self.game.hand_size:
            missing = self.game.hand_size - len(cards)
            what = f"{missing} missing" if missing > 0 else f"{-missing} too many"
            raise ScenarioError(f"{where} starts with {self.game.hand_size} cards, not {len(cards)}: {what}")
        actions = written.get("actions", [])
        if not isinstance(actions, list) or any(
            not isinstance(a, list) or not a or not isinstance(a[0], str) for a in actions
        ):
            raise ScenarioError(f'{where}: actions is a list such as [["hit", "7d"], ["stand"]], not {actions!r}')
        seat = _Seat(number, list(actions), [(None, card) for card in cards])
        self.seats[number] = seat
        return seat

    def play(self) -> tuple[Round, list[int]]:
        """Runs the round to its end."""
        while (need := self.round.need) is not None:
            if isinstance(need, Deal):
                self.round.deal(self._deal(need))
            elif isinstance(need, Peek):
                assert need.answer is not None
                self.round.peeked(need.answer)
            elif isinstance(need, Ask):
                self._answer(need)
            else:
                raise ScenarioError(f"the scenario leaves {need} open")
        return self.round, self._unused()

    def _deal(self, need: Deal) -> list[int]:
        if need.seat in {DEALER, BOARD}:
            pile, who = (self.dealer, "the dealer") if need.seat == DEALER else (self.board, "the board")
            cards, pile[: need.count] = pile[: need.count], []
        else:
            seat = self.seats[need.seat]
            mine = [entry for entry in seat.waiting if entry[0] in {None, need.hand}][: need.count]
            for entry in mine:
                seat.waiting.remove(entry)
            cards = [card for _, card in mine]
            who = f"seat {need.seat} (hand {need.hand})"
        missing = need.count - len(cards)
        if missing > 0:
            wanted = need.count
            if need.seat == DEALER:
                more = self._dealt_on(cards, missing)
                wanted, missing = wanted + more, missing + more
            raise ScenarioError(f"{who} needs {wanted} more card{'s' * (wanted > 1)} here: {missing} missing")
        return cards

    def _dealt_on(self, cards: list[int], missing: int) -> int:
        """How many more cards the dealer takes right after these, before anybody has acted.

        The round is lost anyway, so any cards of the deck will do to find out.
        """
        if any(isinstance(event, Acted) for event in self.round.events):
            return 0  # what he draws later depends on what comes
        more = 0
        rest = [card for card, count in self.round.left.items() for _ in range(count) if card not in cards]
        self.round.deal([*cards, *rest[:missing]])
        while isinstance(need := self.round.need, Deal) and need.seat == DEALER:
            more += need.count
            self.round.deal([card for card, count in self.round.left.items() for _ in range(count)][: need.count])
        return more

    def _answer(self, ask: Ask) -> None:
        for turn in ask.turns:
            self._choices |= {move.name for move in turn.moves if isinstance(move, Choice)}
            seat = self.seats[turn.seat]
            self._no_card_left_over(seat)
            self._drop_needless(seat, turn)
            action = self._next_action(seat, turn)
            if action is None and turn.default is not None:
                self.round.act(Act(turn.seat, turn.hand, turn.default))
                return
            if action is not None:
                seat.actions.remove(action)
                seat.hand = turn.hand
                self.round.act(self._read_action(seat, turn, action))
                return
        turn = ask.turns[0]
        for action in self.seats[turn.seat].actions:
            self._names_a_hand(self.seats[turn.seat], turn.move(action[0]), action)
        moves = ", ".join(move.name for move in turn.moves)
        raise _EndsEarly(f"the actions of seat {turn.seat} end early: hand {turn.hand} can {moves}")

    @staticmethod
    def _no_card_left_over(seat: _Seat) -> None:
        """An action that names more cards than are dealt for it would hand them to a later one."""
        over = [card for hand, card in seat.waiting if hand is None]
        if over:
            raise ScenarioError(
                f"seat {seat.number}: nothing was dealt for {show_cards(over)}; an action names only its own cards"
            )

    def _names_a_hand(self, seat: _Seat, move: Move | None, action: Action, hand: int | None = None) -> None:
        """A number after a move that takes no amount is a hand of the seat, or it was meant as an amount."""
        named = action[1] if len(action) > 1 and type(action[1]) is int else None
        if named is None or isinstance(move, Amount):
            return
        hands = len(self.round.table.seats[seat.number].hands)
        if not 1 <= named <= hands or named != (hand or named):
            lie = "its cards lie in one hand" if hands == 1 else f"it has hands 1 to {hands}"
            asked = f"; hand {hand} is asked" if hand and 1 <= named <= hands else ""
            raise ScenarioError(
                f"seat {seat.number}: {list(action)!r}: {action[0]} takes no amount, so the number names a hand; "
                f"{lie}{asked}"
            )

    def _drop_needless(self, seat: _Seat, turn: Turn) -> None:
        """A stand for each hand that stood by itself before this one came up."""
        for hand in self.round.table.seats[seat.number].hands[: turn.hand - 1]:
            if self.drop_needless and hand.done_by_rule and not any(hand is known for known in seat.done):
                seat.done.append(hand)
                if seat.actions and seat.actions[0][0] in self.game.needless:
                    del seat.actions[0]

    def _next_action(self, seat: _Seat, turn: Turn) -> Action | None:
        """The action for this turn: the next one, or the next that names this hand."""
        if turn.default is not None:
            if not seat.actions:
                return None
            name = seat.actions[0][0]
            if turn.move(name) is None:
                refused = self.game.why_not(self.round.table, turn, Act(turn.seat, turn.hand, name))
                if refused is not None and refused.rule == turn.moves[0].rule:
                    raise refused  # an answer to this very question, and not allowed
                return None
            self._names_a_hand(seat, turn.move(name), seat.actions[0], turn.hand)
            return seat.actions[0]
        for action in seat.actions:
            choice = isinstance(turn.move(action[0]), Choice)
            named = action[1] if choice and len(action) > 1 and type(action[1]) is int else None
            if named is None or named == turn.hand:
                return action
        return None

    def _read_action(self, seat: _Seat, turn: Turn, action: Action) -> Act:
        name, *rest = action
        move = turn.move(name)
        value: MoveValue = None
        hand: int | None = None
        if isinstance(move, Partition):
            value = tuple(parse_cards(_text(part, f"seat {seat.number}: {name}")) for part in rest)
            rest = []
        elif rest and isinstance(rest[0], float):
            raise ScenarioError(f"seat {seat.number}: {name} takes whole cents, not {rest[0]!r}")
        elif rest and type(rest[0]) is int:
            number = rest.pop(0)
            if isinstance(move, Amount):
                value = number
            elif isinstance(move, Choice):
                hand = number
                hands = self.round.table.seats[seat.number].hands
                if len(hands) == 1 and any(wager.hand > 1 for wager in self.game.wagers):
                    raise ScenarioError(f"seat {seat.number}: {action!r} names a hand, and its cards still lie in one")
            else:  # a move that is not open now: the round refuses it, and says why
                value = number
        act = Act(seat.number, turn.hand, name, value)
        if move is not None and len(rest) > 1:
            raise ScenarioError(f"seat {seat.number}: {action!r} says too much; write the cards as one text")
        if move is not None and rest:
            seat.waiting += [(hand, card) for card in parse_cards(_text(rest[0], f"seat {seat.number}: {name}"))]
        return act

    def _named_hand(self, action: Action) -> int | None:
        """The hand that an action names, in a game that has several from the start; elsewhere a number is an amount."""
        several = any(wager.hand > 1 for wager in self.game.wagers)
        return action[1] if several and len(action) > 1 and type(action[1]) is int else None

    def _unused(self) -> list[int]:
        """Cards that were not needed. Actions nobody asked for are an error, unless the dealer cut the round short."""
        if self.round.table.cut_short and any(seat.actions for seat in self.seats.values()):
            self._refuse_impossible()
        unused = self.dealer + self.board
        for seat in self.seats.values():
            left = [action for action in seat.actions if action[0] not in self.game.needless]
            if left and not self.round.table.cut_short:
                if left[0][0] in self._choices:
                    self._names_a_hand(seat, None, left[0])
                too_late = Act(seat.number, self._named_hand(left[0]) or seat.hand, left[0][0])
                raise self.game.why_not(self.round.table, None, too_late) or ScenarioError(
                    f"seat {seat.number}: nothing asked for {left[0]!r}; its hands were over by then"
                )
            if seat.waiting:
                cards = show_cards(card for _, card in seat.waiting)
                raise ScenarioError(
                    f"seat {seat.number}: nothing was dealt for {cards}; an action names only its own cards"
                )
            unused += [card for a in left for part in a[1:] if isinstance(part, str) for card in parse_cards(part)]
        for card in unused:
            if unused.count(card) > self.round.left.get(card, 0):
                raise ScenarioError(
                    f"{text(card)} is there too often: the deck has {self.game.deck_counts.get(card, 0)}"
                )
        return unused

    def _refuse_impossible(self) -> None:
        """Actions that the dealer cut short have to be legal all the same, had he not."""
        spare = self._spare()
        for at in range(len(spare)):
            imagined = _Imagined(self.game, self.scenario, self.drop_needless, spare[at:] + spare[:at])
            with suppress(_Enough):
                imagined.play()
            if not imagined.round.table.cut_short:
                return

    def _spare(self) -> list[int]:
        """The cards of the deck that the scenario does not name."""
        left = dict(self.round.left)
        for card in self.dealer + self.board:
            left[card] = left.get(card, 0) - 1
        for seat in self.seats.values():
            for action in seat.actions:
                for part in action[1:]:
                    for card in parse_cards(part) if isinstance(part, str) else ():
                        left[card] = left.get(card, 0) - 1
        return [card for card, count in left.items() for _ in range(count)]


class _Enough(Exception):
    """An imagined round has seen every action it can."""


class _Imagined(ScenarioPlayer):
    """The same scenario, had the dealer other cards face down: so the round goes on, and every action has its turn."""

    def __init__(self, game: Game, scenario: Mapping[str, Any], drop_needless: bool, spare: list[int]) -> None:
        super().__init__(game, scenario, drop_needless=drop_needless)
        self._others = spare

    def _deal(self, need: Deal) -> list[int]:
        if need.seat != DEALER or (need.seen_by == "everybody" and not self.round.table.dealer.cards):
            return super()._deal(need)
        cards, self._others[: need.count] = self._others[: need.count], []
        return cards

    def _answer(self, ask: Ask) -> None:
        try:
            super()._answer(ask)
        except _EndsEarly:
            turn = ask.turns[0]
            stays = next((move.name for move in turn.moves if move.name in self.game.needless), None)
            if stays is None:
                raise _Enough from None
            self.round.act(Act(turn.seat, turn.hand, stays))

    def _refuse_impossible(self) -> None:
        """Another imagined dealer is tried instead."""
