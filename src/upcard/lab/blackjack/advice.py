"""What to do with a blackjack hand: every action with what it is worth, after the peek, or insurance before it."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from upcard.cards.card import show, text
from upcard.lab.advice import Rated
from upcard.lab.analysis import LabError
from upcard.lab.blackjack.bet import solve
from upcard.lab.blackjack.pairs import DEFAULT
from upcard.lab.blackjack.shoes import Composition, ShoeError
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.tables import BUST, CARD_OF, hands, slot_of
from upcard.lab.blackjack.terms import Terms
from upcard.rounds.knowledge import Knowledge
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import INFINITE, Blackjack

UNIT = "bet"


def asked(known: Knowledge) -> dict[str, bool]:
    """Before the peek, insurance is the question (BJK-14)."""
    return {"insurance": any(move.name == "no-insurance" for move in known.moves)}


def advise(
    game: Blackjack,
    hand: Sequence[int],
    up: int | None,
    *,
    insurance: bool = False,
    shoe: str | None = None,
    post_split: str = DEFAULT,
) -> tuple[Rated, ...]:
    """Every action open to a dealt hand against an upcard, best first; `shoe` counts the cards before the deal.

    Insurance is exact. What is played on was added up in floating point, good to 1e-12: the fraction is that number.
    """
    if up is None:
        raise LabError("advice on blackjack needs the dealer's upcard, as in --up 7d")
    dealt = _checked(game, hand, up, shoe)
    terms = Terms.of(game)
    if insurance:
        return _ranked(_insurance(terms, dealt, hand, up))
    if atoms.is_blackjack(hand):
        return (Rated(("stand",), terms.blackjack),)
    try:
        solved = solve(dealt, terms.for_play(), slot_of(up), post_split)
    except ShoeError as error:
        raise LabError(str(error)) from error
    number = hands().of(hand)
    alive = solved.upcard.alive(number)
    found = solved.actions(number)
    if not found:
        raise LabError(f"{dealt.cards} cards are too few for a round: the shoe can run out ({dealt})")
    return _ranked([Rated((action,), Fraction(value / alive)) for action, value in found.items()])


def _ranked(choices: Sequence[Rated]) -> tuple[Rated, ...]:
    return tuple(sorted(choices, key=lambda choice: -choice.ev))


def _checked(game: Blackjack, hand: Sequence[int], up: int, shoe: str | None) -> Composition:
    """The shoe that this hand and upcard were dealt from, or what is wrong with them."""
    dealt = composition(game, shoe)
    if len(hand) < 2:
        raise LabError(f"a hand of blackjack has two cards or more, not {len(hand)} ({show(hand)})")
    if atoms.busts(hand):
        raise LabError(f"{show(hand)} is over 21: there is nothing left to decide")
    if len(hand) > 2 and atoms.busts(hand[:-1]):
        raise LabError(f"{show(hand)} was over 21 before its last card")
    if shoe is None and game.house["decks"] != INFINITE:
        for card, n in Counter([*hand, up]).items():
            if n > game.deck_counts.get(card, 0):
                raise LabError(
                    f"{text(card)} is there {n} times; the shoe has it {game.deck_counts.get(card, 0)} times"
                )
    if not dealt.infinite:
        for slot, n in Counter(map(slot_of, [*hand, up])).items():
            if n > dealt.counts[slot]:
                raise LabError(f"{n} cards of value {atoms.value(CARD_OF[slot])} are more than the shoe has ({dealt})")
    if hands().of(hand) == BUST:
        raise LabError(f"{show(hand)} is no hand of blackjack")
    return dealt


def _insurance(terms: Terms, dealt: Composition, hand: Sequence[int], up: int) -> list[Rated]:
    """The question before the peek, exactly (BJK-7).

    It counts what the answer can change: the insurance, and for a blackjack, which may take even money, the bet too.
    """
    if not atoms.offers_insurance(up):
        raise LabError(f"insurance is offered on an ace up; the dealer shows {text(up)}")
    if len(hand) != 2:
        raise LabError(f"insurance is answered on the first two cards, not on {len(hand)} ({show(hand)})")
    left = list(dealt.counts)
    if not dealt.infinite:
        for card in (*hand, up):
            left[slot_of(card)] -= 1
    cards = sum(left)
    insured = sum(
        (Fraction(n, cards) * terms.insurance(atoms.insurance(hole)) for n, hole in zip(left, CARD_OF, strict=True)),
        Fraction(0),
    ) * Fraction(atoms.most_insurance(1000), 1000)
    goes_on, choices = Fraction(0), []
    if atoms.is_blackjack(hand):
        for n, hole in zip(left, CARD_OF, strict=True):
            met = atoms.outcome(
                *(atoms.total(hand)[0], atoms.total((up, hole))[0]),
                player_blackjack=True,
                dealer_blackjack=atoms.is_blackjack((up, hole)),
            )
            goes_on += Fraction(n, cards) * terms.net(met)
        choices.append(Rated(("even-money",), terms.even_money))
    return [Rated(("no-insurance",), goes_on), Rated(("insurance",), goes_on + insured), *choices]
