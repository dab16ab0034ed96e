"""The coach on the page: what every move is worth before one acts, a judgement after it, and the score."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.guest import Guest
from tests.browser.house import Floor

NewGuest = Callable[..., Guest]


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """A house with a lab."""
    made = Floor(tmp_path_factory.mktemp("coach"), coach=True)
    made.start()
    yield made
    made.stop()


def test_before_and_after(taught: Floor, guest: NewGuest) -> None:
    table = taught.table("three-card-poker", {"ante.min": 500})
    taught.stack("Qs 6h 4d Ad 9d 4h")
    taught.stack("Qs 6h 3d Ad 9d 4h")
    anna = guest(url=taught.url, prefs={"coach": "before"}).sign_in().sit(table).chip(5).bet("ante").deal()
    anna.my_turn()
    # Q-6-4 is the least that is played: worth a little more than folding's whole Ante.
    best = anna.page.locator(".evs li.best")
    expect(best).to_contain_text("Play", timeout=60_000)
    expect(anna.page.locator(".evs li").nth(1)).to_contain_text("−$5")
    expect(anna.page.locator('[data-move="play"] .move-ev')).to_contain_text("★")
    anna.shot("coach-1-before")
    anna.move("play").verdict("You lose $10")
    expect(anna.place().locator(".coach-word")).to_have_text("Coach: right.")
    anna.page.get_by_label("After I act").check()
    anna.page.get_by_role("button", name="Same again $5").click()
    anna.my_turn()
    expect(anna.page.locator(".move-ev")).to_have_count(0)
    anna.move("play").verdict("You lose $10")
    expect(anna.place().locator(".coach-word")).to_contain_text("Fold was better than Play. It cost $0.")
    facts = anna.page.locator(".facts")
    expect(facts.get_by_text("Mistakes").locator("xpath=..")).to_contain_text("1")
    expect(facts.get_by_text("Decisions judged").locator("xpath=..")).to_contain_text("2")
    anna.shot("coach-2-after")


def test_the_best_way_to_lay_the_cards_is_marked(taught: Floor, guest: NewGuest) -> None:
    """On a phone the list of ways is all there is to see of the coach: the best one wears his star."""
    table = taught.table("four-card-split", {"ante-1.min": 500})
    taught.stack("Kh Kd 7s 2c 9d 8c 4h 3s")
    anna = guest(url=taught.url, phone=True, prefs={"coach": "before"}).sign_in().sit(table).chip(5)
    anna.bet("ante-1", "blind").deal().my_turn()
    best = anna.page.locator(".way.best")
    expect(best).to_have_count(1, timeout=60_000)
    expect(best).to_contain_text("★")
    best.click()
    expect(anna.page.locator('[data-move="split"].best')).to_be_visible()
    anna.shot("coach-3-way")
