"""What a game says of itself, in the shapes of the API. Nothing here knows a single game."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from upcard.rules.game import Game, Wager
from upcard.rules.paytable import Outcomes, PayTable
from upcard.rules.registry import game as find_game
from upcard.rules.registry import names
from upcard.rules.rulebook import rules_of_game
from upcard.rules.settings import Setting
from upcard.rules.words import dollars
from upcard.web.live.words import label

Json = dict[str, Any]


def game_cards() -> list[Json]:
    """The games there are."""
    return [game_card(find_game(name)) for name in names()]


def game_card(game: type[Game] | Game) -> Json:
    """A game in a list."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "max_seats": game.max_seats,
        "default_seats": game.default_seats,
    }


@lru_cache(maxsize=64)
def game_info(game: Game) -> Json:
    """Everything a game says of itself."""
    return {
        **game_card(game),
        "hand_size": game.hand_size,
        "rules": rules_info(game),
        "settings": settings_info(game),
        "wagers": wagers_info(game),
        "pay_tables": [
            {**pay_table(rows, kind), "in_force": rows.name == force.name}
            for kind in game.outcomes
            if kind.variant == game.variant(table := kind.table)
            for force in [game.tables[table]]
            for rows in {**game.offered_tables(table), force.name: force}.values()
        ],
    }


@lru_cache(maxsize=64)
def rules_info(game: Game) -> list[Json]:
    """The rules that a game, its wagers and its settings stand on; the rules of every game last."""
    return [{"id": rule.id, "section": rule.section, "text": rule.text} for rule in rules_of_game(game)]


@lru_cache(maxsize=64)
def settings_info(game: Game) -> list[Json]:
    """The house's choices; of the limits only those that are set."""
    return [
        setting_info(game, setting)
        for setting in game.all_settings().values()
        if not setting.lab_only and (setting.default is not None or setting.name in game.house)
    ]


def setting_info(game: Game, setting: Setting) -> Json:
    """One of the house's choices."""
    return {
        "name": setting.name,
        "value": game.house.get(setting.name),
        "default": setting.default,
        "meaning": setting.meaning,
        "rule": setting.rule,
        "values": list(setting.values),
        "low": setting.low,
        "high": setting.high,
        "cents": setting.cents,
    }


@lru_cache(maxsize=64)
def wagers_info(game: Game) -> list[Json]:
    """The bet spots."""
    return [_wager(game, wager) for wager in game.wagers]


def _wager(game: Game, wager: Wager) -> Json:
    low, high = game.limits(wager.name)
    rows = game.table_of(wager.name)
    return {
        "name": wager.name,
        "title": wager.title,
        "help": wager.help,
        "rule": wager.rule,
        "placed": wager.placed,
        "side": wager.side,
        "required": wager.required,
        "equals": wager.equals,
        "at_least": wager.at_least,
        "multiple_of": wager.multiple_of,
        "times": list(wager.times) if wager.multiple_of else None,
        "fixed": game.fixed_stake(wager),
        "needs": list(wager.needs),
        "hand": wager.hand,
        "min": low if f"{wager.name}.min" in game.house else None,
        "max": high,
        "meters": list(dict.fromkeys(game.meter_of(wager.name, o) for o, pay in rows.pays.items() if pay.percent)),
        "pay_table": pay_table(rows, game.outcomes_of(wager.name)),
    }


def pay_table(rows: PayTable, outcomes: Outcomes) -> Json:
    """A pay table, with what a page has to know of each pay beside its text."""
    return {
        "table": rows.table,
        "name": rows.name,
        "source": rows.source,
        "rows": [
            {
                "outcome": name,
                "label": label(name, pay.text),
                "pays": pay.text,
                "wins": pay.wins,
                "back": pay.wins or pay.returned(2) > 0,
                "percent": pay.percent,
                "meter": outcomes.meters.get(name) if pay.percent else None,
            }
            for name, pay in rows.pays.items()
        ],
    }


@lru_cache(maxsize=64)
def variant(game: Game) -> str:
    """What sets a table apart: settings that are not the usual ones, pay tables that do not go with them."""
    usual, said, own = type(game)(), [], {}
    for setting in game.settings:
        value = game.house.get(setting.name)
        if setting.lab_only or setting.cents:
            continue
        if value is not None and value != usual.house.get(setting.name):
            own[setting.name] = value
            said.append(f"{setting.name.replace('-', ' ')} {value}")
    belongs = type(game)(own).tables
    for table, rows in game.tables.items():
        if rows.texts() != belongs[table].texts():
            said.append(f"{table.replace('-', ' ')} pay table {rows.name}")
    return ", ".join(said)


def differences(game: Game, kind: str, link: str | None, others: Sequence[tuple[Game, str, str | None]]) -> str:
    """How a table differs from the other tables of its game, for whoever has to choose; empty where there is no other.

    Only what is not alike at all of them is said, and of that what is so at this one.
    """
    if not others:
        return ""
    games = [game, *(other for other, _, _ in others)]
    titles = {wager.name: wager.title for wager in game.wagers}
    about: dict[str, list[str]] = {}

    def say(name: str, words: str) -> None:
        said = about.setdefault(titles.get(name, name.replace("-", " ").capitalize()), [])
        if words.removeprefix("pay table ") not in said:  # a pay table is often called what the setting says
            said.append(words)

    for setting in game.settings:
        if not (setting.lab_only or setting.cents) and len({one.house.get(setting.name) for one in games}) > 1:
            say(setting.name, str(game.house.get(setting.name, "none")))
    for table, rows in game.tables.items():
        if len({str(one.tables[table].texts()) for one in games}) > 1:
            say(table, f"pay table {rows.name}")
    for wager in game.wagers:
        if wager.placed == "before" and len({_stakes(one, wager.name) for one in games}) > 1:
            say(wager.name, _stakes(game, wager.name))
    said = [KINDS[kind]] if any(other != kind for _, other, _ in others) else []
    said += [f"{title}: {', '.join(words)}" for title, words in about.items()]
    if any(other != link for _, _, other in others):
        said.append("with progressive jackpots" if link else "no progressive jackpots")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}." if text else "Same rules and limits as the other tables of this game."


def _stakes(game: Game, wager: str) -> str:
    """What can be bet on a wager, in dollars."""
    fixed, (low, high) = game.fixed_stake(game.wager(wager)), game.limits(wager)
    if fixed is not None:
        return dollars(fixed)
    floor = dollars(low) if f"{wager}.min" in game.house else ""
    if high is None:
        return f"{floor} or more" if floor else "any amount"
    return f"{floor} to {dollars(high)}" if floor else f"up to {dollars(high)}"


KINDS = {
    "virtual": "dealt on the screen",
    "live": "a dealer deals real cards on real felt in the casino; here are its meters and jackpots",
    "scanned": "a dealer deals real cards on real felt in the casino, and the screen follows",
}
"""What a kind of table is, for somebody who has never seen one."""
