"""One codec for what a move carries: three forms are written, and each reads as what it was."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cards.card import CARDS
from upcard.rounds.moves import ValueFault, read_value, value_as_cards, value_as_numbers, value_as_text
from upcard.rules.needs import MoveValue

hands = st.lists(st.lists(st.sampled_from(CARDS), max_size=6).map(tuple), max_size=4).map(tuple)


@given(value=st.none() | st.integers() | hands)
def test_a_value_reads_as_it_was_written(value: MoveValue) -> None:
    for form in (value_as_text, value_as_cards, value_as_numbers):
        assert read_value(json.loads(json.dumps(form(value)))) == value


@pytest.mark.parametrize(
    "written", [True, 5.0, "As", {}, [5], ["Zz"], [["As", "Q"]], [[52]], [[-1]], [[True]], [None], [["As", ["Ah"]]]]
)
def test_what_is_no_value_is_refused(written: object) -> None:
    with pytest.raises(ValueFault):
        read_value(written)
