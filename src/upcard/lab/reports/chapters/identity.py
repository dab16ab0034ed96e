"""Chapter 1: which game this is, to the letter: its rules by id, its settings, its pay tables, and their hashes."""

import hashlib
import json

from upcard import __version__
from upcard.lab.analysis import Json
from upcard.rules.game import Game
from upcard.rules.rulebook import rules_of_game


def identity(game: Game, command: str, date: str) -> Json:
    """What has to be the same for this report to hold."""
    rules = rules_of_game(game)
    return {
        "game": game.name,
        "title": game.title,
        "summary": game.summary,
        "version": __version__,
        "date": date,
        "command": command,
        "seats": game.max_seats,
        "cards": len(game.deck),
        "decks": game.house.get("decks", game.deck_count()),
        "deck": "the first round after the shuffle of the whole shoe",
        "rules": [{"id": rule.id, "section": rule.section, "text": rule.text} for rule in rules],
        "settings": [
            {"name": name, "value": game.house.get(name), "meaning": setting.meaning, "rule": setting.rule,
             "allowed": setting.allowed(), "default": setting.default}
            for name, setting in game.all_settings().items()
        ],
        "wagers": [
            {"name": wager.name, "title": wager.title, "rule": wager.rule, "help": wager.help, "table": wager.table,
             "placed": wager.placed, "side": wager.side}
            for wager in game.wagers
        ],
        "tables": [
            {"wager": table, "name": rows.name, "source": rows.source, "pays": rows.texts()}
            for table, rows in game.tables.items()
        ],
        "digest": game.digest,
        "rules_hash": _hash([[rule.id, rule.text] for rule in rules]),
        "tables_hash": _hash({table: rows.texts() for table, rows in game.tables.items()}),
    }  # fmt: skip


def _hash(said: object) -> str:
    return hashlib.sha256(canonical(said)).hexdigest()


def canonical(said: object) -> bytes:
    """The one way that data is written for a hash."""
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
