"""An evening at one table: bets, rounds, the bankroll, and what it came to."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard.cards.shoe import Shoe, ShoeEmpty
from upcard.cards.shuffle import Source
from upcard.cli.errors import UserError
from upcard.cli.money import net, parse_dollars
from upcard.cli.table.terminal.betting import UNIT, Stakes, ask_stakes, refusal
from upcard.cli.table.terminal.coaching import advice
from upcard.cli.table.terminal.meters import TerminalMeters
from upcard.cli.table.terminal.screen import Leave, Option, Screen, paid_lines
from upcard.cli.table.terminal.turns import ask_act
from upcard.rounds.bots import any_act, main_stakes, some_bets
from upcard.rounds.dealing import deal_on, fresh_shoe, goes_on
from upcard.rounds.record import line_to_json, round_to_json
from upcard.rounds.round import Round
from upcard.rounds.telling import Teller, labels, listed
from upcard.rounds.view import seen_events, view
from upcard.rules.game import Game
from upcard.rules.needs import Ask, Turn
from upcard.rules.words import dollars

ME = 1
"""The player's seat: first to be dealt to, first to decide."""

BUY_IN = 1000_00

HISTORY = 15
"""How many rounds the history shows."""


@dataclass(frozen=True, slots=True)
class Past:
    """One round in the history."""

    number: int
    staked: int
    returned: int
    bankroll: int


class TerminalSession:
    """One player's time at a table."""

    def __init__(
        self, game: Game, screen: Screen, source: Source, bots: Source, *, seats: int, bankroll: int, aloud: bool
    ) -> None:
        """`bots` draws the other players' decisions; `aloud` tells the end of a round in sentences, not by a felt."""
        self.game, self.screen, self.source, self.bots = game, screen, source, bots
        self.seats, self.bankroll, self.aloud = seats, bankroll, aloud
        self.bought = bankroll
        self.shoe: Shoe | None = None
        self.meters = TerminalMeters(game)
        self.last: Stakes = {}
        self.history: list[Past] = []
        self.titles = {wager.name: wager.title for wager in game.wagers}
        self.record: Path | None = None
        self.advise = False
        """Whether the coach speaks before every decision."""
        self._funds = bankroll
        self._told = 0
        self._teller = Teller(game, ME, screen.show)

    def run(self) -> None:
        """Plays until the player leaves."""
        title = f"{self.game.title}, {self.seats} seats" if self.seats > 1 else self.game.title
        self.screen.heading(title, f"You have {dollars(self.bankroll)} of play money.")
        self.screen.line(self.game.summary)
        try:
            while True:
                self._play(self._bets())
        except (Leave, KeyboardInterrupt):
            self._goodbye()

    # Bets

    def _bets(self) -> Stakes:
        """The player's bets: the same as before by Enter, or asked for one by one."""
        if not self.last:
            self._show_meters(quietly=True)
            self.screen.line("Your bets. Enter takes what stands in brackets; Ctrl-C leaves the table.", "dim")
            return self._asked({})
        while True:
            stakes = self.last
            total = sum(stakes.values())
            words = listed([f"{self.titles[wager]} {dollars(cents)}" for wager, cents in stakes.items()])
            self.screen.line(f"You have {dollars(self.bankroll)}. Last bets: {words}.")
            self.screen.options(_BETWEEN)
            typed = self.screen.ask("Next round [same bets]:").lower()
            if typed in {"", "s", "same"}:
                if total <= self.bankroll and not refusal(self.game, ME, stakes):
                    return dict(stakes)
                self.screen.line(f"The same bets are {dollars(total)}; you have {dollars(self.bankroll)}.", "bad")
            elif typed in {"c", "change"}:
                return self._asked(stakes)
            elif (cents := parse_dollars(typed)) is not None:
                scaled = main_stakes(self.game, cents)
                why = refusal(self.game, ME, scaled)
                if not why and sum(scaled.values()) <= self.bankroll:
                    return scaled
                self.screen.line(f"These bets can't stand: {why or 'you have too little'}.", "bad")
            else:
                self._other_key(typed)

    def _asked(self, last: Stakes) -> Stakes:
        while self.bankroll <= 0:
            self._buy()
        return ask_stakes(self.game, self.screen, ME, last, self.bankroll)

    # A round

    def _play(self, stakes: Stakes) -> None:
        self.last = stakes
        others = range(2, self.seats + 1)
        bets = {ME: stakes, **{seat: some_bets(self.game, UNIT, self.bots.below) for seat in others}}
        round_ = Round(self.game, bets)
        self.meters.grow(bets)
        self.screen.heading(f"Round {len(self.history) + 1}")
        self._told = 0
        shoe = self._next_shoe()
        try:
            self._run(round_, shoe)
        except ShoeEmpty:
            round_.void("the shoe has run out of cards")
        except (Leave, KeyboardInterrupt):
            round_.void("the player left the table")
            self._tell(round_)
            self._write(round_)
            raise Leave from None
        self._settled(round_)
        self._write(round_)

    def _next_shoe(self) -> Shoe:
        """The shoe to deal from: the last one as long as it goes on (BJK-11)."""
        last = self.shoe
        if last is None or not goes_on(self.game, last, self.seats):
            if last is not None and self.game.keeps_shoe:
                why = "The cut card has come out" if last.cut_card_out else "The cards may not last for another round"
                self.screen.line(f"{why}; the shoe is shuffled.", "dim")
            self.shoe = last = fresh_shoe(self.game, self.source)
        return last

    def _run(self, round_: Round, shoe: Shoe) -> None:
        deal_on(round_, shoe)
        while isinstance(round_.need, Ask):
            turn = round_.need.turns[0]
            if turn.seat == ME:
                self._my_turn(round_, turn)
            else:
                round_.act(any_act(turn, self.bots.below))
            deal_on(round_, shoe)
        self._tell(round_)

    def _my_turn(self, round_: Round, turn: Turn) -> None:
        self._tell(round_)
        self.screen.felt(view(round_, {ME}), ME, self.titles)
        if len(round_.table.seats[ME].hands) > 1:
            self.screen.line(f"Hand {turn.hand}:", "bold")
        if self.advise:
            for line in advice(round_, turn):
                self.screen.line(line, "dim")
        back = sum(settled.returned for settled in round_.lines if settled.seat == ME)
        self._funds = self.bankroll - round_.staked()[ME] + back
        round_.act(ask_act(self.screen, turn, lambda: self._funds, self._other_key))

    def _tell(self, round_: Round) -> None:
        """What has happened since the last time, without what is said right after it: the felt, or the settlement."""
        seen = seen_events(round_.events[self._told :], {ME})
        self._told = len(round_.events)
        on_the_felt = set() if round_.ended and self.aloud else _ON_THE_FELT
        for event in seen:
            kind = event["event"]
            mine = event.get("seat", event.get("line", {}).get("seat")) == ME
            settled = kind == "wager-settled" and (round_.ended or not mine)
            if kind in on_the_felt or settled or (kind == "acted" and mine):
                continue
            words = self._teller.tell(event, labels(round_, {ME}))
            if words:
                self.screen.line(words, "" if mine else "dim")

    def _settled(self, round_: Round) -> None:
        """The felt with every card that was turned over, each wager's result, jackpots, and the new bankroll."""
        if not self.aloud:
            self.screen.felt(view(round_, {ME}), ME, self.titles)
        awarded = self.meters.pay([claim for line in round_.lines for claim in line.claims])
        paid = {award.claim: award.amount for award in awarded}
        lines: dict[int, list[dict[str, Any]]] = {seat: [] for seat in round_.table.seats}
        for line in round_.lines:
            returned = line.returned + sum(paid[claim] for claim in line.claims)
            lines[line.seat].append({**line_to_json(line), "returned": returned})
        staked = round_.staked()
        back = {seat: sum(line["returned"] for line in of_seat) for seat, of_seat in lines.items()}
        if round_.voided:
            back = staked
        for seat in back:
            if seat != ME:
                self.screen.line(f"Seat {seat} is {net(back[seat] - staked[seat])}.", "dim")
        self.screen.settlement(paid_lines(lines[ME], self.titles), staked[ME], back[ME])
        for award in awarded:
            who = "You win" if award.claim.seat == ME else f"Seat {award.claim.seat} wins"
            meter = self.meters.title(award.claim.meter)
            self.screen.line(f"Jackpot! {who} {dollars(award.amount)} of the meter {meter}.", "good")
        self.bankroll += back[ME] - staked[ME]
        self.history.append(Past(len(self.history) + 1, staked[ME], back[ME], self.bankroll))

    def _write(self, round_: Round) -> None:
        if self.record is not None:
            append(self.record, json.dumps(round_to_json(round_), ensure_ascii=False) + "\n")

    # Keys that are no bet and no move

    def _other_key(self, key: str) -> bool:
        """Keys that work at any time; whether this was one of them."""
        known: dict[str, Callable[[], None]] = {
            "b": self._buy,
            "h": self._show_history,
            "m": self._show_meters,
            "q": self._leave,
        }
        action = known.get(key.lower()[:1]) if key.lower() in {*known, "buy", "history", "meters", "quit"} else None
        if action is None:
            return False
        action()
        return True

    def _buy(self) -> None:
        typed = self.screen.ask(f"Buy chips for how much [{dollars(BUY_IN)}]:")
        cents = BUY_IN if not typed else parse_dollars(typed)
        if not cents:
            self.screen.line("Type dollars such as 500; it is play money.")
            return
        self.bankroll += cents
        self.bought += cents
        self._funds += cents
        self.screen.line(f"You have {dollars(self.bankroll)} now.")

    def _show_history(self) -> None:
        rows: Sequence[Sequence[str]] = [
            (str(p.number), dollars(p.staked), dollars(p.returned), net(p.returned - p.staked), dollars(p.bankroll))
            for p in self.history[-HISTORY:]
        ]
        if rows:
            self.screen.grid(("round", "staked", "back", "result", "bankroll"), rows)
        else:
            self.screen.line("No round has been played yet.")

    def _show_meters(self, *, quietly: bool = False) -> None:
        standing = self.meters.cents()
        if standing:
            self.screen.grid(
                ("meter", "stands at"),
                [(self.meters.title(meter), dollars(cents)) for meter, cents in standing.items()],
            )
        elif not quietly:
            self.screen.line("This table has no jackpot meter.")

    def _leave(self) -> None:
        raise Leave

    def _goodbye(self) -> None:
        played = len(self.history)
        rounds = f"{played} round{'s' * (played != 1)}"
        result = self.bankroll - self.bought
        self.screen.line(f"You leave with {dollars(self.bankroll)} after {rounds}: {net(result)}.", "bold")
        if self.record is not None and played:
            self.screen.line(f"The rounds are in {self.record}; upcard replay {self.record} shows them again.", "dim")


def append(file: Path, text: str) -> None:
    """Adds to a record, or says why it can't be written."""
    try:
        with file.open("a", encoding="utf-8") as record:
            record.write(text)
    except OSError as error:
        raise UserError(f"{file} can't be written: {error.strerror or error}") from error


_BETWEEN = (
    Option("Enter", "same bets"),
    Option("c", "change"),
    Option("20", "bet $20"),
    Option("h", "history"),
    Option("m", "meters"),
    Option("b", "buy chips"),
    Option("q", "leave"),
)

_ON_THE_FELT = {"round-opened", "cards-dealt", "stake-placed", "hands-laid", "cards-shown", "cards-turned"}
"""Events that a felt in front of the player already shows."""
