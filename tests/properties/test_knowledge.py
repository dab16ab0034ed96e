"""What a player knows: everything he has seen, nothing that he has not, and one key for it."""

import json
from contextlib import suppress

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.properties.worlds import TABLES, draw_bets, played
from upcard.rounds.knowledge import Knowledge, face_down
from upcard.rounds.round import Round
from upcard.rules.events import CardsDealt, Event
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Answer, Ask, Illegal

every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.name}-{table.digest[:6]}")


def _told(events: list[Event]) -> list[Event]:
    return [event for event in events if not (isinstance(event, CardsDealt) and event.seen_by == "nobody")]


def _turns(round_: Round) -> list[Knowledge]:
    turns = round_.need.turns if isinstance(round_.need, Ask) else ()
    return [Knowledge.of(round_, turn.seat, turn.hand) for turn in turns]


@every_table
@settings(max_examples=25)
@given(data=st.data())
def test_a_round_with_its_hidden_cards_unread_goes_the_same_way(table: Game, data: st.DataObject) -> None:
    bets = draw_bets(data.draw, table)
    steps = data.draw(st.integers(0, 40))
    round_, _ = played(data.draw, table, bets, steps=steps)
    known = Round(table, bets, answers=face_down(round_))
    assert known.lines == round_.lines
    assert _told(known.events) == _told(round_.events)
    hidden = [e for e in known.events if isinstance(e, CardsDealt) and e.seen_by == "nobody"]
    assert all(card == UNKNOWN for event in hidden for card in event.cards)
    assert face_down(known) == known.answers, "of what nobody has read there is nothing to forget"


@every_table
@settings(max_examples=25)
@given(data=st.data())
def test_who_knows_the_same_asks_the_same(table: Game, data: st.DataObject) -> None:
    """Hidden cards make no difference, and every decision of a round is another question; JSON keeps it all."""
    bets = draw_bets(data.draw, table)
    round_, answers = played(data.draw, table, bets)
    asked: dict[str, list[Knowledge]] = {}
    whole = Round(table, bets)
    for at, answer in enumerate(answers):
        unread = Round(table, bets, answers=face_down(whole))
        for known, blind in zip(_turns(whole), _turns(unread), strict=True):
            assert known == blind
            assert hash(known) == hash(blind)
            assert known.key == blind.key
            said = json.loads(json.dumps(known.to_json()))
            assert Knowledge.from_json(said) == known
            if isinstance(answer, Act) and (known.seat, known.hand) == (answer.seat, answer.hand):
                asked.setdefault(known.key, []).append(known)
            _fits(known.told, round_.answers[:at], table)
        whole.give(answer)
    assert all(len(same) == 1 for same in asked.values())


def _fits(told: tuple[Answer, ...], answers: tuple[Answer, ...], table: Game) -> None:
    """What a player was told is what happened, with blanks; nothing else is left out of it."""
    assert len(told) == len(answers)
    for seen, was in zip(told, answers, strict=True):
        if isinstance(was, tuple):
            assert isinstance(seen, tuple)
            assert all(card in {UNKNOWN, real} for card, real in zip(seen, was, strict=True)), table
        elif isinstance(was, Act) and isinstance(was.value, tuple):
            assert seen in {was, Act(was.seat, was.hand, was.move)}
        else:
            assert seen == was


@every_table
@settings(max_examples=25)
@given(data=st.data())
def test_a_card_or_a_stake_that_is_seen_makes_another_question(table: Game, data: st.DataObject) -> None:
    bets = draw_bets(data.draw, table)
    _, whole = played(data.draw, table, bets)
    decisions = [at for at, answer in enumerate(whole) if isinstance(answer, Act)]
    assume(decisions)
    answers = whole[: data.draw(st.sampled_from(decisions))]
    round_ = Round(table, bets, answers=answers)
    known = data.draw(st.sampled_from(_turns(round_)))
    seen = [at for at, told in enumerate(known.told) if isinstance(told, tuple) and UNKNOWN not in told]
    at = data.draw(st.sampled_from(seen))
    cards = answers[at]
    assert isinstance(cards, tuple)
    other = data.draw(st.sampled_from(sorted(set(round_.left) - set(cards))))
    with suppress(Illegal):  # with that card the round may go otherwise, and ask for other answers
        changed = Round(table, bets, answers=[*answers[:at], (other, *cards[1:]), *answers[at + 1 :]])
        assert Knowledge.of(changed, known.seat, known.hand).key != known.key
    more = {seat: {wager: cents * 2 for wager, cents in stakes.items()} for seat, stakes in bets.items()}
    with suppress(Illegal):  # a fixed stake, or a limit
        assert Knowledge.of(Round(table, more, answers=answers), known.seat, known.hand).key != known.key
