"""A player that plays any game through the API: bets on every spot, and answers whatever is asked."""

import random
import time
from typing import Any

from tests.kit.site import Browser

Json = dict[str, Any]


def full_bets(info: Json) -> dict[str, int]:
    """A stake on every spot that is placed before the deal, by the game's own description."""
    bets: dict[str, int] = {}
    for wager in info["wagers"]:
        if wager["placed"] != "before":
            continue
        if wager["fixed"] is not None:
            bets[wager["name"]] = wager["fixed"]
        elif wager["equals"] is not None:
            bets[wager["name"]] = bets[wager["equals"]]
        else:
            bets[wager["name"]] = max(wager["min"] or 1, bets.get(wager["at_least"] or "", 0), 500)
    return bets


def answer(turn: Json, chance: random.Random) -> Json:
    """A legal move of a turn, by chance."""
    move = chance.choice(turn["moves"])
    said = {"seat": turn["seat"], "hand": turn["hand"], "move": move["move"]}
    if move["shape"] == "amount":
        said["value"] = chance.choice((move["low"], move["high"]))
    elif move["shape"] == "partition":
        said["value"] = chance.choice(move["ways"])
    return said


def play_round(browser: Browser, table: str, seat: int, bets: dict[str, int], chance: random.Random) -> Json:
    """Bets, decides, and waits for the end; the state then."""
    before = browser.table(table)["round"] or 0
    browser.ok("PUT", f"/tables/{table}/seats/{seat}/bets", {"wagers": bets})
    end = time.monotonic() + 20
    state: Json = {}
    while time.monotonic() < end:
        state = browser.table(table)
        view = state["view"]
        if (state["round"] or 0) <= before:
            time.sleep(0.005)
        elif view["over"]:
            return state
        else:
            mine = [turn for turn in view["turns"] if "moves" in turn]
            if mine:
                said = answer(mine[0], chance)
                given = browser.call("POST", f"/tables/{table}/acts", said | {"round": state["round"]})
                # With all the money on the felt a double can't be paid for; everything else that is offered is legal.
                assert given.status_code == 200 or "takes" in given.json()["detail"], (said, given.text)
            else:
                time.sleep(0.005)
    raise AssertionError(f"round {before + 1} of {table} does not end: {state}")
