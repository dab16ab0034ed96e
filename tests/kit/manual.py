"""A floor out of the manual: live blackjack tables on links whose meter shows $10,000 when START GAME is pressed."""

import json
from pathlib import Path
from typing import Any

from tests.kit.floor import BLITZ, PIN, Floor
from tests.kit.site import Site
from upcard.floor.house.house import House
from upcard.floor.people.swipes import CardKey
from upcard.web.demo.demo import card_file, people_file
from upcard.web.demo.wallet import Wallet

PASSWORD = "correct horse"
STAFF = {
    "dora": ("Dora Dealer", "dealer", "tables"),
    "dan": ("Dan Dealer", "dealer", "tables"),
    "sue": ("Sue Supervisor", "supervisor", "tables"),
    "sam": ("Sam Supervisor", "supervisor", "tables"),
    "max": ("Max Manager", "manager", "tables"),
    "mia": ("Mia Manager", "manager", "accounting"),
    "eve": ("Eve Executive", "executive", "management"),
    "art": ("Art Auditor", "auditor", "audit"),
}
CARDS = ("dora", "sue", "max", "mia", "eve")

RATE = 200_000
"""A fifth of every dollar goes to the meter: 20 cents a lit sensor."""

LINKS = {
    "jackpot": (("J1",), 1),
    "two-whole": (("W1",), 2),
    "tenths": (("T1",), 2),
    "whole-first": (("A1",), 2),
    "tenth-first": (("B1",), 2),
    "two-tables": (("X1", "X2"), 2),
    "power": (("P1",), 1),
    "limits": (("M1",), 1),
    "refusals": (("R1", "R2"), 2),
    "desk": (("D1",), 1),
}
"""Links with their tables, and how many sensors are lit in the scene that is played on them."""


def set_up(house: House, database: Path) -> None:
    """Hires the staff, gives out cards, opens the links and tables."""
    floor, people = Floor(house), {}
    for who, (name, role, department) in STAFF.items():
        floor.ok("system", "staff-add", staff=who, name=name, role=role, department=department, password=PASSWORD)
        people[who] = {"name": name, "role": role, "password": PASSWORD}
    for who in CARDS:
        card = CardKey.new(f"C-{who}")
        floor.ok("system", "card-issue", card=card.card, staff=who, public=card.public, pin=PIN)
        card.save(card_file(database, who))
        people[who]["pin"] = PIN
    people_file(database).write_text(json.dumps(people), encoding="utf-8")
    for link, (tables, lit) in LINKS.items():
        base = 1_000_000 - lit * 20
        meter = {"base": base, "reset": 1_000_000, "increment": RATE, "hidden": 50_000}
        floor.link(link, {"blazing-sevens": meter})
        for table in tables:
            limits: dict[str, Any] = {"bet.min": 1000, "bet.max": 50_000}
            floor.table(table, "live", "blackjack", link, house=limits, seats=6)
    floor.link("cards", {"three-card-poker": {"base": 500_000, "reset": 500_000, "increment": RATE, "hidden": 0}})
    floor.table("C1", "live", "three-card-poker", "cards", seats=6)
    floor.link("blitz-bank", BLITZ)
    floor.table("C2", "live", "three-card-blitz", "blitz-bank", house={"blitz-bonus": "progressive"}, seats=6)
    floor.table("V1", "virtual", "blackjack", "desk", house={"bet.min": 1000, "bet.max": 50_000}, seats=6)


def give_cards(site: Site) -> None:
    """Puts the cards into the demo's drawer."""
    site.app.state.wallet = Wallet({who: card_file(site.database, who) for who in CARDS}, site.people)
