"""What runs in the lab's own process. Plain JSON goes in and comes out; numba is imported only here."""

from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

from upcard.cards.card import text
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.record import game_from_json
from upcard.rules.game import Game

Json = dict[str, Any]

_games: dict[str, Game] = {}


def warm(all_rules: list[Json]) -> None:
    """Compiles what the coach needs, and works one hand of every table's game out.

    Games that the general methods solve are worked out beside, when somebody looks at one: that can take minutes.
    """
    for rules in all_rules:
        game = _game(rules)
        if game.lab:
            _warm_game(game)


def _warm_game(game: Game) -> None:
    from upcard.lab.advice import advise_hand
    from upcard.lab.analysis import LabError
    from upcard.lab.registry import part

    prepare = getattr(part(game, "adviser"), "prepare", None)
    if prepare is not None:
        prepare(game)
        return
    # The first cards of the deck, once for each rank of upcard that another hand can be asked about.
    hand = tuple(game.deck[: game.hand_size])
    for up in (None, *sorted({card >> 2: card for card in game.deck if card not in hand}.values())):
        try:
            advise_hand(game, hand, up)
        except (LabError, TypeError):
            continue  # this game's dealer shows a card, or shows none


def _game(rules: Json) -> Game:
    game = _games.get(str(rules))
    if game is None:
        game = _games[str(rules)] = game_from_json(rules)
    return game


def advise(asked: Json) -> Json:
    """The exact value of every move of a turn, best first; or why there is none."""
    from upcard.lab.analysis import LabError
    from upcard.lab.coach import worth_of_moves

    try:
        unit, worths = worth_of_moves(_game(asked["rules"]), Knowledge.from_json(asked["known"]))
    except LabError as error:
        return {"error": str(error)}
    best = worths[0].ev
    return {
        "unit": unit,
        "actions": [
            {
                "move": worth.move,
                "value": [[text(card) for card in part] for part in worth.parts] or worth.amount,
                "ev": str(worth.ev),
                "cost": str(best - worth.ev),
                "se": worth.se,
            }
            for worth in worths
        ],
        "note": "",
    }


def edges(rules: Json, told: str = "") -> Json:
    """What one unit on every wager placed before the deal is worth; the main wager carries the whole base game.

    What is being done, and how long it will take, is written into the file `told`.

    A progressive wager is linear in its meters: `meters` has its constant and what each dollar on a meter adds, in
    dollars for the fixed stake.
    """
    from upcard.lab.analysis import LabError
    from upcard.lab.solvers import solver

    def tell(words: str) -> None:
        if told:
            with suppress(OSError):
                Path(told).write_text(words, "utf-8")

    game = _game(rules)
    try:
        said = solver(game.name).solve(game, tell).to_json()
        total = said["total"]
    except (LabError, ModuleNotFoundError, KeyError):
        return {"state": "unknown", "per": "", "wagers": {}, "meters": {}}
    wagers: dict[str, Json] = {}
    meters: dict[str, Json] = {}
    for wager in game.wagers:
        found = said["wagers"].get(wager.name)
        if wager.placed != "before" or not wager.side or found is None:
            continue
        if isinstance(found["ev"], dict):
            meters[wager.name] = found["ev"]
        else:
            wagers[wager.name] = _edge(found["ev"])
    main = game.main_wager.name
    wagers[main] = _edge(total["ev"])
    return {"state": "ready", "per": total["per"], "wagers": wagers, "meters": meters}


def _edge(ev: str | float) -> Json:
    exact = Fraction(ev)
    return {"ev": str(exact), "float": float(exact)}
