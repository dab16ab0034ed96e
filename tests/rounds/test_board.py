"""Community cards, turned one by one: in rounds, records, views, scenarios and enumeration."""

import json
from collections.abc import Iterator
from math import comb
from typing import Any

import pytest

from tests.board_game.game import RiverPair
from tests.kit.games import registered
from upcard.cards.card import parse_cards, show
from upcard.cards.shoe import Shoe
from upcard.cli.table.terminal.screen import PlainScreen
from upcard.rounds.dealing import deal_on
from upcard.rounds.enumerate import Path, paths
from upcard.rounds.knowledge import Knowledge, face_down
from upcard.rounds.record import RecordError, replay, round_from_json, round_to_json
from upcard.rounds.round import Round
from upcard.rounds.scenario import ScenarioError, settle
from upcard.rounds.telling import Teller, in_words
from upcard.rounds.view import seen_events, view
from upcard.rules.events import CardsTurned
from upcard.rules.needs import BOARD, UNKNOWN, Act, Ask, Illegal, Show
from upcard.web.staff.payout import step
from upcard.workshop.check import check

pytestmark = pytest.mark.usefixtures("river")


@pytest.fixture
def river() -> Iterator[None]:
    with registered(RiverPair):
        yield


def dealt(cards: str = "As Kd 2c 3c Ah Kh", seats: int = 2) -> tuple[Round, Shoe]:
    round_ = Round(RiverPair(), {seat: {"ante": 1000} for seat in range(1, seats + 1)})
    shoe = Shoe(parse_cards(cards))
    deal_on(round_, shoe)
    return round_, shoe


def act(round_: Round, *moves: str) -> Round:
    for move in moves:
        assert isinstance(round_.need, Ask)
        round_.act(Act(round_.need.turns[0].seat, 1, move))
    return round_


def test_the_board_is_turned_card_by_card_for_everybody() -> None:
    round_, _ = dealt()
    watching = view(round_)
    assert watching["board"] == {"hand": 1, "cards": ["??", "??"], "label": "", "status": ""}
    act(round_, "raise", "check")
    assert view(round_)["board"]["cards"] == ["Ah", "??"]
    assert view(round_)["dealer"]["cards"] == []
    assert round_.events[-1] == CardsTurned(BOARD, 1, (0,), parse_cards("Ah"))
    act(round_, "check", "check")
    assert view(round_)["board"]["cards"] == ["Ah", "Kh"]
    assert [(line.seat, line.wager, line.outcome, line.returned) for line in round_.lines] == [
        (2, "ante", "nothing", 0),
        (1, "ante", "two-pairs", 9000),
        (1, "raise", "two-pairs", 9000),
    ]


def test_a_label_sees_what_its_reader_sees_and_no_more() -> None:
    round_, _ = dealt()

    def own() -> str:
        return str(view(round_, {1})["seats"][0]["hands"][0]["label"])

    assert own() == "ace and king"
    act(round_, "check", "check")
    assert own() == "pair of aces"
    assert view(round_, {2})["seats"][0]["hands"][0]["label"] == ""
    assert view(round_, {2})["seats"][1]["hands"][0]["label"] == "two and three"
    act(round_, "check", "check")
    assert own() == "pair of kings and aces"


def test_no_face_down_card_of_the_board_is_in_what_anybody_is_told() -> None:
    round_, _ = dealt()
    act(round_, "raise", "check")
    for seats in ((), (1,), (2,)):
        said = json.dumps([view(round_, seats), seen_events(round_.events, seats)])
        assert "Kh" not in said
        assert "Ah" in said
    known = Knowledge.of(round_, 1)
    assert (show(known.board), known.told[2:4]) == ("Ah", (parse_cards("Ah"), (UNKNOWN,)))
    assert Knowledge.from_json(known.to_json()) == known


def test_a_turned_card_and_a_raise_make_another_question_though_own_cards_and_moves_are_the_same() -> None:
    """What the page and the coach once remembered advice by."""
    keys = set()
    for cards, moves in (
        ("As Kd Ah Kh", ()),
        ("As Kd Ah Kh", ("check",)),
        ("As Kd Ah Kh", ("raise",)),
        ("As Kd Qh Kh", ("check",)),
    ):
        round_ = act(dealt(cards, seats=1)[0], *moves)
        (turn,) = view(round_, {1})["turns"]
        assert [move["move"] for move in turn["moves"]] == ["raise", "check"]
        keys.add(turn["key"])
    assert len(keys) == 4


def test_a_live_board_is_read_as_its_cards_are_turned() -> None:
    round_ = Round(RiverPair(), {1: {"ante": 1000}})
    round_.give(parse_cards("As Kd"))
    round_.give((UNKNOWN,))
    round_.give((UNKNOWN,))
    act(round_, "check")
    assert round_.need == Show(BOARD, 1, 1, (0,))
    with pytest.raises(Illegal, match="1 cards are turned over here"):
        round_.give(parse_cards("Ah Kh"))
    with pytest.raises(Illegal, match="As can't be dealt"):
        round_.give(parse_cards("As"))
    round_.give(parse_cards("Ah"))
    assert view(round_)["board"]["cards"] == ["Ah", "??"]
    act(round_, "raise")
    assert round_.need == Show(BOARD, 1, 1, (1,))
    round_.give(parse_cards("2h"))
    assert round_.ended
    virtual = act(dealt("As Kd Ah 2h", seats=1)[0], "check", "raise")
    assert round_.lines == virtual.lines
    assert face_down(virtual) == round_.answers
    assert round_from_json(json.loads(json.dumps(round_to_json(round_)))).events == round_.events
    assert round_.fork().events == round_.events


def test_the_record_replays_and_a_changed_turn_is_found() -> None:
    round_ = act(dealt()[0], "raise", "check", "check", "raise")
    written = json.loads(json.dumps(round_to_json(round_)))
    assert round_from_json(written).events == round_.events
    turned = next(event for event in written["events"] if event["event"] == "cards-turned")
    assert turned == {"event": "cards-turned", "seat": -1, "hand": 1, "places": [0], "cards": "Ah"}
    turned["places"] = [1]
    with pytest.raises(RecordError, match="replays as"):
        round_from_json(written)
    assert replay(round_.game, round_.events).answers == round_.answers


def scenario(**changes: Any) -> dict[str, Any]:
    seat = {"seat": 1, "cards": "As Kd", "wagers": {"ante": 1000}, "actions": [["raise"], ["check"]]}
    return {"game": "river-pair", "board": "Ah 2h", "seats": [seat]} | changes


def test_a_scenario_has_a_board() -> None:
    settled = settle(scenario())
    assert settled["board"] == {"cards": "Ah 2h", "label": "ace and two"}
    assert settled["dealer"] == {"cards": "", "label": ""}
    assert settled["seats"][0]["returned"] == 6000
    assert settle(scenario(board="Ah 2h 9c"))["unused"] == ["9c"]
    assert settle(scenario(dealer="9d"))["unused"] == ["9d"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"board": "Ah"}, "the board needs 1 more card here: 1 missing"),
        ({"board": 7}, "board is a text of cards"),
        ({"board": "Ah As"}, "As can't be dealt"),
        ({"board": "Ah 2h Kd"}, "Kd is there too often"),
    ],
)
def test_a_board_that_cannot_be_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises((ScenarioError, Illegal), match=says):
        settle(scenario(**changes))


def test_cards_for_the_board_of_a_game_that_has_none_are_unused() -> None:
    seat = {"seat": 1, "cards": "As Ks 2d", "wagers": {"ante": 1000}, "actions": [["play"]]}
    settled = settle({"game": "three-card-poker", "dealer": "7d 3c 4c", "board": "9h", "seats": [seat]})
    assert settled["unused"] == ["9h"]
    assert "board" not in settled


def test_every_way_through_a_small_deck_is_worth_the_same_with_the_board_read_late() -> None:
    game = RiverPair(deck=parse_cards("As Ah Ks Kh 2c"))
    read, unread = (list(paths(game, {1: {"ante": 100}}, face_down=late)) for late in (False, True))

    def worth(path: Path) -> int:
        return path.weight * sum(line.returned for line in path.round.lines)

    assert sum(map(worth, read)) == sum(map(worth, unread)) > 0
    assert sum(path.weight for path in read) == sum(path.weight for path in unread) == 4 * comb(5, 2) * 3 * 2


def test_cards_without_an_order_are_not_turned_one_by_one() -> None:
    round_ = Round(RiverPair(), {1: {"ante": 1000}})
    board = round_.table.board
    board.cards, board.seen, board.lots = [0, 1], ["nobody", "nobody"], [2]
    with pytest.raises(ValueError, match="deal such cards one by one"):
        next(round_.table.reveal(board, 1))


def test_the_payout_helper_and_the_terminal_call_the_board_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    answers: list[list[Any]] = [["cards", "As Kd"], ["cards", "??"], ["cards", "??"], ["act", 1, "check", None]]
    said = step(RiverPair(), {"ante": 1000}, answers)
    assert (said["need"]["seat"], said["need"]["count"], said["need"]["turned_over"]) == (BOARD, 1, True)
    paid = step(RiverPair(), {"ante": 1000}, [*answers, ["cards", "Ah"], ["act", 1, "raise", None], ["cards", "2h"]])
    assert paid["returned"] == 6000
    round_ = act(dealt(seats=1)[0], "check")
    PlainScreen(in_words).felt(view(round_, {1}), 1, {"ante": "Ante"})
    assert capsys.readouterr().out.startswith("Board: two of clubs and one card face down, two.\nYou: ace of spades")
    teller = Teller(round_.game, 1, in_words)
    assert [teller.tell(event) for event in seen_events(round_.events[-3:], {1})] == [
        "The board gets one card face down.",
        "You: check.",
        "The board shows two of clubs.",
    ]


def test_a_game_with_a_board_does_what_every_game_has_to() -> None:
    verdict = check(RiverPair, rounds=30)
    assert verdict.ok, [one for one in verdict.checks if not one.ok]
