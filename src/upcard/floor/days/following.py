"""What each entry adds to the shift that runs: rounds that were settled, hours, what moved the meters, what to name.

It is called with an entry before the state is brought forward by it, and only while a shift runs: a house that closes
no days pays nothing for this.
"""

from collections.abc import Callable, Iterable
from typing import Any

from upcard.floor import facts
from upcard.floor.days.tally import Drawer, MeterTally, Note, Shift, TableTally, between
from upcard.floor.ledger import money
from upcard.floor.ledger.entry import Transfer
from upcard.floor.state import State
from upcard.rules.bets import Bets


class _Entry:
    """An entry, and what its own facts said that the state does not know yet."""

    __slots__ = ("began", "made", "meters", "shift", "state")

    def __init__(self, state: State, shift: Shift, made: facts.Made) -> None:
        self.state, self.shift, self.made = state, shift, made
        self.began: dict[str, facts.GameStarted] = {}
        self.meters: dict[str, str] = {}
        """By hit, the meter that it claims."""

    def note(self, what: str, where: str, text: str, by: str = "") -> None:
        """Something that the report names."""
        made = self.made
        self.shift.note(Note(made.seq, made.at, by or made.by, what, where, text))

    def round(self, table: str) -> tuple[str, Bets]:
        """The rules and the stakes of a table's open round."""
        began = self.began.get(table)
        if began is not None:
            return began.digest, began.by_seat()
        opened = self.state.tables[table].round
        return self.state.tables[table].digest, {} if opened is None else opened.stakes

    def where(self, hit: str) -> str:
        """The table of a hit."""
        found = self.state.hits.get(hit)
        return hit if found is None else found.table


def follow(
    state: State, shift: Shift, made: facts.Made, said: Iterable[facts.Fact], transfers: Iterable[Transfer]
) -> None:
    """Adds an entry to the shift's tallies."""
    entry = _Entry(state, shift, made)
    for fact in said:
        take = _TAKES.get(type(fact))
        if take is not None:
            take(entry, fact)
    for transfer in transfers:
        _moved(entry, *transfer)


def _moved(entry: _Entry, source: str, target: str, amount: int, cause: str) -> None:
    shift = entry.shift
    for account, other, change in ((source, target, -amount), (target, source, amount)):
        kind, _, name = account.partition(":")
        if kind == "meter":
            tally = _tally(shift, name)
            tally.moved[cause] = tally.moved.get(cause, 0) + change
        elif kind == "reserve" and cause == "hidden contribution":
            _tally(shift, name).reserve += change
        elif kind == "overflow" and cause in {"overflow", "overflow worked out again"}:
            _tally(shift, name).overflow += change
        elif kind == "tray" and money.kind(other) in {"meter", "reserve", "overflow"}:
            shift.tables[name].contributed -= change
        elif kind == "payable" and change < 0:
            tally = _tally(shift, _meter(entry, name))
            tally.paid -= change
            tally.hits += 1
        if other == money.HOUSE and kind in {"meter", "reserve", "hit"}:
            tally = _tally(shift, name if kind != "hit" else _meter(entry, name))
            net = money.WORKED_OUT_AGAIN.get(cause, cause)
            tally.house[net] = tally.house.get(net, 0) + change


def _tally(shift: Shift, meter: str) -> MeterTally:
    """A meter's tally; one that is opened in the shift began with nothing."""
    return shift.meters.setdefault(meter, MeterTally())


def _meter(entry: _Entry, hit: str) -> str:
    """The meter that a hit claims, as accounts name it."""
    known = entry.meters.get(hit)
    if known is None:
        found = entry.state.hits[hit]
        known = f"{found.link}/{found.meter}"
    return known


# What is played


def _started(entry: _Entry, fact: facts.GameStarted) -> None:
    entry.began[fact.table] = fact


def _settled(entry: _Entry, fact: facts.RoundSettled) -> None:
    digest, stakes = entry.round(fact.table)
    tally = _round(entry, fact.table, digest, stakes)
    for line in fact.lines:
        wager = tally.wager(digest, line.wager)
        wager.staked += line.stake
        wager.returned += line.returned


def _ended(entry: _Entry, fact: facts.GameEnded) -> None:
    if fact.status == "voided":
        entry.shift.tables[fact.table].voided += 1
        entry.note("round voided", fact.table, f"{fact.round}: {fact.reason}")
        return
    table = entry.state.tables[fact.table]
    if table.kind != "live" or table.round is None:
        return
    digest, stakes = entry.round(fact.table)
    tally = _round(entry, fact.table, digest, stakes)
    for wagers in stakes.values():
        for name, cents in wagers.items():
            tally.wager(digest, name).staked += cents
    for line in table.round.paid:
        tally.wager(digest, line.wager).returned += line.amount


def _round(entry: _Entry, table: str, digest: str, stakes: Bets) -> TableTally:
    """A round more at a table, with what lay there before the deal."""
    tally = entry.shift.tables[table]
    tally.rounds += 1
    tally.seats += len(stakes)
    bets = [(name, cents) for wagers in stakes.values() for name, cents in wagers.items() if cents]
    often: dict[str, int] = {}
    for name, _ in bets:
        often[name] = often.get(name, 0) + 1
    for name, cents in bets:
        wager = tally.wager(digest, name)
        wager.bets += 1
        wager.placed += cents
        wager.squares += cents * cents
        wager.together += cents * cents * len(bets)
        wager.others += cents * (often[name] - 1)
    return tally


def _filled(entry: _Entry, fact: facts.TrayFilled) -> None:
    tally = entry.shift.tables[fact.table]
    if fact.amount > 0:
        tally.fills += fact.amount
    else:
        tally.credits -= fact.amount


# Hours


def add_hours(tally: TableTally, drawer: Drawer, at: str) -> None:
    """The time since a table was opened or closed."""
    passed = between(drawer.since, at)
    if drawer.open:
        tally.open_ms += passed
    else:
        tally.closed_ms += passed
    drawer.since = max(drawer.since, at)


def _table_opened(entry: _Entry, fact: facts.TableOpened) -> None:
    entry.shift.tables[fact.table] = TableTally(fact.game, fact.type, fact.link or "")
    entry.shift.drawers[fact.table] = Drawer(entry.made.at, open=True)


def _table_changed(entry: _Entry, fact: facts.TableChanged) -> None:
    entry.shift.tables[fact.table].link = fact.link or ""


def _table_state(entry: _Entry, fact: facts.TableOpenOrClosed) -> None:
    drawer = entry.shift.drawers[fact.table]
    add_hours(entry.shift.tables[fact.table], drawer, entry.made.at)
    drawer.open = fact.open


# What is named


def _pending(entry: _Entry, fact: facts.HitPending) -> None:
    entry.meters[fact.hit] = f"{fact.link}/{fact.meter}"


def _voided(entry: _Entry, fact: facts.HitVoided) -> None:
    entry.note("jackpot voided", entry.where(fact.hit), f"{fact.hit}, {money.dollars(fact.amount)}: {fact.reason}")


def _late(entry: _Entry, fact: facts.LateHit) -> None:
    entry.note("late hit", fact.table, f"{fact.hit}: {fact.reason}")


def _late_pay(entry: _Entry, fact: facts.LatePay) -> None:
    entry.note("late pay", fact.table, f"{fact.round}, seat {fact.seat}, {fact.outcome}: {fact.reason}")


def _taken_back(entry: _Entry, fact: facts.PayTakenBack) -> None:
    entry.note("pay taken back", fact.table, f"{fact.round}, seat {fact.seat}, {fact.outcome}: {fact.reason}")


def _signed_on(entry: _Entry, fact: facts.SignedOn) -> None:
    if fact.where.startswith("override"):
        entry.note("override", "", fact.where, fact.staff)


def _alert(entry: _Entry, fact: facts.AlertRaised) -> None:
    entry.note(f"alert: {fact.topic}", fact.where, fact.what)


def _corrected(entry: _Entry, fact: facts.Corrected) -> None:
    amount = money.dollars(fact.amount)
    entry.note("meter corrected", f"{fact.link}/{fact.meter}", f"{amount}: {fact.reason}")


def _transferred(entry: _Entry, fact: facts.Transferred) -> None:
    entry.note("transfer", fact.source, f"{money.dollars(fact.amount)} to {fact.target}: {fact.reason}")


_TAKES: dict[type[facts.Fact], Callable[[_Entry, Any], None]] = {
    facts.GameStarted: _started,
    facts.RoundSettled: _settled,
    facts.GameEnded: _ended,
    facts.TrayFilled: _filled,
    facts.TableOpened: _table_opened,
    facts.TableChanged: _table_changed,
    facts.TableOpenOrClosed: _table_state,
    facts.HitPending: _pending,
    facts.HitVoided: _voided,
    facts.LateHit: _late,
    facts.LatePay: _late_pay,
    facts.PayTakenBack: _taken_back,
    facts.SignedOn: _signed_on,
    facts.AlertRaised: _alert,
    facts.Corrected: _corrected,
    facts.Transferred: _transferred,
}
