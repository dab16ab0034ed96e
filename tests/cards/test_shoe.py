"""Shoes of one to eight decks, with a cut card."""

from collections import Counter

import pytest

from upcard.cards.card import CARDS
from upcard.cards.shoe import Shoe, ShoeEmpty, decks
from upcard.cards.shuffle import SeededSource


@pytest.mark.parametrize("count", range(1, 9))
def test_a_shoe_has_every_card_of_every_deck(count: int) -> None:
    assert Counter(decks(count)) == dict.fromkeys(CARDS, count)


@pytest.mark.parametrize("count", [0, -1, 9])
def test_no_other_number_of_decks(count: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 8 decks, not {count}"):
        decks(count)


def test_cards_come_out_in_order_and_once() -> None:
    shoe = Shoe.fresh(decks(2), SeededSource(1))
    out = [shoe.deal(5) for _ in range(20)] + [shoe.deal(4)]
    assert tuple(card for cards in out for card in cards) == shoe.order
    assert Counter(shoe.order) == Counter(decks(2))
    assert (shoe.left, shoe.dealt) == (0, 104)


def test_an_empty_shoe_says_so_and_keeps_its_cards() -> None:
    shoe = Shoe(CARDS)
    shoe.deal(50)
    with pytest.raises(ShoeEmpty, match="2 cards left; 3 were asked for"):
        shoe.deal(3)
    assert shoe.deal(2) == CARDS[50:]


@pytest.mark.parametrize(("penetration", "in_front"), [(100, 312), (75, 234), (50, 156), (1, 3)])
def test_the_cut_card_comes_out_after_its_share(penetration: int, in_front: int) -> None:
    shoe = Shoe(decks(6), penetration)
    out = []
    for cards in (in_front - 1, 1):
        shoe.deal(cards)
        out.append(shoe.cut_card_out)
    assert out == [False, True]
    assert shoe.left == 312 - in_front, "the cards behind it can still be dealt: the round is finished first"


@pytest.mark.parametrize("penetration", [0, -5, 101])
def test_the_cut_card_stands_in_the_shoe(penetration: int) -> None:
    with pytest.raises(ValueError, match=f"not at {penetration}"):
        Shoe(CARDS, penetration)
