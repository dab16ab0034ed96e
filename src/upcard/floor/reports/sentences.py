"""What an entry of the ledger says, in sentences: where, which seat, how much, in dollars.

Every kind of fact has its sentence. Reports, consoles and files say the same, because they ask here.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from upcard.floor import facts
from upcard.floor.ledger import money
from upcard.floor.people.staff import a
from upcard.floor.reports.change_words import ORDER_SAID, change_said, meters, of_table, parameters, several
from upcard.rules.words import spaced

Worth: TypeAlias = Callable[[str], int | None]
"""What a hit is worth, in cents, by its name; None where that is not known."""


class HitPlace(NamedTuple):
    """Where a hit was won, as its name says it: T1-17-4 is table T1, round 17, seat 4."""

    table: str
    round: str
    seat: int


_HIT = re.compile(r"(?P<table>.+)-(?P<number>\d+)-(?P<seat>\d+)(?:-late|-mystery)?(?:\.\d+)?")


def place_of(hit: str) -> HitPlace | None:
    """Where a hit was won.

    >>> place_of("T1-17-4"), place_of("live-blackjack-3-2-late.2")
    (HitPlace(table='T1', round='T1-17', seat=4), HitPlace(table='live-blackjack', round='live-blackjack-3', seat=2))
    """
    found = _HIT.fullmatch(hit)
    return HitPlace(found["table"], f"{found['table']}-{found['number']}", int(found["seat"])) if found else None


def sentence(fact: facts.Fact, worth: Worth = lambda _: None) -> str:
    """A fact in a sentence; empty where another fact of its entry says the same."""
    if type(fact) in _TOLD:
        return _TOLD[type(fact)](fact, worth)
    return _WRITTEN[type(fact)].format_map(_words(fact, worth))


def sentences(said: Sequence[facts.Fact], worth: Worth = lambda _: None) -> str:
    """What an entry says, in its order; what a hit is worth is taken from the entry itself where it says so."""
    now = {hit: one.amount for fact in said if isinstance(fact, facts.WorkedOut) for hit, one in fact.hits.items()}
    pressed = {fact.hit for fact in said if isinstance(fact, facts.HitPending)}
    told = [
        sentence(fact, lambda hit: now[hit] if hit in now else worth(hit))
        for fact in said
        if not (isinstance(fact, facts.WorkedOut) and set(fact.hits) <= pressed)  # its amount is said with the hit
    ]
    return " ".join(dict.fromkeys(f"{text}." for text in told if text))


# Parts of sentences


def _at(table: str, seat: int | None = None) -> str:
    return f"Table {table}" + (f", seat {seat}" if seat else "")


def _jackpot(name: str, cents: int | None) -> str:
    place = place_of(name)
    said = f"{_at(place.table, place.seat)}: jackpot {name}" if place else f"Jackpot {name}"
    return f"{said}{_of(cents)}"


def _of(cents: int | None) -> str:
    return "" if cents is None else f" of {money.dollars(cents)}"


def _words(fact: facts.Fact, worth: Worth) -> dict[str, Any]:
    """The fields of a fact as a sentence takes them, and the place that they make."""
    said: dict[str, Any] = msgspec.structs.asdict(fact)
    amount = said.get("amount")
    if "table" in said:
        said["place"] = _at(said["table"], said.get("seat"))
    if "hit" in said:
        said["jackpot"] = _jackpot(said["hit"], worth(said["hit"]) if amount is None else amount)
    if "outcome" in said:
        said["hand"] = spaced(said["outcome"])
    if "role" in said:
        said["role"] = a(said["role"])
    if amount is not None:
        said["amount"] = money.dollars(amount)
    return said


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'s' * (len(seats) != 1)} {', '.join(map(str, seats)) or 'none'}"


# Facts that say more than their fields


def _pending(fact: facts.HitPending, worth: Worth) -> str:
    share = "" if fact.percent == 100 else f", {fact.percent} % of the meter"
    amount = worth(fact.hit)
    known = "" if amount is None else f", {money.dollars(amount)},"
    return f"{_at(fact.table, fact.seat)}: {spaced(fact.outcome)}{share}{known} is pending as {fact.hit}"


def _worked_out(fact: facts.WorkedOut, _: Worth) -> str:
    hits = ", ".join(f"{hit} {money.dollars(one.amount)}" for hit, one in fact.hits.items())
    return f"Link {fact.link} was worked out: {hits}" if hits else ""


def _bet(fact: facts.BetPlaced, _: Worth) -> str:
    bets = ", ".join(f"{wager} {money.dollars(cents)}" for wager, cents in fact.wagers.items()) or "no bets"
    back = "".join(f", {money.dollars(cents)} of {wager} went back" for wager, cents in fact.returned.items())
    return f"{_at(fact.table, fact.seat)}: {bets}{back}"


def _sensor(fact: facts.SensorRead, _: Worth) -> str:
    back = f", {money.dollars(fact.returned)} went back" if fact.returned else ""
    light = f"lit with {money.dollars(fact.cents)}" if fact.cents else "dark"
    return f"{_at(fact.table, fact.seat)}: the sensor of {fact.wager} is {light}{back}"


def _started(fact: facts.GameStarted, _: Worth) -> str:
    bet = money.dollars(sum(cents for wagers in fact.stakes.values() for cents in wagers.values()))
    return f"{_at(fact.table)}: START GAME of round {fact.round}, {bet} on {several(len(fact.stakes), 'seat')}"


def _settled(fact: facts.RoundSettled, _: Worth) -> str:
    back = sum(line.returned for line in fact.lines)
    return f"{_at(fact.table)}: round {fact.round} is settled, {money.dollars(back)} goes back"


def _hand_paid(fact: facts.HandPaid, _: Worth) -> str:
    mine = [line for line in fact.pays if (line.of, line.wager, line.outcome) == (fact.seat, fact.wager, fact.outcome)]
    paid, to = money.dollars(sum(line.amount for line in mine)), [line.seat for line in mine]
    whom = "" if to == [fact.seat] else f" to {_seats(to)}"
    return f"{_at(fact.table, fact.seat)}: {spaced(fact.outcome)} of {fact.wager} was paid, {paid}{whom}"


def _ended(fact: facts.GameEnded, _: Worth) -> str:
    if fact.status == "voided":
        return f"{_at(fact.table)}: round {fact.round} was voided, {fact.reason}"
    return f"{_at(fact.table)}: END GAME of round {fact.round}"


def _contributed(fact: facts.Contributed, _: Worth) -> str:
    meters = ", ".join(f"{name} {money.exact(shares.total)}" for name, shares in fact.meters.items())
    return f"{_at(fact.table)}: its wagers brought {meters}" if meters else ""


def _tray(fact: facts.TrayFilled, _: Worth) -> str:
    if fact.amount < 0:
        return f"{_at(fact.table)}: {money.dollars(-fact.amount)} went from the tray to the cage"
    return f"{_at(fact.table)}: {money.dollars(fact.amount)} came from the cage into the tray"


def _staff_changed(fact: facts.StaffChanged, _: Worth) -> str:
    if not fact.active:
        return f"{fact.staff} works here no longer"
    return f"{fact.staff} is {a(fact.role)} of {fact.department} now"


def _opened(fact: facts.HouseOpened, _: Worth) -> str:
    new = f", and this program (digest {fact.software[:16]}) is accepted from now on" if fact.accepted else ""
    return f"The house was opened with version {fact.version}{new}"


def _named(fact: facts.HouseNamed, _: Worth) -> str:
    under = f", under the rules of {fact.jurisdiction}" if fact.jurisdiction else ""
    return f"The house is called {fact.name}, in the time of {fact.zone}{under}"


def _signed_on(fact: facts.SignedOn, _: Worth) -> str:
    return f"{fact.staff} signed on{f' ({fact.where})' if fact.where else ''}"


def _scheduled(fact: facts.ChangeScheduled, _: Worth) -> str:
    return f"{fact.proposal} was approved and waits for END GAME at {', '.join(fact.waits_for)}"


def _contact(fact: facts.ContactChanged, _: Worth) -> str:
    return f"{_at(fact.table)}: {'contact is there again' if fact.up else f'contact lost, {fact.reason}'}"


def _meter_changed(fact: facts.MeterChanged, _: Worth) -> str:
    changed = parameters({name: value for name, value in fact.now.items() if fact.was.get(name) != value})
    return f"Meter {fact.link}/{fact.meter} has {changed or 'the same parameters'} now"


def _counted(fact: facts.TableCounted, _: Worth) -> str:
    parts = {"opener": fact.opener, "closer": fact.closer, "drop": fact.drop}
    said = ", ".join(f"{name} {money.dollars(cents)}" for name, cents in parts.items() if cents is not None)
    return f"{_at(fact.table)} was counted: {said or 'nothing yet'}"


_TOLD: dict[type[facts.Fact], Callable[[Any, Worth], str]] = {
    facts.HouseOpened: _opened,
    facts.HouseNamed: _named,
    facts.StaffChanged: _staff_changed,
    facts.SignedOn: _signed_on,
    facts.Proposed: lambda fact, _: f"Proposed as {fact.proposal}: {change_said(fact.what, fact.change)}",
    facts.ChangeScheduled: _scheduled,
    facts.BetPlaced: _bet,
    facts.SensorRead: _sensor,
    facts.GameStarted: _started,
    facts.RoundAnswered: lambda fact, _: (
        f"{_at(fact.table)}: the round went on by {several(len(fact.answers), 'step')}"
    ),
    facts.RoundSettled: _settled,
    facts.HandPaid: _hand_paid,
    facts.GameEnded: _ended,
    facts.CardsOpened: lambda fact, _: (
        f"{_at(fact.table)}: {several(len(fact.cards), 'card')} of shoe {fact.shoe} can be checked"
    ),
    facts.TrayFilled: _tray,
    facts.TableCounted: _counted,
    facts.ContactChanged: _contact,
    facts.Contributed: _contributed,
    facts.HitPending: _pending,
    facts.WorkedOut: _worked_out,
    facts.LinkOpened: lambda fact, _: f"Link {fact.link} was opened: {meters(fact.meters)}",
    facts.MeterChanged: _meter_changed,
    facts.LinkOrder: lambda fact, _: f"Several winners of link {fact.link} {ORDER_SAID[fact.now]} from now on",
    facts.TableOpened: lambda fact, _: (
        f"{_at(fact.table)} was opened, {fact.type}: {fact.game}, {of_table(facts.as_shown(fact))}"
    ),
    facts.TableChanged: lambda fact, _: f"{_at(fact.table)} was changed: {of_table(facts.as_shown(fact))}",
    facts.TableOpenOrClosed: lambda fact, _: f"{_at(fact.table)} is {'open' if fact.open else 'closed'}",
}

_WRITTEN: dict[type[facts.Fact], str] = {
    facts.HouseFounded: "The house was founded",
    facts.TaxNoteSet: "Slips of {jurisdiction} carry a tax note from {since} on",
    facts.SnapshotTaken: "A snapshot was taken up to entry {upto}",
    facts.ShiftOpened: "The {shift} shift of {day} was opened",
    facts.TheorySet: "Results under the rules {digest:.16} are held against the lab's figures from now on",
    facts.ShiftCut: "Shift report {number} was cut and waits for a signature; {next_shift} of {next_day} has begun",
    facts.ShiftSigned: "Shift report {number}, cut by {cut_by}, was signed",
    facts.CutTakenBack: "The cut of shift report {number} was taken back: {reason}",
    facts.InquiryOpened: "Inquiry {inquiry} into {figure} of {about}, {value}, in shift report {number}: {why}",
    facts.InquiryClosed: "Inquiry {inquiry} was closed: {finding}",
    facts.AlertRaised: "Alert {id} at {where}: {what}",
    facts.AlertAcknowledged: "Alert {alert} was acknowledged: {note}",
    facts.StaffAdded: "{name} ({staff}) was taken on as {role} of {department}",
    facts.PasswordSet: "{staff} has a new password",
    facts.StaffUnlocked: "{staff} was let in again",
    facts.StaffFailed: "A wrong password was given for {staff}",
    facts.SignedOff: "{staff} signed off",
    facts.CardIssued: "{staff} was given card {card}",
    facts.CardBlocked: "Card {card} was blocked: {reason}",
    facts.Swiped: "Card {card} was swiped",
    facts.PinGiven: "The PIN of card {card} was right",
    facts.CardFailed: "A wrong PIN was given for card {card}",
    facts.PlayerAdded: "{name} opened an account",
    facts.Approved: "{proposal} of {proposed_by} was approved",
    facts.ChangeMade: "The scheduled change {proposal} of {proposed_by}, approved by {approved_by}, took effect",
    facts.ScheduleDropped: "The scheduled change {proposal} was dropped: {reason}",
    facts.Rejected: "{proposal} was turned down: {reason}",
    facts.Seated: "{place}: {player} sat down",
    facts.Left: "{place}: {player} left",
    facts.ChipReturned: "{place}: {amount} on a dark sensor went back",
    facts.PayTakenBack: "{place}: the pay for {hand} of {wager} was taken back, {reason}",
    facts.HitsDone: "{place}: HITS DONE",
    facts.ShoeCommitted: "{place}: shoe {shoe} of {size} cards was shuffled and bound",
    facts.ShoeRetired: "{place}: shoe {shoe} is done with, its order is open",
    facts.BatchOpened: "",  # the hit that opens it says it
    facts.BatchClosed: "",  # HITS DONE, or the settlement, says it
    facts.BatchReopened: "{place}: its hits were opened again for the right press",
    facts.LateHit: "{jackpot} came after END GAME of round {round}, {reason}; signed with the card of {holder}",
    facts.LatePay: "{place}: that pay came after END GAME of round {round}, {reason}; signed with the card of {holder}",
    facts.HitVerified: "{jackpot} was verified",
    facts.HitConfirmed: "{jackpot} was confirmed with the card of {holder}",
    facts.MysteryCommitted: "Amount {number} of meter {link}/{meter}, from {low} to {high} cents, was drawn and bound",
    facts.MysteryReached: "{place}: {wager} brought meter {link}/{meter} to its secret amount",
    facts.MysteryOpened: "{jackpot} was bound before: amount {number} of meter {link}/{meter} is open",
    facts.PatronNamed: "{jackpot} is {patron}'s",
    facts.HitPaid: "{jackpot} was paid",
    facts.HitVoided: "{jackpot} was voided, {reason}",
    facts.TableInoperable: "{place} does not open: {reason}",
    facts.Transferred: "{amount} was moved from {source} to {target}: {reason}",
    facts.Corrected: "Meter {link}/{meter} was corrected by {amount}: {reason}",
}
"""Sentences that the fields of a fact fill."""
