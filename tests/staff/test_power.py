"""The power goes in the middle of a jackpot: the process is killed, and nothing answered is lost (B7S-34, PRG-13)."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.floor.kit import PIN
from tests.staff.house import PASSWORD, set_up
from tests.staff.people import DESKTOP, TABLET, WHOLE, Person
from tests.web.conftest import CHEAP
from upcard.floor.house import House
from upcard.floor.swipes import CardKey
from upcard.web.demo import card_file, people


class Machine:
    """`upcard serve` in a process of its own, that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "house.db"
        with House.found(str(self.database), hasher=CHEAP) as house:
            set_up(house, self.database)
        self.people = people(self.database)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.switch_on()

    def switch_on(self) -> None:
        program = str(Path(sys.executable).parent / "upcard")
        args = ["serve", "--database", str(self.database), "--port", str(self.port), "--no-coach", "--accept-software"]
        self.process = subprocess.Popen([program, *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except OSError:
                assert time.monotonic() < end, "the house does not open"
                assert self.process.poll() is None, "the house stopped"
                time.sleep(0.1)

    def power_cut(self) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def swipe(self, who: str) -> str:
        """What the reader types."""
        path = card_file(self.database, who)
        card = CardKey.load(path)
        said = card.swipe()
        card.save(path)
        return said


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    made.power_cut()


def test_the_power_goes_and_the_jackpot_stands(machine: Machine, chromium: Browser) -> None:
    def sit(who: str, path: str, size: tuple[int, int]) -> Person:
        site: Any = machine  # people need its address and its people only
        return Person(chromium, site, who, size).sign_on(path)

    dora = sit("dora", "/staff/dealer/P1", TABLET)
    sue = sit("sue", "/staff/floor", TABLET)
    max_ = sit("max", "/staff/floor", DESKTOP)
    dora.start(4)
    dora.hit(4, WHOLE)
    machine.power_cut()
    expect(dora.page.locator("#stale")).to_be_visible(timeout=20_000)
    dora.shot("power-lost")
    dora.key("HITS DONE").click()
    expect(dora.key("HITS DONE")).to_have_attribute("aria-busy", "true")
    expect(dora.page.locator("#refusal")).to_contain_text("The house can't be reached", timeout=30_000)
    machine.switch_on()
    # Everybody comes back by themselves; the jackpot is what the system has tracked.
    expect(dora.page.locator("#stale")).to_be_hidden(timeout=30_000)
    expect(sue.page.locator("#stale")).to_be_hidden(timeout=30_000)
    dora.hits_done()
    sue.sees("P1", {4: "$10,000.00"})
    sue.verify("P1", 4)
    machine.power_cut()
    machine.switch_on()
    expect(max_.page.locator("#stale")).to_be_hidden(timeout=30_000)
    max_.sees("P1", {4: "$10,000.00"})
    # No drawer of cards in a real house: the reader types what the card says.
    max_.hit_at("P1", 4).get_by_role("button", name="Confirm with card").click()
    expect(max_.page.get_by_role("group", name="Cards in the demo")).to_have_count(0)
    max_.page.get_by_label("Swipe a manager's").fill(machine.swipe("max"))
    max_.page.get_by_label("PIN of the card").fill(PIN)
    max_.page.get_by_role("button", name="Confirm", exact=True).click()
    expect(max_.hit_at("P1", 4).get_by_role("button", name="Paid out")).to_be_visible()
    expect(sue.page.locator("#stale")).to_be_hidden(timeout=30_000)
    sue.pay("P1", 4)
    expect(dora.page.locator("#stale")).to_be_hidden(timeout=30_000)
    dora.end()
    assert PASSWORD not in (dora.page.content() + sue.page.content())
    for one in (dora, sue, max_):
        one.wrong = [said for said in one.wrong if "ERR_" not in said and "WebSocket" not in said]
        one.close()
