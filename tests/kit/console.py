"""What a console sends: the verbs of the floor over HTTP, and what a card reader types."""

from typing import Any

from tests.kit.site import Apart, Browser, Site
from upcard.floor.people.swipes import CardKey
from upcard.web.demo.demo import card_file

Json = dict[str, Any]


def do(browser: Browser, verb: str, **args: Any) -> Json:
    return browser.ok("POST", "/floor/commands", {"do": verb, **args})


def refused(browser: Browser, verb: str, **args: Any) -> Json:
    answer = browser.call("POST", "/floor/commands", {"do": verb, **args})
    assert answer.status_code >= 400, answer.text
    found: Json = answer.json()
    return found


def swipe(site: Apart | Site, who: str) -> str:
    path = card_file(site.database, who)
    card = CardKey.load(path)
    said = card.swipe()
    card.save(path)
    return said
