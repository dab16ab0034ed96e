"""A report says what the analysis says, in every form, and the same bytes whenever it is made."""

import html
import io
import json
import re
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest

from upcard.lab import analyze
from upcard.lab.analysis import Json, LabError, ProgressiveAnalysis, WagerAnalysis
from upcard.lab.reports.chapters.wagers import skewness, skewness_error
from upcard.lab.reports.comparing import check_report, compare
from upcard.lab.reports.document import Grid, Heading, Plot, Text, shown
from upcard.lab.reports.forms.paper import WHOLE, lines_of
from upcard.lab.reports.layout.chapters import document
from upcard.lab.reports.layout.figures import _shown_wager
from upcard.lab.reports.par import ReportOrder, report
from upcard.lab.reports.writing import FORMS, form_of, write_all, write_whole
from upcard.rules import registry


def test_every_number_of_a_wager_is_the_analysis_own(said: Json) -> None:
    game = said["identity"]["game"]
    analysis = analyze(game)
    assert said["analysis"] == json.loads(json.dumps(analysis.to_json()))
    rows = {wager["wager"]: wager for wager in said["outcomes"]}
    assert list(rows) == list(analysis.wagers)
    for name, wager in analysis.wagers.items():
        if "as" in rows[name]:
            continue
        told = rows[name]["outcomes"]
        assert [(row["outcome"], row["combinations"], row["of"]) for row in told] == [
            (row.outcome, row.combinations, row.of) for row in wager.rows
        ]
        assert Fraction(rows[name]["sum"]["return"]) == sum((row.share for row in wager.rows), Fraction(0))
        if isinstance(wager, WagerAnalysis):
            assert float(Fraction(rows[name]["sum"]["return"])) == pytest.approx(float(wager.ev), abs=1e-12)
    assert analysis.total is not None
    assert Fraction(said["figures"]["total"]["edge"]) == -analysis.total.ev


def test_win_push_and_loss_are_all_there_is(said: Json) -> None:
    whole = said["figures"]["total"]["round"]
    chances = [whole[key]["probability"] for key in ("win", "push", "loss")]
    assert sum(Fraction(chance) if whole["exact"] else chance for chance in chances) == pytest.approx(1)
    if whole["exact"]:
        expected = sum(Fraction(row["net"]) * Fraction(row["probability"]) for row in whole["distribution"])
        assert expected == -Fraction(said["figures"]["total"]["edge"])


def test_an_example_is_settled_by_the_rules(said: Json) -> None:
    game = registry.game(said["identity"]["game"])()
    assert len(said["examples"]) >= 3
    for example in said["examples"]:
        assert example["returned"] == sum(line["returned"] for line in example["lines"])
        for line in example["lines"]:
            assert game.table_of(line["wager"])[line["outcome"]].text == line["pays"]
            assert line["rule"]


def test_one_more_on_a_side_bet_is_its_chance(poker: Json) -> None:
    """A unit more on a pair gives back the chance of a pair; the edge is that of the changed table, analysed anew."""
    row = next(r for r in poker["sensitivity"]["lines"] if (r["table"], r["outcome"]) == ("pair-plus", "pair"))
    table = {**registry.game("three-card-poker")().tables["pair-plus"].texts(), "pair": row["changed"]}
    changed = analyze("three-card-poker", None, {"pair-plus": {"pays": table}}).wagers["pair-plus"]
    assert isinstance(changed, WagerAnalysis)
    assert Fraction(row["edge"]) == -changed.ev
    assert Fraction(row["change"]) == -Fraction(3744, 22100)


def test_a_line_that_moves_decisions_is_solved_anew(poker: Json) -> None:
    row = next(r for r in poker["sensitivity"]["lines"] if (r["table"], r["outcome"]) == ("ante", "win"))
    table = {**registry.game("three-card-poker")().tables["ante"].texts(), "win": row["changed"]}
    changed = analyze("three-card-poker", None, {"ante": {"pays": table}}).total
    assert changed is not None
    assert Fraction(row["edge"]) == -changed.ev


def test_a_progressive_is_fair_where_it_says(poker: Json) -> None:
    (told,) = poker["progressive"]
    wager = analyze("three-card-poker").wagers["progressive"]
    assert isinstance(wager, ProgressiveAnalysis)
    fair = Fraction(told["break_even"][0]["meter"])
    assert fair == wager.break_even
    assert wager.ev({"three-card-poker": fair}) == 0
    assert Fraction(told["break_even"][1]["meter"]) < fair, "envy of another bettor makes it fair sooner"
    for row in told["long_run"]:
        parts = [Fraction(row[key]) for key in ("hold", "fixed", "contributions", "reseeds")]
        assert sum(parts) == 1, "every dollar goes somewhere"


def test_the_same_report_is_the_same_bytes(poker: Json) -> None:
    again = report(registry.game("three-card-poker")(), ReportOrder("another command", "2027-05-05", 5_000))
    assert again["manifest"]["data"] == poker["manifest"]["data"]
    other = report(
        registry.game("three-card-poker")({"pair-plus-on-fold": "loses"}), ReportOrder("x", "2026-01-31", 5_000)
    )
    assert other["manifest"]["data"] != poker["manifest"]["data"]


def test_paper_and_page_say_every_cell_of_every_table(poker: Json) -> None:
    """The text of the PDF and of the page, read back, holds each cell and each sentence of the document."""
    paper = pypdf.PdfReader(io.BytesIO(FORMS[".pdf"](poker)))
    pages = [squeezed(page.extract_text()) for page in paper.pages]
    read = "".join(pages)
    page = squeezed(html.unescape(re.sub(r"<[^>]+>", " ", FORMS[".html"](poker).decode())))
    cells = 0
    for chapter in document(poker).chapters:
        for block in chapter.blocks:
            if isinstance(block, Text | Heading):
                assert squeezed(block.text) in read
            elif isinstance(block, Plot):
                assert squeezed(block.caption) in read
            else:
                for said in (shown(column, row[column.key]) for row in block.rows for column in block.columns):
                    cells += 1
                    assert squeezed(said) in read, f"{block.title}: {said}"
                    assert squeezed(said) in page, f"{block.title}: {said}"
                if lines_of(block) <= WHOLE:
                    last = [squeezed(shown(column, block.rows[-1][column.key])) for column in block.columns]
                    whole = [one for one in pages if squeezed(block.title) in one and all(cell in one for cell in last)]
                    assert whole, f"{block.title} is torn by the end of a page"
    assert cells > 1000


def test_a_second_method_agrees(said: Json) -> None:
    second = said["verification"]["second_method"]
    assert second["deck"]
    assert second["agrees"]
    assert all(hand["solved"] == hand["walked"] and len(hand["solved"]) > 1 for hand in second.get("hands", []))


def test_the_edge_of_a_progressive_is_a_part_of_its_stake() -> None:
    """Five dollars of which three are lost are an edge of 60 %, not of 300 %."""
    row = {"wager": "blitz-bonus", "per": "wager", "meters_at_zero": True, "stake": 5.0, "edge": "3/1"}
    assert _shown_wager(row) == {**row, "per": "$5 wager", "edge": 0.6}


def test_a_simulated_skewness_says_how_far_it_may_be_off() -> None:
    """Three thousand rounds of a bet that wins ten once in fifty: a standard error as many such simulations have it."""
    chances = {Fraction(-1): Fraction(70, 100), Fraction(0): Fraction(5, 100), Fraction(1): Fraction(23, 100),
               Fraction(10): Fraction(2, 100)}  # fmt: skip
    assert skewness(chances) == pytest.approx(4.52, abs=0.02)
    assert skewness_error(chances, 3000) == pytest.approx(0.115, abs=0.005)
    assert skewness_error({Fraction(1): Fraction(1)}, 100) == 0


def squeezed(text: str) -> str:
    """A text without what only its setting put in: spaces, ends of lines, places where a long word may break."""
    return re.sub(r"[\s\u200b\u00ad]+", "", text)


def test_the_workbook_holds_the_same_numbers(poker: Json) -> None:
    book = openpyxl.load_workbook(io.BytesIO(FORMS[".xlsx"](poker)))
    for chapter in document(poker).chapters:
        sheet = book[f"{chapter.number} {chapter.title}"[:31]]
        held = {cell.value for row in sheet.iter_rows() for cell in row if cell.value is not None}
        numbers = {f"{value:.12g}" for value in held if isinstance(value, int | float)}
        for block in chapter.blocks:
            if isinstance(block, Grid):
                for column in block.columns:
                    for row in block.rows:
                        check_cell(column, row[column.key], held, numbers)


def check_cell(column: Any, said: Any, held: set[Any], numbers: set[str]) -> None:
    if said is None or said == "":
        return
    if column.kind in {"text", "exact"}:
        assert str(said) in held
    else:
        assert f"{float(Fraction(str(said))):.12g}" in numbers


def test_a_file_that_cannot_be_is_refused_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"ends in \.json, \.html, \.pdf, \.xlsx"):
        form_of(tmp_path / "report.doc")
    with pytest.raises(LabError, match="there is no folder"):
        form_of(tmp_path / "not there" / "report.pdf")
    (tmp_path / "folder.pdf").mkdir()
    with pytest.raises(LabError, match="is a folder"):
        form_of(tmp_path / "folder.pdf")


def test_a_form_that_fails_leaves_nothing_behind(poker: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One form fails: no file of the others is there, and the old one is whole."""

    def fails(_: Json) -> bytes:
        raise OSError("the disk is full")

    old = tmp_path / "a.json"
    old.write_text("old")
    monkeypatch.setitem(FORMS, ".html", fails)
    with pytest.raises(OSError, match="disk is full"):
        write_all(poker, {old: ".json", tmp_path / "b.html": ".html"})
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    assert old.read_text() == "old"


def test_a_file_is_replaced_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "a.json").write_text("old")
    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(LabError, match="No space left"):
        write_whole(tmp_path / "a.json", b"new")
    assert (tmp_path / "a.json").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"], "the part that was written is taken away"


def test_compare_finds_what_was_changed_and_what_follows(poker: Json) -> None:
    assert compare(poker, poker) == []
    pays = {**registry.game("three-card-poker")().tables["pair-plus"].texts(), "flush": "4 to 1"}
    game = registry.game("three-card-poker")(None, {"pair-plus": {"pays": pays}})
    after = report(game, ReportOrder("upcard par", "2026-02-01", 5_000))
    found = {(change.where, change.what): change for change in compare(poker, after)}
    assert (found["pay table of pair-plus", "flush"].before, found["pay table of pair-plus", "flush"].after) == (
        "3 to 1",
        "4 to 1",
    )
    assert found["pair-plus", "house edge"].difference == pytest.approx(-1096 / 22100)
    assert ("the game", "house edge") not in found


def test_compare_tells_fair_meters_short_strategies_and_cells_of_a_chart(poker: Json) -> None:
    chart = {"upcards": ["2", "A"], "hard": {"11": ["DH", "H"]}, "soft": {}, "pairs": {}}
    before, after = deepcopy(poker), deepcopy(poker)
    before["strategies"]["chart"], after["strategies"]["chart"] = chart, {**chart, "hard": {"11": ["DH", "DH"]}}
    after["progressive"][0]["break_even"][0]["meter"] = "10000/1"
    rule = next(one for one in after["strategies"]["strategies"] if one["name"] == "1 rule")
    rule |= {"rules": ["play"], "cost": "1/1000"}
    assert [change.sentence for change in compare(before, after)] == [
        "progressive: fair meter in dollars falls from 10080.000000 to 10000.000000, by 80.000000",
        "strategies: 1 rule: play when hand Q-6-4 or better; otherwise fold → play",
        "strategies: cost of 1 rule rises from 0.0000 % to 0.1000 %, by 0.1000 points",
        "chart: hard 11 against A H → DH",
    ]


def test_compare_refuses_what_is_no_report() -> None:
    with pytest.raises(LabError, match="is no math report"):
        check_report({"game": "blackjack"}, "a.json")


def test_the_blackjack_report_shows_its_chart_and_what_departs_from_it(tables: dict[str, Grid]) -> None:
    hard = {row["row"]: row for row in tables["Chart: hard"].rows}
    assert hard["16"]["7"] == "H"
    assert hard["11"]["6"] == "DH"
    assert hard["17"]["T"] == "S"
    assert next(row for row in tables["Chart: pairs"].rows if row["row"] == "8")["2"][0] == "P"
    assert tables["Index numbers for Hi-Lo"].rows
    assert tables["Two cards that are best played otherwise than the chart says"].rows
