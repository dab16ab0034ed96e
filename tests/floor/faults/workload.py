"""A floor at work, drawn from a seed: sensors, rounds, jackpots, voids, fills, closes, repeated and late commands."""

import random
from pathlib import Path
from typing import Any

from tests.kit.floor import AT, CHEAP, PIN, Floor
from upcard.floor.commands.command import Ack, Command
from upcard.floor.house.house import House
from upcard.floor.house.sequencer import Job
from upcard.floor.ledger.keys import Keys
from upcard.floor.people.swipes import CardKey
from upcard.floor.state import CONFIRMED, PENDING, VERIFIED, State

TABLES = ("T1", "T2", "T3")
HANDS = ("three-suited-sevens", "three-same-colour-sevens")


def prepare(folder: Path) -> Path:
    """A house with three live tables on one link, a virtual one, and players; closed in good order."""
    path = folder / "house.sqlite3"
    with House.found(str(path), threads=False, hasher=CHEAP) as house:
        floor = Floor(house).hire()
        floor.link()
        for table in TABLES:
            floor.table(table)
        floor.table("V", "virtual", "three-card-poker", link=None)
        for seat in (1, 2):
            floor.ok("sue", "player-add", player=f"p{seat}")
            floor.ok("sue", "buy-in", player=f"p{seat}", amount=10_000_000)
            floor.ok(f"player:p{seat}", "sit", table="V", seat=seat, player=f"p{seat}")
        floor.ok("sue", "day-open", day="2026-03-01", shift="s0")
        for who, card in floor.cards.items():
            card.save(folder / f"{who}.card")
    return path


class Workload:
    """Draws the next command from what the house looks like, as a floor full of people would."""

    def __init__(self, seed: int, cards: Path) -> None:
        self.chance = random.Random(seed)
        self.number = 0
        self.seed = seed
        self.card = CardKey.load(cards / "max.card")
        self.eves = CardKey.load(cards / "eve.card")
        self.sent: list[Command] = []
        self.acks: dict[str, Ack] = {}
        """What was acknowledged: what must never be lost."""

    def draw(self, state: State) -> Command:
        """The next command: mostly a new one, sometimes an old one again."""
        if self.sent and self.chance.random() < 0.1:
            return self.chance.choice(self.sent)
        by, do, args = self._choose(state)
        self.number += 1
        command = Command(f"w{self.seed}-{self.number}", AT, by, do, args)
        self.sent.append(command)
        return command

    def _choose(self, state: State) -> tuple[str, str, dict[str, Any]]:
        pick = self.chance
        for hit in state.hits.values():
            if pick.random() < 0.5:
                if hit.state == PENDING:
                    if pick.random() < 0.3:
                        return "sue", "void", {"hit": hit.id, "reason": pick.choice(["a test", "wrong seat"])}
                    return "sue", "verify", {"hit": hit.id}
                if hit.state == VERIFIED:
                    args = {"hit": hit.id, "swipe": self.card.swipe(), "_pin_ok": True}
                    return "max", "confirm", args
                if hit.state == CONFIRMED:
                    return "sue", "pay", {"hit": hit.id}
        if pick.random() < 0.05:
            return self._configure(state)
        if pick.random() < 0.08:
            return self._close(state)
        if pick.random() < 0.3:
            return self._virtual(state)
        table = pick.choice(TABLES)
        opened = state.tables[table].round
        if pick.random() < 0.06:
            return "sue", pick.choice(["fill", "credit"]), {"table": table, "amount": pick.randint(1, 10**5)}
        if opened is not None and pick.random() < 0.05:
            return "sue", "void-round", {"table": table, "reason": "a card was exposed"}
        if opened is None:
            if pick.random() < 0.6:
                return f"device:{table}", "sensor", {"table": table, "seat": pick.randint(1, 6), "amount": 100}
            return "dora", "start", {"table": table}
        if pick.random() < 0.1 and state.tables[table].ended:
            ended = pick.choice(state.tables[table].ended)
            late = {"table": table, "round": ended.id, "seat": pick.randint(1, 6), "hand": pick.choice(HANDS)}
            return "sam", "late-hit", {**late, "reason": "on film", "swipe": self.eves.swipe(), "_pin_ok": True}
        lit = list(opened.stakes)
        if lit and pick.random() < 0.3:
            return "dora", "hit", {"table": table, "seat": pick.choice(lit), "hand": pick.choice(HANDS)}
        return "dora", pick.choice(["hits-done", "end"]), {"table": table}

    def _configure(self, state: State) -> tuple[str, str, dict[str, Any]]:
        """A change is proposed, approved (it mostly waits for END GAME), or withdrawn."""
        for proposal in state.proposals.values():
            if self.chance.random() < 0.5:
                return "mia", "approve", {"proposal": proposal.id}
            if self.chance.random() < 0.2:
                return "max", "reject", {"proposal": proposal.id, "reason": "another day"}
        change = {"link": "L", "meter": "blazing-sevens", "increment": self.chance.randint(1, 300_000)}
        return "max", "propose", {"what": "meter", "change": change}

    def _close(self, state: State) -> tuple[str, str, dict[str, Any]]:
        """The day: tables are counted, a shift is cut, signed by another role, or taken back."""
        shift, cut = state.days.shift, state.days.cut
        assert shift is not None
        if cut is not None:
            if self.chance.random() < 0.3:
                return "sam", "day-take-back", {"number": cut.number, "reason": "counted again"}
            return "mia", "day-sign", {"number": cut.number, "digest": cut.digest}
        for name in TABLES:
            missing = shift.drawers[name].missing
            if missing:
                counted = {what: self.chance.randint(0, 10**6) for what in missing}
                return "sue", "day-count", {"table": name, **counted}
        closes = {"next": f"s{self.number}"}
        return "sue", "day-close", closes | ({"next-day": "2026-03-02"} if self.chance.random() < 0.2 else {})

    def _virtual(self, state: State) -> tuple[str, str, dict[str, Any]]:
        table, seat = state.tables["V"], self.chance.randint(1, 2)
        if table.round is not None:
            return f"player:p{seat}", "act", {"table": "V", "seat": seat, "move": self.chance.choice(["play", "fold"])}
        if table.bets and self.chance.random() < 0.5:
            return "dora", "start", {"table": "V"}
        return f"player:p{seat}", "bet", {"table": "V", "seat": seat, "wagers": {"ante": 500, "pair-plus": 500}}

    def run(self, house: House, batches: int) -> bool:
        """Sends batches; False when one was not acknowledged."""
        for _ in range(batches):
            jobs = [Job(self.draw(house.sequencer.state)) for _ in range(self.chance.randint(1, 8))]
            house.sequencer.process(jobs)
            for job in jobs:
                if job.reply.exception() is not None:
                    return False
                assert isinstance(job.ask, Command)
                self.acks[job.ask.id] = job.reply.result()
        return True


def reopen(path: Path, keys: Path, url: str | None = None, **options: Any) -> House:
    return House.open(url or str(path), Keys.load(keys), threads=False, hasher=CHEAP, **options)


__all__ = ["PIN", "TABLES", "Workload", "prepare", "reopen"]
