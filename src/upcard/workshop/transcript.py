"""Golden transcripts: rounds as a dealer would call them, commands and what came of them, line by line.

A line that begins with ``>`` is a command, the lines under it are what it must say; ``#`` is a remark. The commands:

    > game NAME KEY=VALUE …      the game and its house settings
    > bets SEAT WAGER=CENTS …    what a seat bets; `> open` opens the round
    > deal CARDS                 the cards that the round waits for
    > act SEAT.HAND MOVE VALUE   a decision; an amount in cents, or hands with / between them
    > peek yes|no                the dealer's look at the hole card
    > void REASON                a misdeal
    > award METER=CENTS …        what the round's claims are paid from meters standing at that

A game's author keeps one beside the tests: what changes in it is what players would notice.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from upcard.cards.card import parse_cards
from upcard.rounds.record import event_to_json
from upcard.rounds.round import Round
from upcard.rounds.telling import Teller, labels
from upcard.rules.awards import MICRO, awards
from upcard.rules.game import Game
from upcard.rules.needs import DEALER, Act, Amount, Ask, Choice, Deal, Illegal, Move, MoveValue, Partition, Peek
from upcard.rules.registry import game as find_game
from upcard.rules.words import dollars, place


class TranscriptPlayer:
    """Runs the commands of a transcript one after another."""

    def __init__(self) -> None:
        self.game: Game
        self.round: Round
        self.bets: dict[int, dict[str, int]] = {}
        self.teller: Teller
        self.told = 0

    def say(self, command: str) -> list[str]:
        """What a command says."""
        verb, _, rest = command.partition(" ")
        try:
            return list(getattr(self, f"do_{verb}")(rest.split(), rest))
        except Illegal as illegal:
            return [f"refused: {illegal}"]

    def do_game(self, words: list[str], _rest: str) -> Iterator[str]:
        self.game = find_game(words[0])(dict(word.split("=") for word in words[1:]))
        self.teller = Teller(self.game, None, " ".join)
        self.bets = {}
        chosen = {key: self.game.house[key] for key in (word.split("=")[0] for word in words[1:])}
        yield ", ".join([self.game.title, *(f"{key} {value}" for key, value in chosen.items())])

    def do_bets(self, words: list[str], _rest: str) -> Iterator[str]:
        self.bets[int(words[0])] = {wager: int(cents) for wager, cents in (word.split("=") for word in words[1:])}
        yield from ()

    def do_open(self, _words: list[str], _rest: str) -> Iterator[str]:
        bets, self.bets = self.bets, {}
        self.round = Round(self.game, bets)
        self.told = 0
        yield from self._tell()

    def do_deal(self, _words: list[str], rest: str) -> Iterator[str]:
        self.round.deal(parse_cards(rest))
        yield from self._tell()

    def do_act(self, words: list[str], _rest: str) -> Iterator[str]:
        seat, hand = words[0].split(".")
        value: MoveValue = None
        if len(words) > 2:
            value = int(words[2]) if words[2].isdecimal() else self._hands(" ".join(words[2:]))
        self.round.act(Act(int(seat), int(hand), words[1], value))
        yield from self._tell()

    @staticmethod
    def _hands(written: str) -> MoveValue:
        return tuple(parse_cards(part) for part in written.split("/"))

    def do_peek(self, words: list[str], _rest: str) -> Iterator[str]:
        self.round.peeked(words[0] == "yes")
        yield from self._tell()

    def do_void(self, _words: list[str], rest: str) -> Iterator[str]:
        self.round.void(rest)
        yield from self._tell()

    def do_award(self, words: list[str], _rest: str) -> Iterator[str]:
        meters = {meter: int(cents) * MICRO for meter, cents in (word.split("=") for word in words)}
        claims = [claim for line in self.round.lines for claim in line.claims]
        settled = awards(meters, {}, claims, "split-first", self.game.award_step)
        for award in settled.awards:
            yield f"Seat {award.claim.seat} is awarded {dollars(award.amount)} of {award.claim.meter}."
        for meter, micro in settled.meters.items():
            yield f"{meter} stands at {dollars(micro // MICRO)}."

    def _tell(self) -> Iterator[str]:
        called = labels(self.round, set(self.round.table.seats))
        for event in self.round.events[self.told :]:
            words = self.teller.tell(event_to_json(event), called)
            if words:
                yield words
        self.told = len(self.round.events)
        need = self.round.need
        if need is None:
            staked = self.round.staked()
            for seat in () if self.round.voided else staked:
                back = sum(line.returned for line in self.round.lines if line.seat == seat)
                yield f"= Seat {seat}: staked {dollars(staked[seat])}, back {dollars(back)}"
        elif isinstance(need, Deal):
            who = f"seat {need.seat} hand {need.hand}" if need.seat > DEALER else place(need.seat).lower()
            yield f"? {need.count} card{'s' * (need.count > 1)} for {who}, seen by {need.seen_by}"
        elif isinstance(need, Peek):
            yield f"? {need.question}"
        elif isinstance(need, Ask):
            for turn in need.turns:
                yield f"? seat {turn.seat} hand {turn.hand}: {' | '.join(_offer(move) for move in turn.moves)}"


def _offer(move: Move) -> str:
    if isinstance(move, Choice):
        return f"{move.name} ({dollars(move.cost)})" if move.cost else move.name
    if isinstance(move, Amount):
        return f"{move.name} ({dollars(move.low)} to {dollars(move.high)})"
    assert isinstance(move, Partition)
    return f"{move.name} ({len(move.ways)} way{'s' * (len(move.ways) > 1)})"


def transcript(text: str) -> str:
    """A transcript with what its commands say now: commands, remarks and empty lines stay.

    A test compares it with what was written; a change that is meant is written anew:
    `python -m upcard.workshop.transcript FILE …`.
    """
    return "\n".join([*_lines(text), ""])


def _lines(text: str) -> Iterator[str]:
    player = TranscriptPlayer()
    for line in text.splitlines():
        if line.startswith("> "):
            yield line
            yield from player.say(line[2:])
        elif not line or line.startswith("#"):
            yield line


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(transcript(file.read_text("utf-8")), "utf-8")
