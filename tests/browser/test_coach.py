"""The coach on the page: what every move is worth before one acts, a judgement after it, and the score."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from tests.kit.guest import Guest
from tests.kit.tables import PACE, Floor

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


def test_every_decision_of_a_round_has_its_verdict(taught: Floor, guest: NewGuest) -> None:
    """4 Card Split asks three times: how to lay the cards, and each hand; sentence and list speak of the same."""
    table = taught.table("four-card-split", {"ante-1.min": 500})
    taught.stack("Kh Kd 7s 2c 9d 8c 4h 3s")
    anna = guest(url=taught.url, prefs={"coach": "after"}).sign_in().sit(table).chip(5)
    anna.bet("ante-1", "ante-2", "blind").deal().my_turn().move("split")
    anna.turn("Your turn: hand 1.").move("fold").turn("Your turn: hand 2.").move("fold")
    word = anna.place().locator(".coach-word")
    expect(word).to_contain_text("Coach: ", timeout=60_000)
    judged = anna.page.locator(".judged > li")
    expect(judged).to_have_count(3)
    verdicts = [one.inner_text() for one in judged.locator(".judged-word").all()]
    wrong = [at + 1 for at, one in enumerate(verdicts) if one.startswith("cost")]
    assert 2 in wrong, "a pair of kings is not folded"
    assert judged.nth(1).locator("li.made").inner_text().startswith("Fold")
    expect(judged.nth(1).locator("li.best")).to_contain_text("Play")
    if len(wrong) == 1:
        expect(word).to_contain_text("decision 2 of 3: Play was better than Fold")
    else:
        expect(word).to_contain_text(f"{len(wrong)} of 3 decisions were wrong")
    anna.shot("coach-4-list")


def test_what_the_clock_decides_is_said_and_is_no_mistake(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The move of a player whose time was up, and a seat that was given up: said until they are seen."""
    pace = replace(PACE, decision=0.5, show=0.1)
    floor = Floor(tmp_path_factory.mktemp("clock"), pace, coach=True).start()
    anna = Guest(chromium, floor.url, prefs={"coach": "after"}).sign_in()
    try:
        table = floor.table("three-card-poker", {"ante.min": 500})
        floor.stack("As Ah 7s Qd 9d 4h")
        anna.sit(table).chip(5).bet("ante").deal()
        news = anna.page.get_by_role("alert").filter(has_text="the house chose for you: ")
        expect(news).to_contain_text("was over at seat 1")
        expect(anna.place().locator(".coach-word")).to_have_text(
            "Coach: the clock decided; that is no mistake of yours.", timeout=60_000
        )
        anna.shot("news-clock")
        # Only now is the player gone too long: before, the coach might have been slower than the house's patience.
        floor.stop()
        floor.pace = replace(pace, away=0.5)
        floor.start()
        gone = anna.page.get_by_text("Nobody had done anything at seat 1")
        expect(gone).to_be_visible()
        expect(anna.page.get_by_role("button", name="Take a seat")).to_be_visible()
        # Whoever comes back only later, on another page, is told there.
        anna.page.goto("/")
        expect(gone).to_be_visible()
        for button in anna.page.get_by_role("button", name="OK", exact=True).all()[::-1]:
            button.click()
        expect(anna.page.locator(".news-one")).to_have_count(0)
        anna.page.reload()
        expect(anna.page.locator(".table-card")).to_have_count(1)
        expect(anna.page.locator(".news-one")).to_have_count(0)
        play = anna.context.request.get("/api/v1/session").json()["play"]
        assert (play["rounds"], play["decisions"], play["mistakes"]) == (1, 0, 0)
    finally:
        anna.close()
        floor.stop()
