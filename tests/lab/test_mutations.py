"""A rule that is broken in `rules/` or `cards/` shows in the lab: nothing there holds a rule of its own."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from upcard.cards import poker
from upcard.cards.card import parse_cards
from upcard.lab import LabError, analyze
from upcard.lab.advice import advise
from upcard.lab.analysis import WagerAnalysis
from upcard.rules.four_card_split import hands as split
from upcard.rules.three_card_blitz import hands as blitz
from upcard.rules.three_card_blitz import points
from upcard.rules.three_card_poker import hands as tcp

Mutant = tuple[Any, str, Callable[..., Any]]


def total(game: str) -> Fraction:
    found = analyze(game).total
    assert found is not None
    return found.ev


def wager(game: str, name: str) -> Fraction:
    found = analyze(game).wagers[name]
    assert isinstance(found, WagerAnalysis)
    return found.ev


_three, _tcp_ante, _dealer, _compare = poker.three_card, tcp.ante_outcome, split.dealer_hand, blitz.compare
_split_ante, _split_draw, _blind_win = split.ante_outcome, split.draw_outcome, blitz.blind_win
_JACK_HIGH = poker.ladder(3)[0][(0, 1, 9), False]

MUTANTS: dict[str, tuple[Mutant, Callable[[], Fraction]]] = {
    "tcp: the dealer plays with jack high": (
        (tcp, "qualifies", lambda dealer: dealer >= _JACK_HIGH),
        lambda: total("three-card-poker"),
    ),
    "tcp: a tie wins": (
        (tcp, "ante_outcome", lambda p, d: "win" if _tcp_ante(p, d) == "tie" else _tcp_ante(p, d)),
        lambda: total("three-card-poker"),
    ),
    "tcp: strengths upside down": (
        (tcp, "strength", lambda cards: 740 - _three(cards)),
        lambda: total("three-card-poker"),
    ),
    "tcp: a straight earns no bonus": (
        (tcp, "ante_bonus_outcome", lambda cards: "other"),
        lambda: wager("three-card-poker", "ante-bonus"),
    ),
    "tcp: a pair is nothing": (
        (tcp, "pair_plus_outcome", lambda cards: "other"),
        lambda: wager("three-card-poker", "pair-plus"),
    ),
    "tcp: every six cards are a flush": (
        (tcp, "six_card_outcome", lambda cards: "flush"),
        lambda: wager("three-card-poker", "six-card-bonus"),
    ),
    "blitz: a tie loses": (
        (blitz, "compare", lambda p, d: "lose" if p == d else _compare(p, d)),
        lambda: total("three-card-blitz"),
    ),
    "blitz: no royal is royal": (
        (blitz, "blind_win", lambda hand: "blitz" if _blind_win(hand) == "royal-blitz" else _blind_win(hand)),
        lambda: total("three-card-blitz"),
    ),
    "blitz: four of a suit are nothing": (
        (blitz, "flush_bonus_outcome", lambda hand: "other"),
        lambda: wager("three-card-blitz", "flush-bonus"),
    ),
    "blitz: no bonus at 30": (
        (blitz, "blitz_bonus_outcome", lambda hand: "other"),
        lambda: wager("three-card-blitz", "blitz-bonus"),
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutated_atom_changes_the_analysis(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (module, attribute, mutant), figure = MUTANTS[name]
    before = figure()
    monkeypatch.setattr(module, attribute, mutant)
    assert figure() != before
    monkeypatch.undo()
    assert figure() == before


SPLIT_MUTANTS: dict[str, Mutant] = {
    "everybody qualifies": (split, "qualifies", lambda strength, version: True),
    "a tie wins": (
        split,
        "ante_outcome",
        lambda cards, dealer: "other" if _split_ante(cards, dealer) == "tie" else _split_ante(cards, dealer),
    ),
    "the dealer plays the first three": (split, "dealer_hand", lambda up, others, version: _three((up, *others[:2]))),
    "a flush is nothing": (
        split,
        "draw_outcome",
        lambda cards: "other" if _split_draw(cards) == "flush" else _split_draw(cards),
    ),
}


@pytest.mark.parametrize("name", SPLIT_MUTANTS)
def test_a_mutated_atom_of_4_card_split_changes_the_advice_or_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def values() -> list[Fraction]:
        found = [advise("four-card-split", hand, "7d") for hand in ("9s 8s 5d 2c", "As Ks 9d 4c")]
        return [choice.ev for advice in found for choice in advice.choices]

    before = values()
    monkeypatch.setattr(*SPLIT_MUTANTS[name])
    try:
        after = values()
    except LabError:  # the tables are no longer what the solver's structure needs, and it says so
        after = []
    assert after != before
    monkeypatch.undo()
    assert values() == before


def test_a_card_worth_more_shows_in_blitz(monkeypatch: pytest.MonkeyPatch) -> None:
    before = advise("three-card-blitz", "As Ks 9s 2h 3d 4c 5c").best.ev
    value = list(points._VALUE)
    value[0] = 10
    monkeypatch.setattr(points, "_VALUE", tuple(value))
    assert points.blitz_total(parse_cards("2c 3c")) == 13
    assert advise("three-card-blitz", "As Ks 9s 2h 3d 4c 5c").best.ev != before
