"""Chapter 7: what one change does: a unit more on every line, another setting, another known table."""

from fractions import Fraction

from upcard.lab.analysis import Analysis, Json, LabError, fraction
from upcard.lab.kernels import Progress
from upcard.lab.pricing import FixedSum
from upcard.lab.reports.variants import (
    analysed,
    fixed,
    is_main,
    one_more,
    repriced,
    values_of,
    with_pays,
    with_setting,
    with_table,
)  # fmt: skip
from upcard.rules.game import Game
from upcard.rules.paytable import PayTable, PayTableError
from upcard.rules.settings import SettingError


def sensitivity(game: Game, analysis: Analysis, progress: Progress) -> Json:
    """All three tables of the chapter; edges are the house's."""
    return {
        "lines": _lines(game, analysis, progress),
        "settings": _settings(game, analysis, progress),
        "tables": _tables(game, analysis, progress),
    }


def _lines(game: Game, analysis: Analysis, progress: Progress) -> list[Json]:
    """What a unit more on each line does to the edge, the strategy solved anew where the line moves decisions."""
    found: list[Json] = []
    for table, rows in game.tables.items():
        for outcome, pay in rows.pays.items():
            more = one_more(pay)
            if more is None:
                continue
            progress(f"one more on {outcome} of {table}")
            said: Json = {"table": table, "outcome": outcome, "pays": pay.text, "changed": more.text}
            if is_main(game, table):
                if analysis.total is None:
                    continue
                changed = analysed(with_pays(game, table, {outcome: more.text})).total
                assert changed is not None
                delta = analysis.total.ev - changed.ev
                found.append(said | {"wager": "total", "edge": fraction(-changed.ev), "change": fraction(delta)})
                continue
            name = game.wagers_of(table)[0].name
            wager = fixed(analysis, name)
            if wager is None:
                continue
            # A side bet decides nothing: what changes is the chance of the line, a unit for each.
            chance = sum((row.probability for row in wager.rows if row.outcome == outcome), Fraction(0))
            found.append(said | {"wager": name, "edge": fraction(-wager.ev - chance), "change": fraction(-chance)})
    return found


def _settings(game: Game, analysis: Analysis, progress: Progress) -> list[Json]:
    """The edge of the game under every other value of each of its own settings."""
    found: list[Json] = []
    for setting in game.settings:
        for value in values_of(setting):
            if value == game.house.get(setting.name) or analysis.total is None:
                continue
            progress(f"{setting.name}={value}")
            said: Json = {"setting": setting.name, "now": game.house.get(setting.name), "value": value}
            try:
                changed = analysed(with_setting(game, setting.name, value))
            except (LabError, SettingError, PayTableError, FixedSum) as error:
                found.append(said | {"refused": str(error)})
                continue
            assert changed.total is not None
            found.append(
                said
                | {"edge": fraction(-changed.total.ev), "change": fraction(analysis.total.ev - changed.total.ev)}
                | {"wagers": _moved(game, analysis, changed)}
            )
    return found


def _moved(game: Game, before: Analysis, after: Analysis) -> list[Json]:
    """Side bets whose edge a setting moves."""
    found: list[Json] = []
    for name in before.wagers:
        if not game.is_side(name):
            continue
        one, other = fixed(before, name), fixed(after, name) if name in after.wagers else None
        if one is not None and other is not None and one.ev != other.ev:
            found.append({"wager": name, "edge": fraction(-other.ev), "change": fraction(one.ev - other.ev)})
    return found


def _tables(game: Game, analysis: Analysis, progress: Progress) -> list[Json]:
    """All known tables of each wager side by side, where there are several."""
    found: list[Json] = []
    for table, now in game.tables.items():
        known = game.offered_tables(table)
        if len(known) + (now.name not in known) < 2:
            continue
        progress(f"every pay table of {table}")
        every = {now.name: now, **known}
        for name, rows in every.items():
            edge = _edge_under(game, analysis, table, rows)
            if edge is not None:
                found.append(
                    {"table": table, "name": name, "source": rows.source, "pays": rows.texts(), "edge": fraction(edge),
                     "wager": "total" if is_main(game, table) else game.wagers_of(table)[0].name,
                     "now": name == now.name}
                )  # fmt: skip
    return found


def _edge_under(game: Game, analysis: Analysis, table: str, rows: PayTable) -> Fraction | None:
    if not is_main(game, table):
        name = game.wagers_of(table)[0].name
        wager = fixed(analysis, name)
        return None if wager is None else -repriced(game, name, wager, rows)
    try:
        total = analysed(with_table(game, rows)).total
    except (LabError, PayTableError, SettingError, FixedSum):
        return None
    return None if total is None else -total.ev
