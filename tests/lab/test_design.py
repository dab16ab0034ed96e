"""Designed tables meet what was asked of them, to the fraction; what can't be met is told with the nearest table."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from upcard.cli.main import app
from upcard.lab import analyze
from upcard.lab.analysis import LabError, ProgressiveAnalysis, WagerAnalysis
from upcard.lab.design.designing import design, ladder
from upcard.lab.design.lines import wagered
from upcard.lab.design.lint import lint
from upcard.lab.design.meters import design_meters
from upcard.lab.design.search import DesignProblem, best, tables
from upcard.lab.design.targets import Bounds, Targets, read_bounds
from upcard.lab.meters.hold import long_run
from upcard.lab.reports.variants import analysed
from upcard.rules import registry
from upcard.rules.odds import parse_pay

EDGE = Bounds(Fraction(2, 100), Fraction(4, 100))


def asked(game: str, wager: str, **more: object) -> Targets:
    return Targets(**{"edge": EDGE, **more})  # type: ignore[arg-type]  # a test gives what it gives


@pytest.mark.parametrize(
    ("game", "wager", "edge"),
    [
        ("three-card-poker", "pair-plus", "2%..4%"),
        ("three-card-poker", "six-card-bonus", "8%..9%"),
        ("blackjack", "21+3", "3%..5%"),
        ("three-card-blitz", "flush-bonus", "2%..6%"),
    ],
)
def test_a_side_bet_designed_is_analysed_anew(game: str, wager: str, edge: str) -> None:
    bounds = read_bounds("--edge", edge, percent=True)
    found = design(registry.game(game)(), wager, Targets(bounds)).found
    assert found
    for table in found[:5]:
        anew = analyze(game, None, {wager: {"pays": table.pays}}).wagers[wager]
        assert isinstance(anew, WagerAnalysis)
        assert (anew.ev, anew.hit_frequency) == (table.ev, table.hit)
        assert anew.sd == pytest.approx(table.sd)
        assert -anew.ev in bounds


def test_a_main_wager_is_solved_anew() -> None:
    """Better pays are played for: the edge told is the one with the best play under the new table."""
    bounds = Bounds(Fraction(2, 100), Fraction(25, 1000))
    found = design(registry.game("three-card-poker")(), "ante-bonus", Targets(bounds)).found
    assert found
    plays = set()
    for table in found:
        anew = analyze("three-card-poker", None, {"ante-bonus": {"pays": table.pays}}).total
        assert anew is not None
        assert anew.ev == table.ev
        assert -anew.ev in bounds
        plays.add(anew.decisions["play"])
    generous = design(registry.game("three-card-poker")(), "ante", Targets(Bounds(Fraction(-1), Fraction(-1, 2)))).found
    moved = analyze("three-card-poker", None, {"ante": {"pays": generous[0].pays}}).total
    assert moved is not None
    assert moved.ev == generous[0].ev
    assert moved.decisions["play"] not in plays, "so much for a win moves decisions"


def test_the_search_finds_every_table_there_is() -> None:
    problem = DesignProblem((30, 10, 4, 1), 90, 110, 100, (1, 3, 6, 20), (1, 1, 1, 1), (6, 6, 6, 6))
    found = {pays for pays, _ in tables(problem, range(1, 7))}
    every = {
        pays
        for pays in product(range(1, 7), repeat=4)
        if list(pays) == sorted(pays) and 90 <= sum(w * p for w, p in zip(problem.weights, pays, strict=True)) <= 110
    }
    assert found == every
    assert len(every) > 10
    assert len(best(problem, 5, range(1, 7))) == 5


def test_the_front_is_that_of_all_tables_found() -> None:
    """Also beyond the twenty that are told: none of those has both a lower edge and a smaller deviation."""
    found = design(registry.game("three-card-poker")(), "pair-plus", Targets(EDGE))
    assert any(table not in found.found for table in found.front)
    for table in found.found:
        assert any(-one.ev <= -table.ev and one.sd <= table.sd for one in found.front)
    assert [one.sd for one in found.front] == sorted((one.sd for one in found.front), reverse=True)


def test_targets_are_kept() -> None:
    targets = Targets(
        EDGE,
        hit=Bounds(Fraction(1, 5), Fraction(3, 10)),
        sd=Bounds(Fraction(4), Fraction(5)),
        fixed={"straight": "5 to 1"},
        most=75,
    )
    found = design(registry.game("three-card-poker")(), "pair-plus", targets).found
    assert found
    for table in found:
        pays = {outcome: parse_pay(text) for outcome, text in table.pays.items()}
        assert pays["straight"].text == "5 to 1"
        assert max(pay.numerator for pay in pays.values()) <= 75
        assert 4 <= table.sd <= 5
        ladder = [pays[name].numerator for name in ("straight-flush", "three-of-a-kind", "straight", "flush", "pair")]
        assert ladder == sorted(ladder, reverse=True), "the rarer, the more"


@pytest.mark.parametrize(
    ("more", "binds", "edge"),
    [
        ({"most": 2}, "the largest pays", Fraction(26, 100)),
        ({"hit": Bounds(Fraction(10, 100), Fraction(12, 100))}, "the hit frequency", Fraction(4, 100)),
        ({"sd": Bounds(Fraction(50), Fraction(60))}, "the deviation", Fraction(4, 100)),
        ({"fixed": {"pair": "4 to 1"}}, "the smallest pays", Fraction(-1, 4)),
        ({"edge": Bounds(Fraction(3001, 100000), Fraction(30011, 1000000))}, "whole numbers", Fraction(4, 100)),
    ],
)
def test_what_cannot_be_says_what_binds_and_the_nearest(more: dict[str, object], binds: str, edge: Fraction) -> None:
    found = design(registry.game("three-card-poker")(), "pair-plus", asked("three-card-poker", "pair-plus", **more))
    assert not found.found
    assert found.binding.startswith(binds)
    assert found.nearest is not None
    anew = analyze("three-card-poker", None, {"pair-plus": {"pays": found.nearest.pays}}).wagers["pair-plus"]
    assert isinstance(anew, WagerAnalysis)
    assert anew.ev == found.nearest.ev
    assert -anew.ev <= edge


def test_with_the_largest_pays_too_small_nothing_is_nearer_than_all_of_them() -> None:
    found = design(registry.game("three-card-poker")(), "pair-plus", Targets(EDGE, most=2))
    assert found.nearest is not None
    assert set(found.nearest.pays.values()) == {"2 to 1", "lose"}


def test_seed_and_rate_hold_what_they_say() -> None:
    hold = Bounds(Fraction(20, 100), Fraction(25, 100))
    found = design_meters(registry.game("three-card-poker")(), "progressive", hold)
    wager = analyze("three-card-poker").wagers["progressive"]
    assert isinstance(wager, ProgressiveAnalysis)
    assert found.between == 22100
    assert found.found
    for one in found.found:
        anew = long_run(wager, {"three-card-poker": Fraction(one.seed)}, {"three-card-poker": one.rate})
        assert anew.hold == one.hold
        assert one.hold in hold
    late = design_meters(
        registry.game("three-card-poker")(), "progressive", hold, Bounds(Fraction(1), Fraction(2)), 500
    )
    assert not late.found
    assert "44.2 days" in late.binding


def test_wagers_that_have_no_edge_of_their_own_are_refused() -> None:
    poker = registry.game("three-card-poker")()
    with pytest.raises(LabError, match="designed with --hold"):
        design(poker, "progressive", Targets(EDGE))
    with pytest.raises(LabError, match="no wager 'pairs' to design; it has ante, play"):
        design(poker, "pairs", Targets(EDGE))
    with pytest.raises(LabError, match="no outcome 'pairs' to fix"):
        design(poker, "pair-plus", Targets(EDGE, fixed={"pairs": "1 to 1"}))
    with pytest.raises(LabError, match="write the lower number first"):
        read_bounds("--edge", "4%..2%", percent=True)


@pytest.mark.parametrize(
    ("kind", "game", "house", "pays"),
    [
        ("pay-order", "three-card-poker", {}, {"pair-plus": {"straight": "2 to 1"}}),
        ("player-edge", "three-card-poker", {}, {"pair-plus": {"pair": "2 to 1"}}),
        ("edge-over-25", "three-card-poker", {}, {"pair-plus": {"pair": "push", "flush": "1 to 1"}}),
        ("rounding", "blackjack", {}, {"21+3": {"flush": "16 to 3"}}),
        ("counting", "blackjack", {"penetration": 90}, {}),
        ("aggregate-limit", "three-card-poker", {"aggregate-limit": 500, "six-card-bonus.min": 100}, {}),
    ],
)
def test_a_mathematician_frowns(
    kind: str, game: str, house: dict[str, object], pays: dict[str, dict[str, str]]
) -> None:
    plain = registry.game(game)()
    assert kind not in {frown.kind for frown in lint(plain)}
    changed = {table: {"pays": {**plain.tables[table].texts(), **rows}} for table, rows in pays.items()}
    assert kind in {frown.kind for frown in lint(registry.game(game)(house, changed))}


def test_an_outcome_that_cannot_happen_is_told() -> None:
    """Without aces, kings and queens there is no A-K-Q to pay."""
    deck = tuple(card for card in range(52) if card >> 2 < 10)
    with pytest.raises(LabError):
        lint(type(registry.game("three-card-poker")())(None, None, deck))  # its 6 Card Bonus is not tabulated
    small = tuple(card for card in range(36) if card >> 2 < 5)
    found = lint(registry.game("three-card-poker")(None, None, small))
    assert ("impossible", "progressive") in {(frown.kind, frown.wager) for frown in found}


def test_what_is_impossible_writes_nothing_and_ends_with_1(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    ran = CliRunner().invoke(
        app, ["design", "three-card-poker", "pair-plus", "--edge", "2%..4%", "--max", "2", "-o", str(file)]
    )
    assert ran.exit_code == 1
    assert "what stands in the way is the largest pays" in ran.output
    assert list(tmp_path.iterdir()) == []


def test_a_table_file_goes_straight_into_the_game_and_the_linter(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    run = CliRunner()
    made = run.invoke(app, ["design", "three-card-poker", "pair-plus", "--edge", "2%..4%", "-o", str(file), "--json"])
    assert made.exit_code == 0
    told = analyze("three-card-poker", None, {"pair-plus": str(file)}).wagers["pair-plus"]
    assert isinstance(told, WagerAnalysis)
    assert -told.ev in EDGE
    assert run.invoke(app, ["lint", str(file)]).exit_code == 0
    file.write_text(file.read_text().replace('"pair" = "1 to 1"', '"pair" = "3 to 1"'))
    frowned = run.invoke(app, ["lint", str(file)])
    assert frowned.exit_code == 1
    assert "player-edge" in frowned.output


def test_a_designed_table_keeps_the_order_in_which_every_known_table_pays() -> None:
    """A flush of four cards stands above a straight, which is rarer; Pair Plus agrees with the chances."""
    for game, wager in (("four-card-split", "blind"), ("three-card-poker", "pair-plus")):
        made = registry.game(game)()
        lines = ladder(wagered(made, analysed(made), wager, {}))
        paid = [outcome for outcome, pay in made.table_of(wager).pays.items() if pay.wins]
        assert [line.outcome for line in reversed(lines)] == paid
