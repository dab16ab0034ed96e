"""What the ledger says in sentences: every kind of fact has one, with table, seat and dollars."""

import re
from typing import Any, get_args

import msgspec
import pytest

from tests.kit.floor import Floor
from upcard.floor import facts
from upcard.floor.facts.fact import _decoders
from upcard.floor.ledger import chained
from upcard.floor.reports import reports
from upcard.floor.reports.change_words import change_said
from upcard.floor.reports.sentences import _TOLD, _WRITTEN, place_of, sentence, sentences


def kinds() -> list[type[facts.Fact]]:
    return [
        value
        for value in vars(facts).values()
        if isinstance(value, type) and issubclass(value, facts.Fact) and value.kind
    ]


def example(wanted: Any) -> Any:
    """A value of a type, as plain as it can be."""
    plain = {str: "x", int: 1, bool: True, type(None): None}
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        return wanted(**{field.name: example(field.type) for field in msgspec.structs.fields(wanted) if field.required})
    if wanted in plain:
        return plain[wanted]
    origin = getattr(wanted, "__origin__", None)
    if origin in {dict, list}:
        return origin()
    return example(get_args(wanted)[0])


def test_every_kind_of_fact_has_its_sentence() -> None:
    assert set(kinds()) == {*_TOLD, *_WRITTEN}
    assert not set(_TOLD) & set(_WRITTEN)
    assert {kind.kind for kind in kinds()} == set(_decoders)
    silent = {facts.BatchOpened, facts.BatchClosed, facts.Contributed, facts.WorkedOut}
    for kind in kinds():
        known = {"order": "split-first", "now": "split-first"} if kind is facts.LinkOrder else {}
        fact = msgspec.structs.replace(example(kind), **{k: v for k, v in known.items() if k in kind.__struct_fields__})
        said = sentence(fact)
        assert bool(said) != (kind in silent), (kind, said)
        assert not re.search(r"{[a-z]|None", said), said


@pytest.mark.rule("REG-15")
def test_a_program_is_accepted_once_and_then_opens_the_house() -> None:
    """Opening it again under the program that was accepted is nothing to be alarmed at."""
    said = [sentence(facts.HouseOpened("0123456789abcdef9", "1.2", "", accepted=first)) for first in (True, False)]
    assert said == [
        "The house was opened with version 1.2, and this program (digest 0123456789abcdef) is accepted from now on",
        "The house was opened with version 1.2",
    ]


@pytest.mark.rule("REG-19")
def test_a_jackpot_reads_as_a_story(quick: Floor) -> None:
    quick.link()
    quick.table("live-blackjack")
    quick.start("live-blackjack", 4)
    quick.press("live-blackjack", 4, "three-same-colour-sevens")
    quick.ok("dora", "hits-done", table="live-blackjack")
    quick.settle("live-blackjack-1-4")
    quick.ok("dora", "end", table="live-blackjack")
    told = [(row[4], row[-1]) for row in reports.events(quick.house.store, ["win"]).rows]
    hand = "Table live-blackjack, seat 4: three same colour sevens, 10 % of the meter"
    where = "Table live-blackjack, seat 4: jackpot live-blackjack-1-4 of $1,000.02"
    assert told == [
        ("hit-pending", f"{hand}, $1,000.02, is pending as live-blackjack-1-4"),
        ("hit-verified", f"{where} was verified"),
        ("hit-confirmed", f"{where} was confirmed with the card of max"),
        ("hit-paid", f"{where} was paid"),
    ]
    every = [sentences(facts.read_body(entry.body).facts) for entry in chained.entries(quick.house.store)]
    every = [re.sub(r"digest [0-9a-f]+", "digest", text) for text in every]  # of the program: it has digits of its own
    assert not [text for text in every if re.search(r"(?<![$\d,.])\d{4,}", text)], "no sentence speaks in cents"
    for hit in quick.state.hits.values():
        assert place_of(hit.id) == (hit.table, hit.round, hit.seat)


@pytest.mark.parametrize(
    ("what", "change", "said"),
    [
        (
            "table",
            {"table": "T9", "kind": "live", "game": "blackjack", "link": "L", "seats": 6, "house": {"bet.min": 1000}},
            "a new live table T9 of blackjack: 6 seats, on link L, bet min $10.00",
        ),
        (
            "link",
            {"link": "L", "meters": {"m": {"base": 100, "reset": 100, "increment": 12_500, "top-up": True}}},
            "a new link L: m: base $1.00, reset $1.00, increment rate 1.25 %, topped up to the reset",
        ),
        (
            "link",
            {"link": "L", "order": "sequential"}
            | {"meters": {"m": {"base": 100, "must-hit-by": 15_000, "fed-by": "blind", "announced": False}}},
            (
                "a new link L: m: base $1.00, must hit by $150.00, fed by blind, players are not told by which amount; "
                "several winners are paid one after the other where some win a part"
            ),
        ),
        (
            "transfer",
            {"from": {"pocket": "overflow", "link": "L", "meter": "m"}, "to": {"link": "L", "meter": "m"}}
            | {"amount": 5, "reason": "x"},
            "$0.05 from overflow L/m to meter L/m: x",
        ),
        ("correction", {"link": "L", "meter": "m", "amount": -5, "reason": "x"}, "meter L/m by -$0.05: x"),
        ("table-settings", {"table": "T1", "link": None}, "table T1: on no link"),
        ("never-heard-of", {"table": "T1"}, 'never-heard-of: {"table": "T1"}'),
    ],
)
def test_a_change_reads_in_dollars_and_per_cent(what: str, change: dict[str, Any], said: str) -> None:
    assert change_said(what, change) == said
