"""Published figures come out of the solvers, rounded as published."""

from fractions import Fraction

import pytest

from upcard.lab.figures import published
from upcard.lab.figures.published import Figure, figures, rounded


@pytest.mark.rule("SPL-22", "SPL-24", "SPL-25", "SPL-23", "SPL-26", "SPL-27", "SPL-20", "SPL-21", "SPL-14")
def test_every_published_figure_agrees() -> None:
    wrong = [(figure.what, figure.published, figure.computed) for figure in figures() if not figure.agrees]
    assert not wrong


def test_the_figures_are_those_of_the_rulebook() -> None:
    rules = [figure.rule for figure in figures()]
    assert {"SPL-22": 9, "SPL-24": 10, "SPL-25": 4}.items() <= {rule: rules.count(rule) for rule in rules}.items()


def test_a_wrong_figure_is_told() -> None:
    assert not Figure("SPL-25", "a misprint", "0.9637 %", lambda: Fraction(9636, 10**6)).agrees


@pytest.mark.parametrize(
    ("value", "places", "said"),
    [
        (Fraction(-1, 200), 2, "-0.01"),
        (Fraction(1, 201), 2, "0.00"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(2496), 0, "2,496"),
        (Fraction(12345, 100), 1, "123.5"),
    ],
)
def test_rounding_is_exact_and_half_away_from_zero(value: Fraction, places: int, said: str) -> None:
    assert rounded(value, places) == said


def test_the_numbers_are_held_only_to_compare() -> None:
    """A figure computes without its printed value."""
    figure = next(figures())
    assert Figure(figure.rule, figure.what, "0", figure.compute).computed == figure.computed
    assert published.__doc__ is not None
