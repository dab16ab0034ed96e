"""Must-hit-by meters, checked from the ledger alone: every amount is the one that was bound, within what was said, and
the first wager that brought the meter to it is the one that won.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.floor import facts
from upcard.floor.fair import proof
from upcard.floor.ledger import money
from upcard.floor.ledger.entry import Broken, read_transfers


@dataclass(slots=True)
class _Bound:
    """An amount that was bound."""

    said: facts.MysteryCommitted
    highest: int = 0
    """What wagers brought the meter to without winning it, in millionths of a cent."""
    reached: facts.MysteryReached | None = None
    before: int = 0
    stakes: dict[int, dict[str, int]] = field(default_factory=dict)


class MysteryAuditor:
    """Follows the meters of a ledger that are won at a secret amount."""

    def __init__(self) -> None:
        self.opened = 0
        """Amounts that were checked."""
        self._bound: dict[tuple[str, str], _Bound] = {}
        self._rates: dict[tuple[str, str], tuple[int, str]] = {}
        """By meter: parts per million of a wager, and which wager."""
        self._stands: dict[str, int] = {}

    def take(self, row: Sequence[Any]) -> None:
        """One entry more; `Broken` if it does not fit what was bound before."""
        seq, transfers, body = row[0], row[4], row[5]
        if not self._bound and b'"mystery-' not in body:
            return  # a link opens in one entry with its base and its first amount: nothing before it counts
        if b"meter:" not in transfers and b'"mystery-' not in body and b'"meter-changed"' not in body:
            return
        said = facts.read_body(body).facts
        before = dict(self._stands) if b'"mystery-reached"' in body else {}
        self._move(transfers)
        started = next((fact for fact in said if isinstance(fact, facts.GameStarted)), None)
        for fact in said:
            if isinstance(fact, facts.LinkOpened):
                self._rates |= {(fact.link, name): _rate(rows) for name, rows in fact.meters.items()}
            elif isinstance(fact, facts.MeterChanged):
                self._rates[fact.link, fact.meter] = _rate(fact.now)
            elif isinstance(fact, facts.MysteryCommitted):
                self._bound[fact.link, fact.meter] = _Bound(fact)
            elif isinstance(fact, facts.MysteryReached):
                self._reached(seq, fact, before, started)
            elif isinstance(fact, facts.MysteryOpened):
                self._check(seq, fact)
            elif isinstance(fact, facts.Contributed):
                self._fed(fact, said)

    def _move(self, transfers: bytes) -> None:
        for source, target, amount, _ in read_transfers(transfers):
            for account, change in ((source, -amount), (target, amount)):
                if account.startswith("meter:"):
                    self._stands[account] = self._stands.get(account, 0) + change

    def _fed(self, fact: facts.Contributed, said: Sequence[facts.Fact]) -> None:
        """What a round's wagers brought the meters to, where none of them won."""
        won = {one.meter for one in said if isinstance(one, facts.MysteryReached)}
        for name in fact.meters:
            bound = self._bound.get((fact.link, name))
            if bound is not None and name not in won and bound.reached is None:
                bound.highest = max(bound.highest, self._stands[money.meter(fact.link, name)])

    def _reached(
        self, seq: int, fact: facts.MysteryReached, before: dict[str, int], started: facts.GameStarted | None
    ) -> None:
        bound = self._bound.get((fact.link, fact.meter))
        if bound is None or started is None or started.round != fact.round:
            raise Broken(seq, f"meter {fact.link}/{fact.meter} was won in a round that did not feed it")
        bound.reached, bound.before = fact, before.get(money.meter(fact.link, fact.meter), 0)
        bound.stakes = started.by_seat()

    def _check(self, seq: int, fact: facts.MysteryOpened) -> None:
        name = f"{fact.link}/{fact.meter}"
        bound = self._bound.pop((fact.link, fact.meter), None)
        if bound is None or bound.reached is None or bound.said.number != fact.number:
            raise Broken(seq, f"amount {fact.number} of meter {name} was not bound, or not won")
        said = bound.said
        if proof.amount_commitment(fact.amount, fact.salt) != said.commitment:
            raise Broken(seq, f"amount {fact.number} of meter {name} is not the one that was bound")
        if not said.low <= fact.amount <= said.high:
            raise Broken(seq, f"amount {fact.number} of meter {name} is not between {said.low} and {said.high} cents")
        wanted = money.micro(fact.amount)
        if bound.highest >= wanted:
            raise Broken(seq, f"meter {name} had come to amount {fact.number} before it was won")
        if self._winner(bound, wanted) != bound.reached.seat:
            raise Broken(seq, f"another seat than {bound.reached.seat} brought meter {name} to amount {fact.number}")
        self.opened += 1

    def _winner(self, bound: _Bound, wanted: int) -> int | None:
        """The seat whose wager brought the meter to its amount, in the order of the seats."""
        rate, wager = self._rates[bound.said.link, bound.said.meter]
        stands = bound.before
        for seat in sorted(bound.stakes):
            cents = bound.stakes[seat].get(wager, 0)
            stands += cents * rate
            if cents and stands >= wanted:
                return seat
        return None


def _rate(parameters: dict[str, Any]) -> tuple[int, str]:
    return int(parameters["increment"]), str(parameters.get("fed-by", ""))
