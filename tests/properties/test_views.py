"""A viewer can't tell two rounds apart that differ only in cards he does not see."""

import json
import re

import pytest
from hypothesis import assume, event, given, reject, settings
from hypothesis import strategies as st

from tests.properties.worlds import TABLES, draw_bets, played
from upcard.cards.card import text
from upcard.rounds.round import Round
from upcard.rounds.view import seen_events, view
from upcard.rules.bets import Bets
from upcard.rules.events import CardsDealt
from upcard.rules.game import Game
from upcard.rules.needs import Answer, Illegal
from upcard.workshop.world import hidden


def _masks(round_: Round) -> list[object]:
    """Which cards lie how: two rounds with other masks differ in more than hidden cards."""
    table = round_.table
    hands = [hand for seat in table.seats.values() for hand in seat.hands] + [table.dealer]
    return [(hand.seat, hand.number, tuple(hand.seen)) for hand in hands]


def _with_hidden_cards(data: st.DataObject, table: Game, bets: Bets, viewer: set[int]) -> tuple[Round, list[Answer]]:
    """A round stopped where some card lies face down for the viewer."""
    _, answers = played(data.draw, table, bets)
    stops = [at for at in range(len(answers) + 1) if hidden(Round(table, bets, answers=answers[:at]), viewer)]
    assume(stops)  # a lone Pair Plus is dealt and shown in one go
    stop = data.draw(st.sampled_from(stops))
    return Round(table, bets, answers=answers[:stop]), answers[:stop]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.name}-{table.digest[:6]}")
@settings(max_examples=60)
@given(data=st.data())
def test_views_of_rounds_that_differ_only_in_hidden_cards_are_the_same(table: Game, data: st.DataObject) -> None:
    bets = draw_bets(data.draw, table)
    viewer = data.draw(st.sampled_from([set[int](), *({seat} for seat in bets)]))
    round_, answers = _with_hidden_cards(data, table, bets, viewer)
    lying = hidden(round_, viewer)
    deals = [at for at, answer in enumerate(answers) if isinstance(answer, tuple)]
    cards = [list(answer) for answer in answers if isinstance(answer, tuple)]
    pool = [cards[deal][place] for deal, place in lying]
    pool += [card for card, count in round_.left.items() for _ in range(count)]
    data.draw(st.randoms(use_true_random=False)).shuffle(pool)
    for (deal, place), card in zip(lying, pool, strict=False):
        cards[deal][place] = card
    other: list[Answer] = list(answers)
    for at, dealt in zip(deals, cards, strict=True):
        other[at] = tuple(dealt)
    try:
        twin = Round(table, bets, answers=other)
    except (Illegal, AssertionError):
        reject()  # with these cards the round could not have come here: a peek or a move gave them away
    assume(_masks(twin) == _masks(round_))
    event("compared")
    assert json.dumps(view(twin, viewer)) == json.dumps(view(round_, viewer))
    assert json.dumps(seen_events(twin.events, viewer)) == json.dumps(seen_events(round_.events, viewer))


ONE_DECK = [table for table in TABLES if len(set(table.deck)) == len(table.deck)]


@pytest.mark.parametrize("table", ONE_DECK, ids=lambda table: f"{table.name}-{table.digest[:6]}")
@settings(max_examples=20)
@given(data=st.data())
def test_no_hidden_card_is_in_a_view_or_an_event(table: Game, data: st.DataObject) -> None:
    """In a game of one deck a hidden card's name may stand nowhere in what a viewer is sent."""
    bets = draw_bets(data.draw, table)
    viewer = data.draw(st.sampled_from([set[int](), *({seat} for seat in bets)]))
    round_, _ = _with_hidden_cards(data, table, bets, viewer)
    dealt = [event_.cards for event_ in round_.events if isinstance(event_, CardsDealt)]
    said = json.dumps([view(round_, viewer), seen_events(round_.events, viewer)])
    for deal, place in hidden(round_, viewer):
        name = text(dealt[deal][place])
        assert not re.search(rf"\b{name}\b", said), "words such as They only begin like a ten of hearts"
