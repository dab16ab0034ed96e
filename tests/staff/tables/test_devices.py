"""Live tables without hardware: the simulator over HTTP, its mistakes, a line that is cut, a person who takes over."""

import asyncio
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit.console import do, refused, swipe
from tests.kit.floor import PIN
from tests.kit.manual import PASSWORD, give_cards, set_up
from tests.kit.person import TABLET, Person
from tests.kit.site import Browser, Site
from tests.kit.waiting import until
from upcard.cli.house.devices import HttpLine
from upcard.web.demo import demo
from upcard.web.demo.simulator import Habits, HouseAnswer, Simulator, Tempo
from upcard.web.live.driver import Pace
from upcard.web.live.hardware import Beat, Hardware

QUICK = Tempo(0.2, 0.05, 0.02, 0.02, 0.01, 0.05, 2.5, 0.05)


def _credential(site: Site, table: str) -> str:
    token: str = site.staff("max").ok("POST", "/devices", {"table": table})["token"]
    return token


def _device(site: Site, table: str) -> Browser:
    device = site.browser()
    device.http.headers["Authorization"] = f"Bearer {_credential(site, table)}"
    return device


def _contact(site: Site, table: str) -> bool:
    return site.service.mirror.state.tables[table].contact


def _staff(site: Site, stop: threading.Event) -> None:
    """Supervisor and manager at work: they void what a dealer says was wrong, and see to the rest in order."""
    sue, mia = site.staff("sue"), site.staff("mia")
    while not stop.is_set():
        floor = sue.get("/floor")
        called = " ".join(alert["what"] for alert in floor["alerts"] if alert["kind"] == "call")
        for hit in [hit for link in floor["links"] for hit in link["hits"]]:
            if f"void {hit['id']}" in called and hit["can"]["void"]["possible"]:
                do(sue, "void", hit=hit["id"], reason="wrong hand pressed")
            elif hit["can"]["verify"]["possible"]:
                do(sue, "verify", hit=hit["id"])
            elif hit["state"] == "CONFIRMED":
                do(sue, "pay", hit=hit["id"], password=PASSWORD)
            else:
                seen = next(
                    (h for link in mia.get("/floor")["links"] for h in link["hits"] if h["id"] == hit["id"]), None
                )
                if seen and seen["can"]["confirm"]["possible"]:
                    do(mia, "confirm", hit=hit["id"], swipe=swipe(site, "mia"), pin=PIN)
            break
        time.sleep(0.02)


def _playing(site: Site, table: str) -> bool:
    return site.service.mirror.state.tables[table].round is not None


def _play(site: Site, table: str, habits: Habits, rounds: int, seed: int) -> tuple[Simulator, list[str]]:
    said: list[str] = []
    line = HttpLine(site.url, table, _credential(site, table))
    played = Simulator(line, QUICK, habits, random.Random(seed), said.append)
    stop = threading.Event()
    staff = threading.Thread(target=_staff, args=(site, stop), daemon=True)
    staff.start()
    try:
        # A loop of its own, in a thread of its own: this thread may have the browsers'.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(lambda: asyncio.run(asyncio.wait_for(played.run(rounds), 60))).result()
    finally:
        stop.set()
        staff.join(20)
    return played, said


def test_every_mistake_is_made_and_none_is_booked(site: Site) -> None:
    played, said = _play(site, "D1", Habits(bets=1, hit=1, second=0, mistake=1, cut=0), 3, seed=5)
    assert played.rounds == 3
    told = "\n".join(said)
    assert "is under the minimum" in told or "the overage of" in told or re.search(r"sensor \d 0\b", told)
    assert told.count("start") == 6, "each START GAME bounced"
    assert "END GAME is not possible while a jackpot is unresolved" in told
    state = site.service.mirror.state
    assert state.tables["D1"].rounds == 3, "and was done once"
    hits = [hit for hit in state.hits.values() if hit.table == "D1"]
    assert sorted(hit.state for hit in hits) == ["PAID"] * 3 + ["VOIDED"] * 3
    assert {hit.pressed_by for hit in hits} == {"device:D1"}
    started = [
        e for e in site.staff("art").get("/staff/audit/ledger?verb=start&text=D1&limit=50")["entries"] if not e["error"]
    ]
    assert len(started) == 3
    assert site.staff("art").ok("POST", "/staff/audit/verify")["ok"] is True


def test_a_cut_line_is_noticed_and_comes_back(site: Site) -> None:
    site.service.hardware.patience = 0.4
    try:
        played, said = _play(site, "R1", Habits(bets=1, hit=0, second=0, mistake=0, cut=1), 1, seed=2)
    finally:
        site.service.hardware.patience = 12.0
    assert "the line is cut" in said
    assert "the line is back" in said
    assert played.rounds == 1
    page = site.staff("art").get("/staff/events?group=error")
    facts = [fact for entry in page["entries"] for kind, fact in entry["facts"] if kind == "contact"]
    kinds = [fact["up"] for fact in facts if fact["table"] == "R1"]
    assert kinds == [True, False]


@pytest.mark.rule("REG-17")
def test_a_controller_that_never_comes_back_after_a_restart_is_reported(new_site: Callable[[], Site]) -> None:
    site = new_site()
    devices = {table: _device(site, table) for table in ("J1", "W1", "T1", "A1")}
    for table in ("J1", "W1", "T1"):
        devices[table].ok("POST", "/devices/heartbeat", {})
    # T1 lost its controller, and a supervisor has it played without: nobody waits for that one any more.
    site.run(site.service.hardware.lost(site.service, "T1"))
    do(site.staff("sue"), "contact-restored", table="T1")
    site.stop()
    site.start(set_up)
    give_cards(site)
    hardware, state = site.service.hardware, site.service.mirror.state
    assert _contact(site, "J1"), "it has as long as ever to be heard of"
    hardware.patience = 2.0  # W1 must be able to keep it on a busy machine
    device = _device(site, "W1")
    end = time.monotonic() + 15
    while _contact(site, "J1"):
        device.ok("POST", "/devices/heartbeat", {})
        assert time.monotonic() < end, "nobody is told that J1's controller is gone"
        time.sleep(0.1)
    assert [_contact(site, table) for table in ("J1", "W1", "T1", "A1")] == [False, True, True, True]
    told = [alert.what for alert in state.alerts.values() if alert.kind == "contact" and alert.where == "J1"]
    assert len(told) == 1
    assert "its progressive can't be played" in told[0]
    assert refused(site.staff("dora"), "start", table="J1")["rule"] == "REG-17"
    lobby = {card["id"]: card for card in site.browser().get("/tables")["tables"]}
    assert lobby["J1"]["why_closed"] == "It has lost contact with the progressive system."
    _device(site, "J1").ok("POST", "/devices/heartbeat", {})
    assert _contact(site, "J1")


def test_a_loss_that_can_not_be_written_is_reported_when_it_can() -> None:
    """The ledger does not take the report at first: the table is not forgotten."""

    class Deaf:
        reports = 0

        async def order(self, by: str, do: str, **args: Any) -> str | None:
            self.reports += 1
            return "the ledger can't be written" if self.reports < 3 else None

        def in_contact(self, table: str) -> bool:
            return self.reports < 3

    async def look_often() -> None:
        for _ in range(5):
            await hardware.look(deaf)  # type: ignore[arg-type]  # all that a look asks for

    hardware, deaf = Hardware(patience=0.0), Deaf()
    hardware.beats["T9"] = Beat(-1.0)
    with ThreadPoolExecutor(1) as pool:  # this thread may have the browsers' loop
        pool.submit(lambda: asyncio.run(look_often())).result()
    assert (deaf.reports, hardware.beats) == (3, {})


@pytest.mark.timeout(120)
def test_upcard_devices_plays_from_the_command_line(site: Site, tmp_path: Path) -> None:
    run = [str(Path(sys.executable).parent / "upcard"), "devices"]
    token = _credential(site, "R2")
    args = [
        "--url",
        site.url,
        "--table",
        "R2",
        "--speed",
        "400",
        "--rounds",
        "2",
        "--hits",
        "0",
        "--cuts",
        "0",
        "--seed",
        "1",
    ]
    done = subprocess.run([*run, *args, "--token", token], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\nend") == 2
    wrong = subprocess.run([*run, *args, "--token", "nobody"], capture_output=True, text=True, timeout=60, check=False)
    assert (wrong.returncode, "token is not known" in wrong.stderr) == (2, True)
    none = subprocess.run([*run, *args], capture_output=True, text=True, timeout=60, check=False)
    assert (none.returncode, "needs its credential" in none.stderr) == (2, True)
    card = tmp_path / "card.json"
    made = subprocess.run([*run, "new-card", str(card), "--card", "C-new"], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"[0-9a-f]{64}\n", made.stdout)
    first, second = (
        subprocess.run([*run, "swipe", str(card)], capture_output=True, text=True, check=True).stdout for _ in range(2)
    )
    assert (first.split(".")[:2], second.split(".")[:2]) == (["C-new", "1"], ["C-new", "2"])


class Watched(HttpLine):
    """A line of which a test knows that the simulator has seen what is on the table now."""

    looks = 0

    async def look(self) -> dict[str, Any]:
        found = await super().look()
        self.looks += 1
        return found

    def looked_again(self, times: int = 5) -> None:
        wanted = self.looks + times
        until(lambda: self.looks >= wanted, 15)


def test_a_person_takes_over_from_the_simulator(site: Site, console: Callable[..., Person]) -> None:
    said: list[str] = []
    line = Watched(site.url, "A1", _credential(site, "A1"))
    tempo = Tempo(0.1, 0.3, 0.2, 0.3, 0.05, 0.1, 1.0, 0.1)
    played = Simulator(line, tempo, Habits(bets=1, hit=0, second=0, mistake=0, cut=0), random.Random(1), said.append)
    stop = threading.Event()

    async def run() -> None:
        task = asyncio.create_task(played.run())
        await asyncio.to_thread(stop.wait)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    patrons = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    patrons.start()
    try:
        dora = console(site, "dora", "/staff/dealer/A1", TABLET)
        dora.page.get_by_role("button", name="Take over").click()
        expect(dora.page.locator(".driver")).to_contain_text("You have the keypad")
        dora.shot("dealer-taken-over")
        line.looked_again()  # what it was pressing is pressed by then
        if _playing(site, "A1"):
            dora.end()
        expect(dora.page.locator(".state")).to_contain_text("BETS OPEN")
        # The patrons play on; the keypad is hers.
        expect(dora.page.get_by_text("LIT $1").first).to_be_visible()
        line.looked_again()
        assert not _playing(site, "A1")
        dora.key("START GAME").click()
        expect(dora.page.locator(".state")).to_contain_text("GAME ON")
        line.looked_again()
        assert _playing(site, "A1")
        dora.end()
        dora.page.get_by_role("button", name="Hand back").click()
        expect(dora.page.get_by_role("button", name="Take over")).to_be_visible()
        rounds = site.service.mirror.state.tables["A1"].rounds
        until(lambda: site.service.mirror.state.tables["A1"].rounds > rounds, 15, lambda: said[-10:])
    finally:
        stop.set()
        patrons.join(10)


def test_the_demo_runs_its_live_table_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "HABITS", Habits(hit=0, mistake=0, cut=0))
    looks = Counter[str]()

    class Line(demo.HouseLine):
        async def look(self) -> dict[str, Any]:
            found = await super().look()
            looks["simulator"] += 1
            return found

    monkeypatch.setattr(demo, "HouseLine", Line)
    site = Site(tmp_path, pace=Pace().times(200)).start()
    try:
        watch = demo.Demo(site.database)
        site.run(watch.begin(site.service))
        state = site.service.mirror.state
        until(lambda: state.tables[demo.LIVE].rounds >= 2, 30)
        # A dealer says that a hand was wrong: a supervisor of the demo comes and voids it.
        line = demo.HouseLine(site.service, demo.LIVE)
        site.service.hardware.taken[demo.LIVE] = "somebody"
        site.service.sessions.begin("staff", "dora", "Dora")
        seen = looks["simulator"]
        until(lambda: looks["simulator"] >= seen + 5, 15)  # what the simulator was pressing is pressed by then

        def give(verb: str, **args: Any) -> HouseAnswer:
            found: HouseAnswer = site.run(line.give(verb, f"k{time.monotonic_ns()}", {"table": demo.LIVE, **args}))
            return found

        if state.tables[demo.LIVE].round is not None:
            assert give("end").ok
        give("sensor", seat=1, amount=100)
        assert give("start").ok
        hit = give("hit", seat=1, hand="three-suited-sevens").fact("hit-pending")["hit"]
        give("call-supervisor", reason=f"wrong hand pressed: please void {hit}")
        for session in site.service.sessions:
            site.service.sessions.end(session)
        until(lambda: state.hits[hit].state == "VOIDED", 20)
        until(lambda: not [alert for alert in state.alerts.values() if hit in alert.what], 20)
    finally:
        site.close()
