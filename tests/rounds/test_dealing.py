"""The shoe from round to round (BJK-11)."""

import pytest

from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.rounds.dealing import fresh_shoe, goes_on
from upcard.rules.registry import game


@pytest.mark.rule("BJK-11")
def test_a_shoe_goes_on_until_its_cut_card_is_out() -> None:
    rules = game("blackjack")({"penetration": 50})
    shoe = fresh_shoe(rules, SeededSource(1))
    assert (shoe.size, shoe.cut) == (312, 156)
    assert sorted(shoe.order) == sorted(rules.deck)
    shoe.deal(155)
    assert goes_on(rules, shoe, 7)
    shoe.deal(1)
    assert not goes_on(rules, shoe, 7)


@pytest.mark.rule("BJK-11")
def test_a_shoe_that_may_not_last_for_the_whole_table_is_shuffled() -> None:
    """One deck dealt to its last card is enough for one seat once more, not for seven."""
    rules = game("blackjack")({"decks": 1, "penetration": 100})
    shoe = Shoe(rules.deck, dealt=30)
    assert goes_on(rules, shoe, 1)
    assert not goes_on(rules, shoe, 7)


def test_a_game_of_one_deck_is_shuffled_for_every_round() -> None:
    rules = game("three-card-poker")()
    shoe = fresh_shoe(rules, SeededSource(1))
    assert shoe.cut == shoe.size == 52
    assert not goes_on(rules, shoe, 1)
