"""Requests that come twice, and requests that come at once: done once, answered the same, and no limit is overrun."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest

from tests.kit.site import QUICK, Browser, Site
from upcard.floor.commands.command import MAX_ID
from upcard.web.edge.problems import Refusal

POKER = "/tables/three-card-poker"
PATIENT = replace(QUICK, betting=60.0)
"""Nothing is dealt before everybody is ready."""


def at_once(browser: Browser, calls: list[tuple[str, str, object]], **more: str) -> list[int]:
    """Sends requests over lines of their own; their statuses."""

    async def send() -> list[int]:
        headers = {"X-Upcard-CSRF": browser.csrf, "Cookie": browser.cookie()}
        headers |= {name.replace("_", "-"): value for name, value in more.items()}
        async with httpx.AsyncClient(base_url=f"{browser.site.url}/api/v1", headers=headers, timeout=20) as http:
            answers = await asyncio.gather(*(http.request(m, path, json=body) for m, path, body in calls))
            return [answer.status_code for answer in answers]

    return asyncio.run(send())


def test_seats_taken_at_once_are_no_more_than_one_may_hold(new_site: Callable[..., Site]) -> None:
    site = new_site()
    browser = site.guest("Greedy")
    said = at_once(browser, [("POST", f"{POKER}/seats/{seat}", None) for seat in (1, 2, 3, 4, 5, 6)])
    assert sorted(said) == [200, 200, 200, 409, 409, 409]
    assert len(browser.get("/session")["seats"]) == 3


def test_money_bought_at_once_has_an_end_too(new_site: Callable[..., Site]) -> None:
    browser = new_site().guest("Rich")
    said = at_once(browser, [("POST", "/session/buy-in", {"amount": 1_000_000})] * 8)
    assert said.count(200) == 4
    assert browser.get("/session")["bankroll"] == 100_000 + 4 * 1_000_000


def test_bots_asked_for_at_once_each_get_a_seat(new_site: Callable[..., Site]) -> None:
    browser = new_site().guest("Host")
    browser.ok("POST", f"{POKER}/seats/1")
    assert at_once(browser, [("POST", f"{POKER}/bots", {})] * 3) == [201, 201, 201]
    assert sum(seat["player"] is not None for seat in browser.table("three-card-poker")["seats"]) == 4


@pytest.mark.parametrize(
    ("prepare", "method", "path", "body"),
    [
        ([], "POST", f"{POKER}/seats/1", None),
        (["POST /seats/1", "POST /seats/2"], "POST", f"{POKER}/seats/3", None),
        (["POST /seats/1"], "DELETE", f"{POKER}/seats/1", None),
        (["POST /seats/1"], "POST", f"{POKER}/bots", {"seat": 5}),
        (["POST /seats/1"], "POST", f"{POKER}/bots", {}),
        (["POST /seats/1", "POST /bots"], "DELETE", f"{POKER}/bots/2", None),
        ([], "POST", "/session/buy-in", {"amount": 1_000_000}),
    ],
)
def test_the_same_key_gives_the_same_answer(
    new_site: Callable[..., Site], prepare: list[str], method: str, path: str, body: object
) -> None:
    site = new_site()
    browser = site.guest("Twice")
    for step in prepare:
        verb, _, where = step.partition(" ")
        browser.ok(verb, POKER + where, {} if where == "/bots" else None)
    key = "k" * 64
    first = browser.call(method, path, body, Idempotency_Key=key)
    seq = site.service.seq()
    for _ in range(2):
        again = browser.call(method, path, body, Idempotency_Key=key)
        assert (again.status_code, again.text) == (first.status_code, first.text)
    assert first.status_code in {200, 201}
    assert site.service.seq() == seq, "nothing more was written"
    site.stop()
    site.start()
    again = browser.call(method, path, body, Idempotency_Key=key)
    assert (again.status_code, again.text) == (first.status_code, first.text)


def test_a_move_sent_again_after_its_round_gets_its_answer(new_site: Callable[..., Site]) -> None:
    browser = new_site().guest("Slow")
    browser.ok("POST", f"{POKER}/seats/1")
    moves = []
    for number in (1, 2):
        browser.ok("PUT", f"{POKER}/seats/1/bets", {"wagers": {"ante": 500}})
        browser.wait("three-card-poker", lambda s, n=number: s["round"] == n and s["seats"][0]["turn"])  # type: ignore[misc]  # a default is how a loop's value is kept
        said = {"seat": 1, "move": "play", "round": number}
        moves.append((said, browser.ok("POST", f"{POKER}/acts", said, Idempotency_Key=f"move-{number}")))
        browser.wait("three-card-poker", lambda s: s["view"]["over"])
    said, answer = moves[0]
    assert browser.ok("POST", f"{POKER}/acts", said, Idempotency_Key="move-1") == answer
    late = browser.call("POST", f"{POKER}/acts", said, Idempotency_Key="move-3")
    assert "too late" in late.json()["detail"]


def test_a_request_to_get_up_that_comes_again_leaves_the_new_bets_alone(new_site: Callable[..., Site]) -> None:
    browser = new_site().guest("Back")
    browser.ok("POST", f"{POKER}/seats/1")
    first = browser.ok("DELETE", f"{POKER}/seats/1", None, Idempotency_Key="up")
    browser.ok("POST", f"{POKER}/seats/1")
    browser.ok("PUT", f"{POKER}/seats/1/bets", {"wagers": {"ante": 500}, "ready": False})
    assert browser.ok("DELETE", f"{POKER}/seats/1", None, Idempotency_Key="up") == first
    assert browser.table("three-card-poker")["seats"][0]["bets"] == {"ante": 500}


def test_a_request_to_get_up_that_comes_twice_at_once_is_answered_the_same(new_site: Callable[..., Site]) -> None:
    browser = new_site(pace=PATIENT).guest("Hasty")
    for number in range(5):
        browser.ok("POST", f"{POKER}/seats/1")
        browser.ok("PUT", f"{POKER}/seats/1/bets", {"wagers": {"ante": 500}, "ready": False})
        said = at_once(browser, [("DELETE", f"{POKER}/seats/1", None)] * 3, Idempotency_Key=f"up-{number}")
        assert said == [200, 200, 200]
        browser.ok("POST", f"{POKER}/seats/1")
        browser.ok("POST", f"{POKER}/bots", {"seat": 2})
        said = at_once(browser, [("DELETE", f"{POKER}/bots/2", None)] * 3, Idempotency_Key=f"bot-{number}")
        assert said == [200, 200, 200]
        browser.ok("DELETE", f"{POKER}/seats/1")


def test_a_key_does_not_stand_for_two_things(new_site: Callable[..., Site]) -> None:
    browser = new_site().guest("Same")
    browser.ok("POST", f"{POKER}/seats/1", None, Idempotency_Key="one")
    for method, path in (
        ("POST", f"{POKER}/seats/2"),
        ("DELETE", f"{POKER}/seats/1"),
        ("POST", "/tables/blackjack/seats/1"),
    ):
        said = browser.call(method, path, None, Idempotency_Key="one")
        assert said.status_code == 409
        assert "was used for something else" in said.json()["detail"]
    assert browser.get("/session")["seats"] == [{"table": "three-card-poker", "seat": 1}]


def test_long_keys_of_long_names_are_told_apart(new_site: Callable[..., Site]) -> None:
    """A table's name and a key may be longer together than a command's id; no end of a key is cut off."""
    site = new_site()
    by = "device:" + "t" * 40
    one, other = ("k" * 63 + end for end in "ab")
    assert len(f"{by}/{one}") > MAX_ID
    said = []
    for key in (one, other, one):
        with pytest.raises(Refusal):
            site.run(site.service.command(by, "call-supervisor", {"table": "t" * 40}, key))
        said.append(site.service.seq())
    assert said[1] > said[0]
    assert said[2] == said[1]


def test_a_bet_that_comes_again_says_nothing_about_the_next_round(new_site: Callable[..., Site]) -> None:
    """Ready for the next deal is whoever says so between two rounds, not a bet that was repeated or came too late."""
    site = new_site(pace=PATIENT)
    anna, ben = site.guest("Anna"), site.guest("Ben")
    anna.ok("POST", f"{POKER}/seats/1")
    ben.ok("POST", f"{POKER}/seats/2")
    bets = {"wagers": {"ante": 500}}
    anna.ok("PUT", f"{POKER}/seats/1/bets", bets, Idempotency_Key="bet-1")
    ben.ok("PUT", f"{POKER}/seats/2/bets", bets)
    anna.wait("three-card-poker", lambda s: s["phase"] == "acting")
    anna.ok("PUT", f"{POKER}/seats/1/bets", bets, Idempotency_Key="bet-1")
    assert not anna.table("three-card-poker")["seats"][0]["ready"]
    for browser, seat in ((anna, 1), (ben, 2)):
        browser.wait("three-card-poker", lambda s, n=seat: s["seats"][n - 1]["turn"])  # type: ignore[misc]  # a default is how a loop's value is kept
        browser.ok("POST", f"{POKER}/acts", {"seat": seat, "move": "fold"})
    anna.wait("three-card-poker", lambda s: s["view"]["over"] and s["phase"] == "betting")
    anna.ok("PUT", f"{POKER}/seats/1/bets", bets, Idempotency_Key="bet-1")
    ben.ok("PUT", f"{POKER}/seats/2/bets", bets)
    # At another table a bet alone does begin a round; by then the house has looked at this one, too.
    cleo, blitz = site.guest("Cleo"), "/tables/three-card-blitz"
    cleo.ok("POST", f"{blitz}/seats/1")
    cleo.ok("PUT", f"{blitz}/seats/1/bets", {"wagers": {"ante": 500, "blind": 500}})
    cleo.wait("three-card-blitz", lambda s: s["phase"] == "acting")
    state = anna.table("three-card-poker")
    assert (state["phase"], state["round"]) == ("betting", 1), "Ben's bet alone deals no round while Anna thinks"
