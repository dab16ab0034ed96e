"""Links and their meters: parameters (REG-3), who may share them (REG-11), how one is changed by hand (PRG-12)."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import Draft
from upcard.floor.ledger import money
from upcard.floor.people.configuration import Fields, change, wait_for_end
from upcard.floor.play import games
from upcard.floor.progressive.amounts import bind
from upcard.floor.state import FloorTable, Link, Meter, State
from upcard.rules.awards import ORDERS
from upcard.rules.settings import Value

PPM = 1_000_000


def find_link(state: State, name: str) -> Link:
    """A link by its name."""
    found = state.links.get(name)
    if found is None:
        raise Refused(f"there is no link {name!r}; there are {', '.join(state.links) or 'none'}")
    return found


def find_meter(link: Link, name: str) -> Meter:
    """A meter of a link."""
    found = link.meters.get(name)
    if found is None:
        raise Refused(f"link {link.id} has no meter {name!r}; it has {', '.join(link.meters)}")
    return found


def _read_meter(name: str, said: Mapping[str, Any], old: Meter | None = None) -> Meter:
    """A meter's parameters; seed, increment and reserve rates have to be said, nothing is assumed (REG-7)."""
    fields = Fields(f"meter {name}", said)
    base = old.base if old else fields.whole("base")
    meter = Meter(
        name,
        base=base,
        reset=fields.whole("reset", default=old.reset if old else None),
        increment=fields.whole("increment", 0, PPM, default=old.increment if old else None),
        hidden=fields.whole("hidden", 0, PPM, default=old.hidden if old else None),
        limit=fields.maybe("limit", old.limit if old else None),
        implausible=fields.maybe("implausible", old.implausible if old else None),
        round_up_to=fields.whole("round-up-to", 1, 100, default=old.round_up_to if old else 1),
        top_up=fields.flag("top-up", old.top_up if old else False),
        must_hit_by=fields.maybe("must-hit-by", old.must_hit_by if old else None),
        fed_by=fields.text("fed-by", (old.fed_by or "") if old else "") or None,
        announced=fields.flag("announced", old.announced if old else True),
    )
    fields.done()
    _check_mystery(meter, old)
    if meter.round_up_to not in {1, 100}:
        raise Refused(f"meter {name}: awards round up to 1 or 100 cents, not {meter.round_up_to}", "BLZ-13")
    if meter.increment + meter.hidden > PPM:
        raise Refused(f"meter {name}: increment and hidden rate take more than the whole wager", "REG-3")
    if meter.limit is not None and meter.limit < max(meter.base, meter.reset):
        raise Refused(f"meter {name}: the limit is under its base or reset", "REG-9")
    if old:
        meter.contributed, meter.hits, meter.wins = old.contributed, old.hits, old.wins
    return meter


def _check_mystery(meter: Meter, old: Meter | None) -> None:
    """What a meter that is won at a secret amount has to say, and what nobody changes while one is bound."""
    if (meter.must_hit_by is None) != (meter.fed_by is None):
        raise Refused(f"meter {meter.name}: must-hit-by and fed-by (the wager that feeds it) belong together", "REG-3")
    if old is not None and old.must_hit_by is not None:
        if (meter.must_hit_by, meter.fed_by, meter.reset) != (old.must_hit_by, old.fed_by, old.reset):
            raise Refused(f"meter {meter.name}: its amount is bound; ceiling, start and wager stay until it is closed")
    elif old is not None and meter.must_hit_by is not None:
        raise Refused(f"meter {meter.name} is won by a hand; a must-hit-by meter is opened as one")
    if meter.must_hit_by is None:
        return
    if meter.must_hit_by <= max(meter.base, meter.reset):
        raise Refused(f"meter {meter.name} must hit by more than its base and reset", "REG-9")
    if meter.limit not in {None, meter.must_hit_by} or not meter.increment or meter.round_up_to != 1:
        raise Refused(
            f"meter {meter.name}: must-hit-by is its limit, it has an increment, and pays whole cents", "REG-3"
        )
    meter.limit = meter.must_hit_by


def parameters(meter: Meter) -> dict[str, Any]:
    """A meter's parameters as a change writes them (REG-3)."""
    secret = {"must-hit-by": meter.must_hit_by, "fed-by": meter.fed_by, "announced": meter.announced}
    return _parameters(meter) | (secret if meter.must_hit_by is not None else {})


def _parameters(meter: Meter) -> dict[str, Any]:
    return {
        "base": meter.base,
        "reset": meter.reset,
        "increment": meter.increment,
        "hidden": meter.hidden,
        "limit": meter.limit,
        "implausible": meter.implausible,
        "round-up-to": meter.round_up_to,
        "top-up": meter.top_up,
    }


@change("link")
def new_link(draft: Draft, said: Mapping[str, Any]) -> None:
    """Opens a link: link, meters (name → base, reset, increment, hidden, limit …), order."""
    fields = Fields("link", said)
    name, order = fields.name("link"), fields.one_of("order", ORDERS, "split-first")
    meters = fields.mapping("meters")
    fields.done()
    if name in draft.state.links:
        raise Refused(f"there is a link {name!r} already")
    if not meters:
        raise Refused("a link has at least one meter", "REG-3")
    made = [
        _read_meter(ask.as_name("meter", meter), rows if isinstance(rows, dict) else {})
        for meter, rows in meters.items()
    ]
    for meter in made:
        draft.move(money.HOUSE, money.meter(name, meter.name), money.micro(meter.base), "base")
    draft.fact(facts.LinkOpened(link=name, order=order, meters={meter.name: parameters(meter) for meter in made}))
    for meter in made:
        if meter.must_hit_by is not None:
            bind(draft, name, meter, meter.base)


@change("meter")
def change_meter(draft: Draft, said: Mapping[str, Any]) -> None:
    """Changes parameters of a meter: link, meter, and what changes. The amount on it stays as it is."""
    rows = dict(said)
    fields = Fields("meter", {key: rows.pop(key, None) for key in ("link", "meter")})
    link = find_link(draft.state, fields.text("link"))
    meter = find_meter(link, fields.text("meter"))
    wait_for_end(draft, link)
    changed = _read_meter(meter.name, rows, meter)
    stands = draft.state.balance(money.meter(link.id, meter.name))
    if changed.limit is not None and changed.limit != meter.limit and money.micro(changed.limit) < stands:
        raise Refused(
            f"a new limit of {money.dollars(changed.limit)} is under what the meter shows, {money.exact(stands)}",
            "REG-9",
        )
    tables = [table for table in draft.state.tables.values() if table.link == link.id]
    for table in tables:
        check_join(draft.state, replace(link, meters={**link.meters, meter.name: changed}), table)
    draft.fact(facts.MeterChanged(link=link.id, meter=meter.name, was=parameters(meter), now=parameters(changed)))


@change("link-order")
def change_order(draft: Draft, said: Mapping[str, Any]) -> None:
    """Changes how several 100 % winners share: link, order (split-first or sequential)."""
    fields = Fields("link-order", said)
    link, order = find_link(draft.state, fields.text("link")), fields.one_of("order", ORDERS)
    fields.done()
    wait_for_end(draft, link)
    for table in draft.state.tables.values():
        if table.link == link.id:
            _check_order(replace(link, order=order), table)
    draft.fact(facts.LinkOrder(link=link.id, was=link.order, now=order))


POCKETS = {"meter": money.meter, "reserve": money.reserve, "overflow": money.overflow}


@change("transfer")
def transfer(draft: Draft, said: Mapping[str, Any]) -> None:
    """A documented transfer between meters, reserves and overflows: from, to (pocket, link, meter), amount, reason."""
    fields = Fields("transfer", said)
    sides = [fields.mapping("from"), fields.mapping("to")]
    amount, reason = fields.whole("amount", 1), fields.text("reason")
    fields.done()
    accounts = []
    for side, comes in zip(sides, (0, amount), strict=True):
        inner = Fields("transfer", side)
        pocket = inner.one_of("pocket", tuple(POCKETS), "meter")
        link = find_link(draft.state, inner.text("link"))
        meter = find_meter(link, inner.text("meter"))
        inner.done()
        wait_for_end(draft, link)
        if pocket == "meter":
            _check_limit(draft.state, link, meter, comes)
        accounts.append(POCKETS[pocket](link.id, meter.name))
    source, target = accounts
    if source == target:
        raise Refused("a transfer goes from one account to another")
    if draft.state.balance(source) < money.micro(amount):
        raise Refused(f"{source} has only {money.dollars(money.shown(draft.state.balance(source)))}", "PRG-12")
    draft.move(source, target, money.micro(amount), "transfer")
    draft.fact(facts.Transferred(source=source, target=target, amount=amount, reason=reason))


@change("correction")
def correction(draft: Draft, said: Mapping[str, Any]) -> None:
    """A correction of a meter with two signatures: link, meter, amount in cents (below zero takes away), reason."""
    fields = Fields("correction", said)
    link = find_link(draft.state, fields.text("link"))
    meter = find_meter(link, fields.text("meter"))
    amount, reason = fields.whole("amount", -(10**13)), fields.text("reason")
    fields.done()
    wait_for_end(draft, link)
    if not amount:
        raise Refused("a correction of nothing corrects nothing", "PRG-12")
    account = money.meter(link.id, meter.name)
    if draft.state.balance(account) + money.micro(amount) < 0:
        raise Refused(f"{account} can't fall below zero", "PRG-12")
    _check_limit(draft.state, link, meter, amount)
    draft.move(money.HOUSE, account, money.micro(amount), "correction")
    draft.fact(facts.Corrected(link=link.id, meter=meter.name, amount=amount, reason=reason))


def _check_limit(state: State, link: Link, meter: Meter, more: int) -> None:
    """Nobody puts a meter over its limit by hand: what is past it belongs into the overflow (REG-4)."""
    stands = state.balance(money.meter(link.id, meter.name)) + money.micro(more)
    if more > 0 and meter.limit is not None and stands > money.micro(meter.limit):
        over = f"{money.dollars(money.shown(stands))}, over its limit of {money.dollars(meter.limit)}"
        raise Refused(f"meter {meter.name} would stand at {over}", "REG-4")


def check_join(state: State, link: Link, joins: FloorTable) -> None:
    """Whether a table may feed a link: its meters are there, and whoever shares them has equal chances (REG-11)."""
    game = games.of(joins)
    feeds = games.meters_of(game)
    secret = [meter for meter in link.meters.values() if meter.must_hit_by is not None]
    placed = {wager.name for wager in game.wagers if wager.placed == "before"}
    if not feeds and not any(meter.fed_by in placed for meter in secret):
        raise Refused(f"{game.title} with these settings has no progressive wager", "REG-13")
    _check_order(link, joins)
    others = [table for table in state.tables.values() if table.link == link.id and table.id != joins.id]
    for wager, names in feeds.items():
        for name in names:
            meter = find_meter(link, name)
            if meter.round_up_to != game.award_step:
                raise Refused(f"meter {name}: {game.title} rounds awards up to {game.award_step} cents", "BLZ-13")
            for other in others:
                _check_shared(name, joins, other)
        beside = [meter.name for meter in secret if meter.fed_by == wager]
        if sum(link.meters[name].increment + link.meters[name].hidden for name in (*names, *beside)) > PPM:
            raise Refused(f"the meters of {wager} together take more than the whole wager", "REG-3")


def _check_order(link: Link, table: FloorTable) -> None:
    """The link's order is the one that counts: a table that says another says what will not be (PRG-5)."""
    said = table.house.get("jackpot-order", link.order)
    if said != link.order:
        raise Refused(f"table {table.id} says jackpot-order {said}, and its link {link.id} {link.order}", "PRG-5")


def _stake(table: FloorTable, meter: str) -> tuple[int, int | None] | None:
    """The smallest and largest wager that feeds a meter at a table; None where none does."""
    game = games.of(table)
    return next((games.stakes(game, wager) for wager, names in games.meters_of(game).items() if meter in names), None)


def _check_shared(meter: str, joins: FloorTable, other: FloorTable) -> None:
    """Tables that share a meter have one stake; with different rules, also the same hand, equally likely (REG-11)."""
    mine, theirs = _stake(joins, meter), _stake(other, meter)
    if theirs is None:
        return
    if mine != theirs or theirs[0] != theirs[1]:
        raise Refused(
            f"the stake is fixed for a link: on meter {meter} it is {money.dollars(theirs[0])} at table {other.id}, "
            f"not what table {joins.id} takes",
            "B7S-9",
        )
    if _contest(joins) == _contest(other):
        return
    _check_chances(meter, joins, other)


def _check_chances(meter: str, joins: FloorTable, other: FloorTable) -> None:
    mine, theirs = joins.odds.get(meter), other.odds.get(meter)
    where = f"tables {joins.id} and {other.id} play by different rules; to share meter {meter}"
    if mine is None or theirs is None:
        raise Refused(f"{where} both declare its winning hand and probability", "REG-11")
    if mine["hand"] != theirs["hand"] or Fraction(mine["probability"]) != Fraction(theirs["probability"]):
        raise Refused(
            f"{where} the hands must be the same and equally likely, not {mine['hand']} at {mine['probability']} and "
            f"{theirs['hand']} at {theirs['probability']}",
            "REG-11",
        )


def _contest(table: FloorTable) -> tuple[str, dict[str, Value], dict[str, Any]]:
    return table.game, games.of(table).contest(), table.pays


def read_odds(said: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Declared odds: meter → winning hand and its probability (REG-11)."""
    odds = {}
    for meter, rows in said.items():
        fields = Fields(f"odds of {meter}", rows if isinstance(rows, dict) else {})
        odds[meter] = {"hand": fields.text("hand"), "probability": fields.text("probability")}
        fields.done()
        _check_probability(odds[meter]["probability"])
    return odds


_PROBABILITY = re.compile(r"[0-9]{1,40}(/[0-9]{1,40}|\.[0-9]{1,40})?")
"""No exponents: `1e-999999999` is a number with a thousand million digits, and the house would work it out."""


def _check_probability(text: str) -> None:
    found = Fraction(0)
    if _PROBABILITY.fullmatch(text):
        with suppress(ZeroDivisionError):
            found = Fraction(text)
    if not 0 < found <= 1:
        raise Refused(f"a probability is a fraction such as 1/5525, not {text!r}", "REG-11")


@facts.applies(facts.LinkOpened)
def _opened(state: State, said: facts.LinkOpened, _made: facts.Made) -> None:
    meters = {name: _from_parameters(name, rows) for name, rows in said.meters.items()}
    state.links[said.link] = Link(said.link, meters, said.order)


def _from_parameters(name: str, rows: Mapping[str, Any]) -> Meter:
    return Meter(name, **{key.replace("-", "_"): value for key, value in rows.items()})


@facts.applies(facts.MeterChanged)
def _meter_changed(state: State, said: facts.MeterChanged, _made: facts.Made) -> None:
    meters = state.links[said.link].meters
    old, new = meters[said.meter], _from_parameters(said.meter, said.now)
    new.contributed, new.hits, new.wins = old.contributed, old.hits, old.wins
    meters[said.meter] = new


@facts.applies(facts.LinkOrder)
def _order_changed(state: State, said: facts.LinkOrder, _made: facts.Made) -> None:
    state.links[said.link].order = said.now
