"""The games of examples/games: the figures that are known of them come out, and what they show is short."""

import random
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

from tests.kit.games import EXAMPLES, KINDS, examples, registered
from upcard.cards.card import parse_cards
from upcard.lab.advice import advise, advise_hand
from upcard.lab.analysis import LabError
from upcard.lab.coach import worth_of_moves
from upcard.lab.figures.published import rounded
from upcard.lab.general import adviser
from upcard.lab.general.asking import known_of
from upcard.lab.general.methods import estimate
from upcard.lab.general.rounds.script import UNIT
from upcard.lab.general.solution import solution
from upcard.lab.kernels import silent
from upcard.lab.solvers import analyze
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.round import Round
from upcard.rules import registry
from upcard.rules.model import Model, Reads
from upcard.rules.needs import Act


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with registered(*examples(monkeypatch)):
        yield


def percent(value: Fraction) -> str:
    return rounded(value * 100, 2)


@pytest.mark.parametrize("name", KINDS)
def test_a_game_is_short(name: str) -> None:
    package = EXAMPLES / name / name.replace("-", "_")
    lines = sum(len((package / file).read_text("utf-8").splitlines()) for file in ("game.py", "paytables.toml"))
    assert lines < 150


def test_open_water_costs_what_is_known() -> None:
    total = analyze("open-water").total
    assert total is not None
    assert percent(-total.ev) == "3.51"
    assert rounded(total.average_wager, 4) == "1.2237"
    assert total.ties == "smaller stake"


@pytest.mark.parametrize(("decks", "edge"), [(1, "3.16"), (6, "2.80"), (8, "2.75")])
def test_narrows_costs_what_is_known(decks: int, edge: str) -> None:
    total = analyze("narrows", {"decks": decks}).total
    assert total is not None
    assert percent(-total.ev) == edge


@pytest.mark.torture  # five cards against five with an upcard
def test_harbor_five_costs_what_is_known() -> None:
    total = analyze("harbor-five").total
    assert total is not None
    assert percent(-total.ev) == "5.22"
    assert percent(total.decisions["raise"]) == "52.23"


def test_advice_in_streets_is_what_naive_enumeration_says() -> None:
    game = registry.game("open-water")()
    hand, board = parse_cards("9s Th Jc"), parse_cards("Qc")
    advice = advise(game.name, "9s Th Jc", board=board, made=[("leave", None)])
    found = {choice.action[0]: choice.ev for choice in advice.choices}
    rest = [card for card in game.deck if card not in {*hand, *board}]
    pays = game.table_of("bet-1")
    outcome = sys.modules[type(game).__module__].outcome
    gains = [pays[outcome((*hand, *board, card))].returned(100) - 100 for card in rest]
    assert found == {"leave": Fraction(sum(gains), 100 * len(rest)), "take-back": Fraction(0)}


def test_a_solution_on_disk_answers_like_the_one_that_was_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from upcard.lab.general import solution as kept

    game = registry.game("open-water")()
    model = game.model()
    assert model is not None
    solution(game, model, silent)
    first = advise(game.name, "Ts Th 2c").to_json()
    whole = analyze(game.name).to_json()
    monkeypatch.setattr(kept, "_remembered", {})
    monkeypatch.setattr(kept, "work_out", lambda *_: pytest.fail("it is worked out again"))
    assert advise(game.name, "Ts Th 2c").to_json() == first
    assert analyze(game.name).to_json() == whole


def test_estimates_lie_around_the_exact_values_as_wide_as_they_say() -> None:
    """In 40 hands of Narrows, every decision: within 4 standard errors, and two of three within one."""
    game = registry.game("narrows")()
    draw = random.Random(4)
    apart: list[float] = []
    while len(apart) < 40:
        hand = tuple(draw.sample(range(52), 2))
        if abs((hand[0] >> 2) - (hand[1] >> 2)) < 2:
            continue
        known = known_of(game, hand)
        exact = {choice.action[0]: choice.ev for choice in advise_hand(game, hand).choices}
        position = estimate.Position(game, {1: {"bet": UNIT}}, known.told)
        (own,) = estimate.sample(position, [Act(1, 1, "raise")], draw, 300)
        apart.append(float(own.mean / UNIT - exact["raise"]) / (own.se / UNIT))
    assert max(map(abs, apart)) < 4
    within = sum(abs(z) < 1 for z in apart)
    assert 0.5 * len(apart) < within < 0.87 * len(apart)


def test_a_lie_about_a_rare_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flush whose own cards hold the ace of hearts pays nothing: one round in ten thousand."""
    kind = registry.game("open-water")
    module = sys.modules[kind.__module__]
    honest = module.outcome
    own = [parse_cards("Ah")[0]]

    def outcome(cards: Sequence[int]) -> str:
        paid: str = honest(cards)
        first = cards[:3] if isinstance(cards, list) else ()  # the script's own question has the cards as they lie
        return "other" if paid == "flush" and own[0] in first else paid

    game = kind()
    monkeypatch.setattr(module, "outcome", outcome)
    with pytest.raises(LabError, match=r"both in \[.*\] and in \[.*\] its facts are 'flush'.*first bet-[123] flush"):
        solution(game, Model(facts=(Reads(honest, "player+board"),)), silent)


def test_advice_after_an_amount_between_the_least_and_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """A book knows both ends; what follows on an amount between them is walked, and is what the script says."""
    game = registry.game("open-water")()
    ends = advise(game.name, "Ts Th 2c", board=parse_cards("Tc"), made=[("leave", None)])
    monkeypatch.setattr(adviser, "between", lambda *_: True)
    walked = advise(game.name, "Ts Th 2c", board=parse_cards("Tc"), made=[("leave", None)])
    base = {choice.action: choice.ev for choice in ends.choices}
    found = {choice.action: choice.ev for choice in walked.choices}
    assert found.keys() == base.keys()
    assert len({found[action] - base[action] for action in base}) == 1  # apart from what no move changes any more


def test_the_book_answers_at_a_full_table_too() -> None:
    game = registry.game("open-water")()
    bets = {"bet-1": 500, "bet-2": 500, "bet-3": 500}
    played = Round(game, {2: bets, 5: bets})
    for cards in ("2c 7d Kh", "9s Th Jc"):
        played.deal(parse_cards(cards))
    unit, worths = worth_of_moves(game, Knowledge.of(played, 5))
    alone = advise(game.name, "9s Th Jc")
    assert unit == alone.unit
    assert [(worth.move, worth.ev) for worth in worths] == [(one.action[0], one.ev) for one in alone.choices]
