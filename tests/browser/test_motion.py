"""Cards in motion: what tells the end of a round waits until its last card lies."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]

WATCH = """() => {
  const purse = () => document.querySelector(".purse b").textContent;
  const had = purse();
  window.seen = {};
  const look = () => {
    if (!seen.at && document.querySelector(".verdict")) {
      seen.at = performance.now();
      seen.backs = document.querySelectorAll(".dealer .card-slot svg.was").length;
      seen.chips = [...document.querySelectorAll(".spot-chips.gone")]
        .filter((one) => getComputedStyle(one).visibility === "visible").length;
    }
    if (seen.at && !seen.told && purse() !== had) seen.told = performance.now();
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_nothing_tells_the_end_before_the_last_card(floor: Floor, guest: NewGuest) -> None:
    """The dealer's cards keep their backs until they are turned, chips stay, the bankroll waits."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    floor.stack("9s 9h 7s Qd 9d 4h")
    anna = guest(moving=True).sign_in().sit(table).chip(25).bet("ante", "pair-plus").deal().my_turn()
    anna.bankroll("$950").page.evaluate(WATCH)
    anna.move("play").verdict("You win $75")
    anna.bankroll("$1,075")
    seen = anna.page.evaluate("seen")
    assert (seen["backs"], seen["chips"]) == (3, 2)
    assert seen["told"] - seen["at"] > 400, "three cards are turned meanwhile"
    # A round later nothing of it is left.
    anna.deal().my_turn()
    expect(anna.page.locator(".spot-chips.gone")).to_have_count(0)
