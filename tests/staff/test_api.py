"""The staff's API: what a console is told, and what only the right person may do."""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.kit.console import do, refused, swipe
from tests.kit.floor import BLITZ, PIN, Floor
from tests.kit.manual import PASSWORD, set_up
from tests.kit.site import Browser, Site
from upcard.cards.card import parse_cards
from upcard.cards.shuffle import Source, shuffled
from upcard.floor.fair import vault as shoes
from upcard.floor.play import games

Json = dict[str, Any]


def test_a_console_says_what_can_be_pressed(site: Site) -> None:
    dora = site.staff("dora")
    console = dora.get("/staff/tables/D1")
    assert console["round"] is None
    assert console["can"]["end"] == {
        "possible": False,
        "why": "no round is being played at table D1",
        "rule": "B7S-12",
    }
    assert [button["outcome"] for button in console["progressives"][0]["buttons"]] == [
        "three-suited-sevens",
        "three-same-colour-sevens",
    ]
    do(dora, "sensor", table="D1", seat=3, amount=100)
    assert dora.get("/staff/tables/D1")["places"][2]["lit"] == {"blazing-sevens": 100}
    do(dora, "start", table="D1")
    console = dora.get("/staff/tables/D1")
    assert console["places"][2]["playing"] == {"blazing-sevens": 100}
    first = console["places"][2]["buttons"][0]
    assert (first["possible"], first["amount"]) == (True, 1_000_000)
    dark = console["places"][0]["buttons"][0]
    assert (dark["possible"], dark["rule"]) == (False, "PRG-10")
    hit = do(dora, "hit", table="D1", seat=3, hand="three-suited-sevens")["facts"]
    assert any(kind == "hit-pending" for kind, _ in hit)
    console = dora.get("/staff/tables/D1")
    assert console["can"]["end"]["rule"] == "B7S-13"
    assert console["hits"][0]["provisional"] is True
    do(dora, "hits-done", table="D1")

    sue = site.staff("sue")
    queue = [h for link in sue.get("/floor")["links"] for h in link["hits"] if h["table"] == "D1"]
    assert queue[0]["can"]["verify"]["possible"] is True
    assert queue[0]["can"]["confirm"]["possible"] is False
    name = queue[0]["id"]
    do(sue, "verify", hit=name)
    do(site.staff("max"), "confirm", hit=name, swipe=swipe(site, "max"), pin=PIN)
    said = refused(sue, "pay", hit=name)
    assert (said["status"], "password" in said["detail"]) == (401, True)
    do(sue, "pay", hit=name, password=PASSWORD)
    slip = sue.get(f"/staff/hits/{name}")
    assert [step["state"] for step in slip["steps"]] == ["PENDING", "VERIFIED", "CONFIRMED", "PAID"]
    assert [step["by"] for step in slip["steps"]] == ["dora", "sue", "max", "sue"]
    do(dora, "end", table="D1")
    statement = sue.get("/staff/links/desk/meters/blazing-sevens/statement")
    assert statement["reconciles"] is True
    assert any(row["cause"] == "award" and row["amount"] == "-$10,000.00" for row in statement["rows"])


def test_a_wrong_password_pays_nothing(site: Site) -> None:
    sam = site.staff("sam")
    assert refused(sam, "pay", hit="H1", password="wrong")["status"] == 401


def test_a_supervisor_signs_at_the_dealers_console(site: Site) -> None:
    dora = site.staff("dora")
    do(dora, "sensor", table="D1", seat=1, amount=100)
    do(dora, "start", table="D1")
    body = {"staff": "dan", "password": PASSWORD, "do": "void-round", "table": "D1", "reason": "misdeal"}
    answer = dora.call("POST", "/staff/override", body)
    assert answer.status_code == 409
    assert "dealer" in answer.json()["detail"]
    dora.ok("POST", "/staff/override", body | {"staff": "sue"})
    assert dora.get("/staff/tables/D1")["round"] is None


def test_the_payout_helper_asks_what_the_round_needs(site: Site) -> None:
    dora = site.staff("dora")
    wagers = {"bet": 1000, "blazing-sevens": 100}
    answers: list[list[Any]] = []
    step = dora.ok("POST", "/staff/tables/D1/payout", {"wagers": wagers, "answers": answers})
    while step["need"]["need"] == "cards":
        need = step["need"]
        card = "??" if need["may_be_unseen"] else "7s" if need["seat"] else "9h"
        answers.append(["cards", " ".join([card] * need["count"])])
        step = dora.ok("POST", "/staff/tables/D1/payout", {"wagers": wagers, "answers": answers})
    assert step["need"]["need"] == "move", step
    answers += [["act", 1, "hit", None], ["cards", "7s"]]
    step = dora.ok("POST", "/staff/tables/D1/payout", {"wagers": wagers, "answers": answers})
    simple: dict[str, list[Any]] = {
        "cards": ["cards", "Kd"],
        "peek": ["peek", False],
        "move": ["act", 1, "stand", None],
    }
    while step["need"] is not None:
        answers.append(simple[step["need"]["need"]])
        step = dora.ok("POST", "/staff/tables/D1/payout", {"wagers": wagers, "answers": answers})
    lines = {line["wager"]: line for line in step["lines"]}
    assert (lines["bet"]["returned"], lines["blazing-sevens"]["percent"]) == (2000, 100)
    answer = dora.call("POST", "/staff/tables/D1/payout", {"wagers": wagers, "answers": [["cards", "Xx"]]})
    assert answer.status_code == 422


def test_search_events_and_replay(site: Site) -> None:
    art, dora = site.staff("art"), site.staff("dora")
    do(dora, "sensor", table="X1", seat=3, amount=100)
    do(dora, "start", table="X1")
    pressed = do(dora, "hit", table="X1", seat=3, hand="three-suited-sevens")["facts"]
    hit = next(said["hit"] for kind, said in pressed if kind == "hit-pending")
    do(site.staff("sue"), "void", hit=hit, reason="a test of the search")
    do(dora, "end", table="X1")
    status = art.get("/staff/audit")
    assert status["head"] > 10
    page = art.get("/staff/audit/ledger?text=X1&limit=5")
    assert len(page["entries"]) == 5
    assert page["older"] is not None
    assert "argon2" not in str(art.get("/staff/audit/ledger?verb=staff-add&limit=200"))
    events = art.get("/staff/events?group=win")
    assert all("win" in entry["groups"] for entry in events["entries"])
    rounds = art.get("/staff/audit/rounds?table=X1")["rounds"]
    assert rounds
    replay = art.get(f"/staff/audit/rounds/{rounds[-1]['round']}")
    assert any("Hit pending" in step["text"] for step in replay["steps"])
    done = art.ok("POST", "/staff/audit/verify")
    assert done["ok"] is True
    assert "three-suited-sevens" in art.http.get("/staff/reports/hits.csv").text
    assert art.http.get("/staff/audit/export").text.count("\n") >= status["head"]


def test_a_silent_device_loses_contact(site: Site) -> None:
    token = site.staff("max").ok("POST", "/devices", {"table": "M1"})["token"]
    device = site.browser()
    headers = {"Authorization": f"Bearer {token}"}
    answer = device.http.post("/devices/heartbeat", json={"simulated": True}, headers=headers)
    assert answer.json()["contact"] is True
    hardware = site.service.hardware
    hardware.beats["M1"].at -= 60
    site.run(hardware.look(site.service))
    dora = site.staff("dora")
    assert dora.get("/staff/tables/M1")["contact"] is False
    assert refused(dora, "start", table="M1")["rule"] == "REG-17"
    answer = device.http.post("/devices/heartbeat", json={}, headers=headers)
    assert answer.json()["contact"] is True
    foreign = device.http.get("/staff/tables/D1", headers=headers)
    assert foreign.status_code == 403
    strange = device.http.post("/floor/commands", json={"do": "contact-lost", "table": "D1"}, headers=headers)
    assert strange.status_code == 409


def test_a_console_that_only_listens_locks(site: Site) -> None:
    dora = site.staff("dora")
    session = next(s for s in site.service.sessions if s.csrf == dora.csrf)
    session.seen -= 700
    assert dora.http.get("/staff/tables/D1").status_code == 401
    assert dora.get("/session")["locked"] is True
    dora.ok("POST", "/session/unlock", {"password": PASSWORD})
    assert dora.http.get("/staff/tables/D1").status_code == 200


def test_a_locked_console_is_told_nothing_more(site: Site) -> None:
    sue = site.staff("sue")
    stream = sue.socket("/floor/stream")
    assert stream.next()["type"] == "hello"
    session = next(s for s in site.service.sessions if s.csrf == sue.csrf)
    session.seen -= 700
    with pytest.raises(ConnectionClosed) as closed:
        stream.until(lambda message: False, 15)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


def test_buttons_are_the_games_own(site: Site) -> None:
    """No console code for a single game: what can be pressed is what the game's pay table claims of its meters."""
    floor = Floor(site.house, ids=itertools.count(10_000))
    meters = {"three-card-poker": {"base": 500_000, "reset": 500_000, "increment": 200_000, "hidden": 50_000}}
    floor.link("poker", meters)
    floor.table("K1", "live", "three-card-poker", "poker")
    floor.link("blitz", BLITZ)
    floor.table("Z1", "live", "three-card-blitz", "blitz", house={"blitz-bonus": "progressive"})
    dora = site.staff("dora")
    for table, game in (("K1", "three-card-poker"), ("Z1", "three-card-blitz")):
        found = dora.get(f"/staff/tables/{table}")
        played = games.of(site.service.mirror.state.tables[table])
        assert played.name == game
        wanted = games.progressives(played)
        assert {p["wager"]: {b["outcome"] for b in p["buttons"]} for p in found["progressives"]} == {
            wager: set(outcomes) for wager, outcomes in wanted.items()
        }
        offered = found["progressives"][0]
        do(dora, "sensor", table=table, seat=1, amount=offered["min"], wager=offered["wager"])
        do(dora, "start", table=table)
        seat = dora.get(f"/staff/tables/{table}")["places"][0]
        assert all(button["possible"] and button["amount"] for button in seat["buttons"])
        do(dora, "end", table=table)


def test_a_scanners_table_by_the_device_api_alone(site: Site) -> None:
    """docs/devices.md, played: bets, cards, a look at the hole card, decisions, and a button that the cards confirm."""
    floor = Floor(site.house, ids=itertools.count(20_000))
    floor.table("S1", "scanned", "blackjack", "desk", house={"bet.min": 1000, "bet.max": 50_000}, seats=6)
    device = site.browser()
    device.http.headers["Authorization"] = (
        f"Bearer {site.staff('max').ok('POST', '/devices', {'table': 'S1'})['token']}"
    )
    do(device, "sensor", table="S1", seat=2, amount=100)
    do(device, "start", table="S1", bets={"2": {"bet": 1000}})
    do(device, "scan", table="S1", cards="7h 7h")
    do(device, "scan", table="S1", cards="9c")
    do(device, "scan", table="S1", cards="??")
    do(device, "act", table="S1", seat=2, hand=1, move="hit")
    do(device, "scan", table="S1", cards="7h")
    console = device.get("/staff/tables/S1")
    assert console["can"]["end"]["possible"] is False
    do(device, "scan", table="S1", cards="Kd")
    # The cards hold a jackpot that nobody pressed: END GAME is refused, with an alert.
    assert refused(device, "end", table="S1")["detail"].startswith("the scanned cards hold a jackpot")
    do(device, "hit", table="S1", seat=2, hand="three-suited-sevens")
    do(device, "hits-done", table="S1")
    console = device.get("/staff/tables/S1")
    assert [hit["outcome"] for hit in console["hits"]] == ["three-suited-sevens"]
    for verb in ("verify", "pay"):
        assert refused(device, verb, hit=console["hits"][0]["id"])["rule"] == "PRG-11"
    do(site.staff("sue"), "void", hit=console["hits"][0]["id"], reason="end of the test")
    assert site.staff("dora").get("/staff/tables/S1")["can"]["end"]["possible"] is True


def test_a_jackpot_of_a_virtual_table_is_seen_to_on_the_floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its round ends by itself with the last payment; what could be done is known while its cards are still sealed."""
    top = list(parse_cards("7s 7s 9c 5d 7s Kd"))

    def stacked(deck: Sequence[int], source: Source) -> tuple[int, ...]:
        rest = list(shuffled(deck, source))
        for card in top:
            rest.remove(card)
        return (*top, *rest)

    monkeypatch.setattr(shoes, "shuffled", stacked)
    house = Site(tmp_path).start(set_up)
    try:
        anna = house.guest("Anna")
        anna.ok("POST", "/tables/V1/seats/1")
        anna.ok("PUT", "/tables/V1/seats/1/bets", {"wagers": {"bet": 1000, "blazing-sevens": 100}})
        anna.wait("V1", lambda state: bool(state["view"] and state["view"]["turns"]))
        anna.ok("POST", "/tables/V1/acts", {"seat": 1, "move": "hit"})
        sue, mia = house.staff("sue"), house.staff("mia")
        hit = _only_hit(sue)
        assert (hit["state"], hit["amount"], hit["provisional"]) == ("PENDING", 1_000_000, False)
        assert hit["can"]["verify"]["possible"]
        do(sue, "verify", hit=hit["id"])
        assert _only_hit(mia)["can"]["confirm"]["possible"]
        do(mia, "confirm", hit=hit["id"], swipe=swipe(house, "mia"), pin=PIN)
        assert _only_hit(sue)["can"]["pay"]["possible"]
        assert not _only_hit(sue)["can"]["void"]["possible"]
        do(sue, "pay", hit=hit["id"], password=PASSWORD)
        assert house.service.mirror.state.tables["V1"].round is None
        assert house.staff("art").ok("POST", "/staff/audit/verify")["ok"] is True
    finally:
        house.close()


def _only_hit(browser: Browser) -> Json:
    hits: list[Json] = [hit for link in browser.get("/floor")["links"] for hit in link["hits"]]
    assert len(hits) == 1
    return hits[0]
