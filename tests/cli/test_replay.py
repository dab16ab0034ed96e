"""`upcard replay`: a record is shown again, and refused when it does not come out as recorded."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.cli import bug, places, refused, said
from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.rounds.bots import any_act
from upcard.rounds.dealing import deal_on
from upcard.rounds.record import round_from_json, round_to_json
from upcard.rounds.round import Round
from upcard.rules.needs import Ask
from upcard.rules.registry import game

BETS: dict[str, dict[int, dict[str, int]]] = {
    "three-card-poker": {1: {"ante": 1000, "pair-plus": 500}, 3: {"ante": 500, "progressive": 100}},
    "three-card-blitz": {2: {"ante": 500, "blind": 500, "flush-bonus": 100}},
    "four-card-split": {
        1: {"ante-1": 500, "ante-2": 500, "blind": 700},
        2: {"ante-1": 100, "ante-2": 100, "blind": 100},
    },
    "blackjack": {1: {"bet": 1000, "21+3": 100}, 4: {"bet": 500, "blazing-sevens": 100}},
}


def test_a_list_without_a_round_is_no_record() -> None:
    assert "no round to replay" in refused("replay", "-", typed="[]")


def recorded(name: str, seed: int = 3) -> dict[str, Any]:
    """The record of a round that bots played."""
    table, source = game(name)(), SeededSource(seed)
    round_, shoe = Round(table, BETS[name]), Shoe.fresh(table.deck, SeededSource(seed))
    deal_on(round_, shoe)
    while isinstance(round_.need, Ask):
        round_.act(any_act(round_.need.turns[0], source.below))
        deal_on(round_, shoe)
    return round_to_json(round_)


@pytest.mark.parametrize("name", BETS)
def test_a_record_is_told_step_by_step(name: str, tmp_path: Path) -> None:
    record = recorded(name)
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record), "utf-8")
    told = said("replay", str(file))
    assert f"Round 1: {game(name).title}" in told
    assert "The replay agrees with the record." in told
    for seat in BETS[name]:
        assert f"Seat {seat} bets" in told
    steps = [int(line.split()[0]) for line in told.splitlines() if line[:3].strip().isdecimal()]
    assert steps == list(range(1, len(record["events"])))  # the end itself says nothing
    assert "♠" in told or "♥" in told or "♦" in told or "♣" in told
    assert " of " in said("replay", str(file), "--plain")


@pytest.mark.parametrize("name", BETS)
def test_the_events_as_json(name: str) -> None:
    record = recorded(name)
    assert json.loads(said("replay", "-", "--json", typed=json.dumps(record))) == record["events"]


def test_several_rounds_on_lines_or_in_a_list() -> None:
    records = [recorded("blackjack", seed) for seed in (1, 2, 3)]
    events = [event for record in records for event in record["events"]]
    on_lines = "\n".join(json.dumps(record) for record in records)
    assert json.loads(said("replay", "-", "--json", typed=on_lines)) == events
    assert json.loads(said("replay", "-", "--json", typed=json.dumps(records, indent=1))) == events
    assert said("replay", "-", typed=on_lines).count("The replay agrees") == 3


def test_step_waits_for_enter_and_ends_with_the_input() -> None:
    record = recorded("three-card-poker")
    # The record itself comes from standard input, so nobody can press Enter: the first step is the last.
    told = said("replay", "-", "--step", typed=json.dumps(record))
    assert "Seat 1 bets" in told
    assert "The replay agrees" not in told


def test_a_forged_record_is_refused_where_it_differs() -> None:
    record = recorded("three-card-poker")
    forged = copy.deepcopy(record)
    line = next(event for event in forged["events"] if event["event"] == "wager-settled")["line"]
    line["returned"] += 100
    assert "and replays as" in refused("replay", "-", typed=json.dumps(forged))
    richer = copy.deepcopy(record)
    richer["pays"]["pair-plus"]["pays"]["pair"] = "2 to 1"
    assert "the round was played under the rules" in refused("replay", "-", typed=json.dumps(richer))


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "- is empty"),
        ("{}", "no record of a round in format 1"),
        ("nonsense", "is not JSON"),
        ('{"format": 1, "game": "blackjack"}', "the record has no house, pays, events"),
        ('{"format": 1}\n{"format": 1, "game"}', "line 2 is not JSON"),
    ],
)
def test_what_is_no_record_is_refused(typed: str, reason: str) -> None:
    assert reason in refused("replay", "-", typed=typed)


# Records that have been damaged

ODD: list[Any] = [None, True, -1, 10**30, 2.5, "", "As", "zz", [], [[]], {}, {"a": 1}, [0]]


@settings(max_examples=300)
@given(data=st.data())
def test_a_damaged_record_is_refused_but_never_traced(data: st.DataObject) -> None:
    record = copy.deepcopy(data.draw(st.sampled_from([recorded(name) for name in BETS])))
    place = data.draw(st.sampled_from([place for place in places(record) if place]))
    parent: Any = record
    for key in place[:-1]:
        parent = parent[key]
    if data.draw(st.booleans()):
        parent[place[-1]] = copy.deepcopy(data.draw(st.sampled_from(ODD)))
    else:
        del parent[place[-1]]
    found = bug(lambda: round_from_json(record))
    assert found is None, f"{found!r} is not told to users; damaged at {place}"
