"""How much can be known is bounded by the room that it takes, not by the number of cards."""

import pytest

from upcard.cards.card import CARDS
from upcard.cards.poker import best_five_category, five_card_category
from upcard.lab.analysis import LabError
from upcard.lab.general.hands import known
from upcard.lab.general.hands.deck import Deck
from upcard.lab.general.hands.known import KnownCards
from upcard.lab.general.rounds.cases import CardFact
from upcard.lab.general.rounds.script import Spot
from upcard.lab.kernels import silent

SPOTS: tuple[Spot, ...] = tuple(("player", at) for at in range(5))
WHOLE = CardFact(five_card_category, (SPOTS,))


def test_cards_of_one_group_may_be_known_in_more_ways_than_cards_of_several(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = Deck.of(CARDS)
    assert deck is not None
    monkeypatch.setattr(known, "MOST_STATES", 50_000)
    monkeypatch.setattr(known, "MOST_NUMBERS", 600_000)
    one = KnownCards(deck, SPOTS, [WHOLE], silent)
    assert len(one.states[-1]) == 134_459
    assert int(one.spread().sum()) == one.ordered(0, 5)
    whole = one.says(WHOLE, 5)
    monkeypatch.setattr(known, "STRETCH", 1_000)
    apart = one.says(WHOLE, 5)
    assert (whole[0] == apart[0]).all()
    assert whole[1] == apart[1]
    first = CardFact(best_five_category, (SPOTS[:1],))
    with pytest.raises(LabError, match="after 5 cards there are more than 75,000 different things to know"):
        KnownCards(deck, SPOTS, [WHOLE, first], silent)
