"""The pay tables of 4 Card Split against the columns printed in the packet, and which of them go together."""

import pytest

from upcard.rules.four_card_split import FourCardSplit, hands
from upcard.rules.paytable import PayTableError

# As printed: a row for each hand, a column for each table.
BLINDS_V2 = """
ROYAL FLUSH     500 500 500 500 500 500 500 500 500 300 300 400 300 300 300 400 400 300
FOUR OF A KIND  100 150 150 150 100 200 150 150 150 150 100 150 150 150 100 150 120 150
STRAIGHT FLUSH  50  80  50  50  50  80  80  60  50  50  50  50  50  50  50  80  80  50
THREE OF A KIND 8   8   8   9   8   8   8   8   8   8   8   8   8   9   8   8   8   8
FLUSH           7   7   7   6   7   6   6   6   6   7   7   7   7   6   7   6   6   6
STRAIGHT        6   5   5   5   5   5   5   5   5   6   6   5   5   5   5   5   5   5
TWO PAIRS       4   4   4   4   4   4   4   4   4   4   4   4   4   4   4   4   4   4
PAIR A-T        2   2   2   2   2   2   2   2   2   2   2   2   2   2   2   2   2   2
"""
BLINDS_V1 = """
Royal Flush      500 500 500 600 800 1000 1000
Four of a Kind   200 200 200 200 300 300  300
Straight Flush   60  80  100 100 200 200  200
Three of a Kind  10  10  10  10  12  12   12
Flush            9   9   9   9   10  9    10
Straight         7   7   7   7   8   8    8
Two Pair         5   5   5   5   6   6    6
High Pair        2   2   2   2   2   2    2
"""
ANTES = {
    # royal flush, straight flush, three of a kind, straight, flush, others; then the instant winners
    "V2": ([30, 12, 8, 3, 2, 1], [30, 12, 8, 3, 2]),
    "I": ([30, 15, 8, 3, 2, 1], [30, 15, 8, 3, 2]),
    "II": ([40, 15, 8, 3, 2, 1], [40, 15, 8, 2, 2]),
}


def columns(printed: str, names: list[str]) -> dict[str, list[int]]:
    rows = [line.split()[-len(names) :] for line in printed.strip().splitlines()]
    assert len(rows) == 8
    return {name: [int(row[at]) for row in rows] for at, name in enumerate(names)}


def odds(table: str, name: str, rows: tuple[str, ...]) -> list[int]:
    """What the rows of a table pay to 1."""
    pays = FourCardSplit.known_tables()[table][name]
    assert all(pays[row].returns_stake and pays[row].denominator == 1 for row in rows)
    return [pays[row].numerator for row in rows]


@pytest.mark.rule("SPL-26", "SPL-27")
def test_every_blind_table_pays_what_is_printed() -> None:
    printed = columns(BLINDS_V2, [f"P{n}" for n in range(1, 19)])
    printed |= columns(BLINDS_V1, ["1a", "1b", "1c", "1d", "2a", "2b", "2c"])
    known = FourCardSplit.known_tables()["blind"]
    assert {name: odds("blind", name, hands.BLIND_OUTCOMES[:-1]) for name in known} == printed
    assert all(table["other"].text == "lose" for table in known.values())


@pytest.mark.rule("SPL-20", "SPL-21")
@pytest.mark.parametrize("name", ANTES)
def test_the_ante_tables_pay_what_is_printed(name: str) -> None:
    draw, instant = ANTES[name]
    assert odds("ante", name, hands.DRAW_OUTCOMES) == draw
    assert odds("ante", name, hands.INSTANT_OUTCOMES) == instant
    rest = FourCardSplit.known_tables()["ante"][name]
    assert [rest[row].text for row in ("tie", "lose", "fold")] == ["push", "lose", "lose"]
    assert set(FourCardSplit.known_tables()["ante"]) == set(ANTES)


def test_every_table_names_its_source() -> None:
    for tables in FourCardSplit.known_tables().values():
        assert all("4 Card Split" in table.source and "SPL-" in table.source for table in tables.values())


@pytest.mark.rule("SPL-23")
@pytest.mark.parametrize(
    ("version", "asked", "ante", "blind"),
    [
        (2, {}, "V2", "P3"),
        (1, {}, "I", "1a"),
        (1, {"ante": "II"}, "II", "2a"),
        (1, {"ante": "I"}, "I", "1a"),
        (1, {"ante": "V2"}, "V2", "1a"),
        (2, {"ante": "II"}, "II", "P3"),
        (2, {"blind": "2c"}, "V2", "2c"),
        (1, {"ante": "II", "blind": "1d"}, "II", "1d"),
        (1, {"ante": "V2", "blind": "P18"}, "V2", "P18"),
    ],
)
def test_which_tables_go_together_and_that_any_others_can_be_asked_for(
    version: int, asked: dict[str, str], ante: str, blind: str
) -> None:
    game = FourCardSplit({"version": version}, asked)
    assert (game.tables["ante"].name, game.tables["blind"].name) == (ante, blind)


@pytest.mark.rule("SPL-23")
def test_two_pair_pays_five_in_set_i() -> None:
    known = FourCardSplit.known_tables()["blind"]
    assert {known[name]["two-pair"].text for name in ("1a", "1b", "1c", "1d")} == {"5 to 1"}


def test_an_unknown_table_is_refused_with_those_there_are() -> None:
    with pytest.raises(PayTableError, match=r"blind has no pay table 'P19'; it has P1, P2, .*, 2c, or name a \.toml"):
        FourCardSplit(pays={"blind": "P19"})
    with pytest.raises(PayTableError, match="it has them for ante, blind, play"):
        FourCardSplit(pays={"ante-1": "V2"})
