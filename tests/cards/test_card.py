"""Card ids, their text form, and what is said about a text that names no card."""

import pytest

from upcard.cards.card import (
    CARDS,
    RANKS,
    SUITS,
    CardError,
    distinct,
    name,
    parse_card,
    parse_cards,
    rank,
    show,
    suit,
    text,
)


def test_ids_run_by_rank_then_suit() -> None:
    assert [text(card) for card in CARDS] == [r + s for r in RANKS for s in SUITS]
    assert all(4 * rank(card) + suit(card) == card for card in CARDS)


def test_every_card_reads_back_from_its_text() -> None:
    assert parse_cards(show(CARDS)) == CARDS


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("10d", "Td"),
        ("td", "Td"),
        ("AS", "As"),
        ("A♠", "As"),
        ("A♠\N{VARIATION SELECTOR-16}", "As"),
        ("K♥", "Kh"),
        ("q♢", "Qd"),
        ("2♣", "2c"),
    ],
)
def test_other_ways_to_write_a_card(written: str, card: str) -> None:
    assert text(parse_card(written)) == card


def test_cards_stand_between_spaces_or_commas() -> None:
    assert parse_cards("As, 10d,9h  2c") == parse_cards("As Td 9h 2c")
    assert parse_cards("") == ()


@pytest.mark.parametrize("token", ["", "A", "s", "1s", "11d", "100d", "Ax", "sA", "AsKd", "T♠♠", "Joker", "0h"])
def test_a_bad_token_is_named(token: str) -> None:
    with pytest.raises(CardError, match="is not a card") as refused:
        parse_card(token)
    assert repr(token) in str(refused.value)
    assert "as in 'As'" in str(refused.value), "the error says what would be right"


def test_the_bad_one_of_several_is_named() -> None:
    with pytest.raises(CardError, match="'1h'"):
        parse_cards("As Kd 1h 2c")


def test_a_card_found_twice_is_named() -> None:
    with pytest.raises(CardError, match=r"^Kd is there twice"):
        distinct(parse_cards("As Kd 10d K♦ As"))
    assert distinct(parse_cards("As Kd")) == parse_cards("As Kd")


def test_a_shoe_may_hold_a_card_twice() -> None:
    assert parse_cards("As As") == (51, 51)


def test_the_spoken_form() -> None:
    assert name(parse_card("As")) == "ace of spades"
    assert name(parse_card("10d")) == "ten of diamonds"
    assert len({name(card) for card in CARDS}) == 52
