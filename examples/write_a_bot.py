"""A bot that sits down at a table and plays: `python write_a_bot.py http://localhost:8021 three-card-poker 5`.

It needs nothing but Python: everything a page does, a program can do through the API. It sees what a player sees.
"""

import json
import sys
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from typing import Any

import upcard

Json = dict[str, Any]


class Guest:
    """Somebody at a house, with the cookie of a session."""

    def __init__(self, house: str, name: str) -> None:
        self.api = f"{house}/api/v1"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.csrf = "1"
        self.csrf = self.ask("POST", "/session", {"name": name})["csrf"]

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """One request; a refusal says why in words."""
        sent = json.dumps(body).encode() if body is not None else None
        headers = {"Content-Type": "application/json", "X-Upcard-CSRF": self.csrf}
        request = urllib.request.Request(self.api + path, sent, headers, method=method)
        try:
            with self.opener.open(request, timeout=30) as answer:
                said: Json = json.loads(answer.read() or b"{}")
                return said
        except urllib.error.HTTPError as refused:
            raise RuntimeError(json.loads(refused.read())["detail"]) from None


def decide(cards: str, moves: list[Json]) -> str:
    """Three Card Poker's strategy in one line: play queen-six-four or better."""
    enough = upcard.three_card(upcard.parse_cards(cards)) >= upcard.three_card(upcard.parse_cards("Qs 6h 4c"))
    wanted = "play" if enough else "fold"
    return wanted if wanted in {move["move"] for move in moves} else moves[0]["move"]


def play(house: str, table: str, rounds: int) -> Json:
    """Sits down, plays so many rounds, gets up; the session's account of it."""
    guest = Guest(house, "Botty")
    seat = next(n for n in range(1, 8) if _sat_down(guest, table, n))
    for _ in range(rounds):
        before = guest.ask("GET", f"/tables/{table}")["state"]["round"]
        guest.ask("PUT", f"/tables/{table}/seats/{seat}/bets", {"wagers": {"ante": 500}})
        while True:
            state = guest.ask("GET", f"/tables/{table}")["state"]
            if state["round"] != before and state["phase"] == "settled":
                break
            for turn in state["view"]["turns"] if state["phase"] == "acting" else ():
                if turn["seat"] == seat:
                    mine = next(one for one in state["view"]["seats"] if one["seat"] == seat)
                    move = decide(" ".join(mine["hands"][turn["hand"] - 1]["cards"]), turn["moves"])
                    act = {"seat": seat, "hand": turn["hand"], "move": move, "round": state["round"]}
                    guest.ask("POST", f"/tables/{table}/acts", act)
            time.sleep(0.02)
        for result in state["results"]:
            if result["seat"] == seat:
                print(result["text"])
    guest.ask("DELETE", f"/tables/{table}/seats/{seat}")
    account: Json = guest.ask("GET", "/session")["play"]
    return account


def _sat_down(guest: Guest, table: str, seat: int) -> bool:
    try:
        guest.ask("POST", f"/tables/{table}/seats/{seat}")
    except RuntimeError:
        return False
    return True


def main() -> None:
    """Plays and says how it went."""
    house, table, rounds = (*sys.argv[1:4], *("http://localhost:8021", "three-card-poker", "5")[len(sys.argv) - 1 :])
    account = play(house, table, int(rounds))
    print(f"{account['rounds']} rounds: staked {account['staked']} cents, {account['returned']} came back")


if __name__ == "__main__":
    main()
