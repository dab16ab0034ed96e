"""One round as it happens: runs a game's script, checks every answer before the script sees it, keeps the events.

A round *is* its answers (decision 0001): `Round(game, bets, players, answers)` with the `answers` of another round is
that round again. So whoever needs a position twice keeps answers, or forks.
"""

from collections.abc import Iterable, Mapping, Sequence

from upcard import __version__
from upcard.cards.card import text
from upcard.rules.bets import Bets
from upcard.rules.events import Acted, Event, Line, RoundEnded, RoundOpened, RoundVoided, StakePlaced
from upcard.rules.game import Game
from upcard.rules.limits import within_aggregate
from upcard.rules.needs import UNKNOWN, Act, Answer, Ask, Deal, Illegal, Need, Peek, Show, Turn
from upcard.rules.table import Table


class Round:
    """Look at `need`, answer it, until `need` is None. An illegal answer raises `Illegal` and changes nothing.

    `give` takes any answer; `deal`, `act`, `peeked` and `shown` say which one is meant.
    """

    __slots__ = ("_answers", "_left", "_script", "events", "game", "need", "table", "voided")

    def __init__(
        self, game: Game, bets: Bets, players: Mapping[int, str] | None = None, answers: Iterable[Answer] = ()
    ) -> None:
        """`answers` are what it has been told already."""
        self.game = game
        self.table: Table = game.open(bets, players)
        self.events: list[Event] = [
            RoundOpened(
                game.name,
                game.digest,
                __version__,
                {number: seat.bets for number, seat in self.table.seats.items()},
                self.table.players,
            )
        ]
        self.voided = False
        self._answers: list[Answer] = []
        self._left = dict(game.deck_counts)
        self._script = game.play(self.table)
        self.need: Need | None = None
        self._run(None)
        for answer in answers:
            self.give(answer)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What the round was told so far, in order.

        A card that was dealt unread stays UNKNOWN here; when it is turned over, that is an answer of its own. A void is
        none: it ends the round from outside.
        """
        return tuple(self._answers)

    @property
    def lines(self) -> Sequence[Line]:
        """What is settled so far, in the order of payment."""
        return self.table.lines

    @property
    def ended(self) -> bool:
        """Whether nothing is needed any more."""
        return self.need is None

    @property
    def left(self) -> Mapping[int, int]:
        """The cards of the deck that nobody has seen dealt, with how many there are; unread ones are among them."""
        return {card: count for card, count in self._left.items() if count}

    def staked(self) -> dict[int, int]:
        """What each seat has put on the felt in this round, in cents."""
        totals = {number: sum(seat.bets.values()) for number, seat in self.table.seats.items()}
        for event in self.events:
            if type(event) is StakePlaced:
                totals[event.seat] += event.amount
        return totals

    def fork(self) -> "Round":
        """A round of its own at the same point: what becomes of one does not touch the other."""
        bets = {number: seat.bets for number, seat in self.table.seats.items()}
        copy = Round(self.game, bets, self.table.players, self._answers)
        if self.voided:
            voided = self.events[-1]
            assert type(voided) is RoundVoided
            copy.void(voided.reason)
        return copy

    # Answers

    def give(self, answer: Answer) -> None:
        """Answers whatever is needed: with an `Act`, with yes or no, with cards."""
        if isinstance(answer, Act):
            self.act(answer)
        elif isinstance(answer, bool):
            self.peeked(answer)
        elif type(self.need) is Show:
            self.shown(answer)
        else:
            self.deal(answer)

    def deal(self, cards: Sequence[int]) -> None:
        """Answers a `Deal`."""
        need = self.need
        if type(need) is not Deal:
            raise self._out_of_phase("cards can't be dealt now")
        if len(cards) != need.count:
            raise Illegal(f"{need.count} cards are dealt here, not {len(cards)}", "GEN-4")
        if UNKNOWN in cards and need.seen_by != "nobody":
            raise Illegal("this card is dealt face up; it must be known", "GEN-4")
        self._take(cards)
        self._run(tuple(cards))

    def act(self, act: Act) -> None:
        """Answers an `Ask` with one player's move."""
        need = self.need
        turn = self.turn_of(act.seat, act.hand)
        move = turn.move(act.move) if turn else None
        if turn is None or move is None:
            raise self.game.why_not(self.table, turn, act) or self._not_now(turn, act)
        try:
            move.check(act.value)
        except Illegal as illegal:
            raise self.game.why_not(self.table, turn, act) or illegal from None
        assert type(need) is Ask
        self.events.append(Acted(act.seat, act.hand, act.move, act.value))
        self._run(act)

    def peeked(self, answer: bool) -> None:
        """Answers a `Peek`."""
        need = self.need
        if type(need) is not Peek:
            raise self._out_of_phase("there is no hole card to look at now")
        if need.answer is not None and answer != need.answer:
            raise Illegal("the hole card says otherwise", need.rule)
        self._run(answer)

    def shown(self, cards: Sequence[int]) -> None:
        """Answers a `Show`: the cards that lay there unread."""
        need = self.need
        if type(need) is not Show:
            raise self._out_of_phase("no unread card is turned over now")
        if len(cards) != need.count or UNKNOWN in cards:
            raise Illegal(f"{need.count} cards are turned over here; name them", "GEN-4")
        self._take(cards)
        try:
            self.game.check_shown(self.table.hand(need.seat, need.hand), cards)
        except Illegal:
            self._put_back(cards)
            raise
        self._run(tuple(cards))

    def void(self, reason: str) -> None:
        """Voids the round for a misdeal: every stake goes back, whatever was settled (GEN-4)."""
        if self.ended:
            raise Illegal("the round is over; it can't be voided any more", "GEN-4")
        if not reason.strip():
            raise Illegal("a void needs a reason", "GEN-4")
        refunds = self.staked()
        self._script.close()
        self.table.stakes.clear()
        self.table.lines.clear()
        self.need = None
        self.voided = True
        self.events.append(RoundVoided(reason, refunds))

    # Inside

    def turn_of(self, seat: int, hand: int) -> Turn | None:
        """The open turn of a seat's hand, if it has one."""
        if type(self.need) is Ask:
            for turn in self.need.turns:
                if turn.seat == seat and turn.hand == hand:
                    return turn
        return None

    def _run(self, answer: Answer | None) -> None:
        if answer is not None:
            self._answers.append(answer)
        try:
            # The first send starts the script.
            self.need = self._script.send(answer)  # type: ignore[arg-type]  # a generator starts with None
        except StopIteration:
            self._finish()
        self._note()
        if self.need is None:
            self.events.append(RoundEnded())

    def _note(self) -> None:
        self.events += self.table.journal
        self.table.journal.clear()

    def _finish(self) -> None:
        self.need = None
        left = ", ".join(f"{wager} of seat {seat}, hand {hand}" for seat, hand, wager in self.table.stakes)
        assert not left, f"unsettled: {left}; every stake is settled before the script ends"
        limit = self.game.house.get("aggregate-limit")
        if isinstance(limit, int):
            for at, line in within_aggregate(self.table.lines, self.game.is_side, limit).items():
                self.table.limit(at, line)

    def _take(self, cards: Sequence[int]) -> None:
        """Takes cards out of the deck; one that can't be there is a misdeal."""
        left = self._left
        for at, card in enumerate(cards):
            if card == UNKNOWN:
                continue
            if left.get(card, 0) < 1:
                self._put_back(cards[:at])
                name = text(card) if 0 <= card < 52 else repr(card)
                why = f"every {name} of the deck is on the table already"
                if card not in self.game.deck_counts:
                    why = f"{self.game.title} is dealt from a deck without it"
                raise Illegal(f"{name} can't be dealt: {why}", "GEN-4")
            left[card] -= 1

    def _put_back(self, cards: Sequence[int]) -> None:
        for card in cards:
            if card != UNKNOWN:
                self._left[card] += 1

    def _not_now(self, turn: Turn | None, act: Act) -> Illegal:
        if turn is not None:
            moves = ", ".join(move.name for move in turn.moves)
            return Illegal(f"seat {act.seat} can't {act.move} now; it can {moves}", turn.moves[0].rule)
        if type(self.need) is not Ask:
            return self._out_of_phase(f"seat {act.seat} has nothing to decide now")
        turns = ", ".join(f"seat {t.seat} hand {t.hand}" for t in self.need.turns)
        return Illegal(
            f"seat {act.seat} hand {act.hand} has no decision now; {turns} has", self.need.turns[0].moves[0].rule
        )

    def _out_of_phase(self, what: str) -> Illegal:
        waits = {
            Deal: "cards",
            Ask: "a player's decision",
            Peek: "the dealer's look at the hole card",
            Show: "a card to be turned over",
            type(None): "nothing: it is over",
        }[type(self.need)]
        return Illegal(f"{what}; the round waits for {waits}", "GEN-4")
