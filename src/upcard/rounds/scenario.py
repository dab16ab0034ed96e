"""A round from a scenario: cards and actions written down, settled to the cent (`upcard settle`).

The scenario answers the round's needs; nothing here knows a game. `docs/scenarios.md` describes the format.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from upcard.cards.card import parse_cards, text
from upcard.rounds.record import show_cards
from upcard.rounds.round import Round
from upcard.rules.awards import MICRO, Claim, awards
from upcard.rules.events import Acted
from upcard.rules.game import Game
from upcard.rules.needs import DEALER, Act, Amount, Ask, Choice, Deal, Illegal, MoveValue, Partition, Peek, Turn
from upcard.rules.registry import game as find_game
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


def settle(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Plays a scenario and says what every wager gets back, as docs/contract.md lays it down."""
    round_, unused = play(scenario)
    return result(round_, unused, scenario.get("meters", {}), scenario.get("resets", {}))


def play(scenario: Mapping[str, Any]) -> tuple[Round, list[int]]:
    """The finished round of a scenario, and the cards it did not need."""
    game = _read_game(scenario)
    try:
        return _Player(game, scenario, drop_needless=True).play()
    except (ScenarioError, Illegal) as fault:
        # A "stand" right after a hand that stood by itself is needless, unless the next hand needs it.
        try:
            return _Player(game, scenario, drop_needless=False).play()
        except (ScenarioError, Illegal):
            raise fault from None


def result(
    round_: Round, unused: Sequence[int], meters: Mapping[str, int], resets: Mapping[str, int]
) -> dict[str, Any]:
    """The settlement of a finished round in the contract's form; meter awards included."""
    after, paid = _award(round_, meters, resets)
    staked = round_.staked()
    seats = []
    for number in round_.table.seats:
        lines = [
            {
                "wager": line.wager,
                "hand": line.hand,
                "stake": line.stake,
                "outcome": line.outcome,
                "pays": line.pays,
                "returned": line.returned + sum(paid[claim] for claim in line.claims),
                "rule": line.rule,
            }
            for line in round_.lines
            if line.seat == number
        ]
        returned = sum(int(str(line["returned"])) for line in lines)
        seats.append({"seat": number, "lines": lines, "staked": staked[number], "returned": returned})
    dealer = round_.table.dealer
    return {
        "seats": seats,
        "dealer": {"cards": show_cards(dealer.cards), "label": round_.game.label(dealer, dealer.cards)},
        "meters": after,
        "unused": [text(card) for card in unused],
    }


def _award(
    round_: Round, meters: Mapping[str, int], resets: Mapping[str, int]
) -> tuple[dict[str, int], dict[Claim, int]]:
    """The meters after the round, in cents, and what each claim is paid."""
    for name, given in (("meters", meters), ("resets", resets)):
        if any(type(v) is not int or v < 0 for v in given.values()):
            raise ScenarioError(f"{name} maps the name of a meter to whole cents, not {given!r}")
        known = {meter for outcomes in round_.game.outcomes for meter in outcomes.meters.values()}
        for meter in given:
            if meter not in known:
                has = f"its meters are {', '.join(sorted(known))}" if known else "it has none"
                raise ScenarioError(f"{round_.game.name} has no meter {meter!r}; {has}")
    claims = [claim for line in round_.lines for claim in line.claims]
    for claim in claims:
        if claim.meter not in meters:
            raise ScenarioError(
                f"seat {claim.seat} wins {claim.percent}% of the meter {claim.meter}: say what it stands at, "
                f'as in "meters": {{"{claim.meter}": 1000000}} (cents)'
            )
    settled = awards(
        {name: cents * MICRO for name, cents in meters.items()},
        {name: cents * MICRO for name, cents in resets.items()},
        claims,
        "sequential" if round_.game.house["jackpot-order"] == "sequential" else "split-first",
        round_.game.award_step,
    )
    paid = {award.claim: award.amount for award in settled.awards}
    return {name: micro // MICRO for name, micro in settled.meters.items()}, paid


# Reading


def _read_game(scenario: Mapping[str, Any]) -> Game:
    if not isinstance(scenario, Mapping):
        raise ScenarioError("a scenario is a JSON object with game, dealer and seats")
    known = {"game", "house", "pays", "dealer", "seats", "meters", "resets"}
    unknown = [key for key in scenario if key not in known]
    if unknown:
        raise ScenarioError(f"a scenario has no {', '.join(unknown)}; it has {', '.join(sorted(known))}")
    for key in ("game", "dealer", "seats"):
        if key not in scenario:
            raise ScenarioError(f"the scenario lacks {key!r}")
    for key in ("house", "pays", "meters", "resets"):
        if not isinstance(scenario.get(key, {}), Mapping):
            raise ScenarioError(f"{key} is a JSON object, as in {{}}, not {scenario[key]!r}")
    game = find_game(str(scenario["game"]))(scenario.get("house"), scenario.get("pays"))
    game.refuse_lab_only()
    return game


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise ScenarioError(f'{where} is a text of cards, as in "As Kd", not {value!r}')
    return value


def _name(value: Any, where: str) -> str:
    """Who holds a seat; nothing that stands for nobody, or two such seats would be one player's (TCP-12)."""
    if not isinstance(value, str) or not value.strip():
        raise ScenarioError(f'{where} is a name, as in "Ann", not {value!r}')
    return value


class _Player:
    """Answers a round's needs from a scenario."""

    def __init__(self, game: Game, scenario: Mapping[str, Any], *, drop_needless: bool) -> None:
        self.game = game
        self.scenario = scenario
        self.drop_needless = drop_needless
        self.dealer = list(parse_cards(_text(scenario["dealer"], "dealer")))
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
        if need.seat == DEALER:
            cards, self.dealer[: need.count] = self.dealer[: need.count], []
            who = "the dealer"
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
        unused = list(self.dealer)
        for seat in self.seats.values():
            left = [action for action in seat.actions if action[0] not in self.game.needless]
            if left and not self.round.table.cut_short:
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
        for card in self.dealer:
            left[card] = left.get(card, 0) - 1
        for seat in self.seats.values():
            for action in seat.actions:
                for part in action[1:]:
                    for card in parse_cards(part) if isinstance(part, str) else ():
                        left[card] = left.get(card, 0) - 1
        return [card for card, count in left.items() for _ in range(count)]


class _Enough(Exception):
    """An imagined round has seen every action it can."""


class _Imagined(_Player):
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
