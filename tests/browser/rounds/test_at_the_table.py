"""What a player, a trainee and a visitor came upon at a table: each case as they met it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]

GOLD = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--brass)";
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}"""
"""What the coach's colour is, as the browser says it."""


@pytest.mark.parametrize(
    ("cards", "verdict"),
    [("9h 9d Ts Ad", "You lose $25"), ("Ah Kd 6s Td", "You win $37.50")],
    ids=["dealer's blackjack", "one's own"],
)
def test_a_round_without_a_turn_leaves_no_chips(floor: Floor, guest: NewGuest, cards: str, verdict: str) -> None:
    """What was bet is taken or paid: the spot is empty, and the same again is one tap away."""
    table = floor.table("blackjack", {"bet.min": 500})
    floor.stack(cards)
    anna = guest().sign_in().sit(table).chip(25).bet("bet").deal().verdict(verdict)
    expect(anna.spot("bet").locator(".spot-amount")).to_have_count(0)
    expect(anna.page.get_by_role("button", name="Same again $25")).to_be_visible()


def test_no_move_is_recommended_unless_the_coach_says_so(floor: Floor, guest: NewGuest) -> None:
    table = floor.table("three-card-poker", {"ante.min": 500})
    anna = guest().sign_in().sit(table).chip(5).bet("ante").deal().my_turn()
    expect(anna.page.locator(".move.primary, .move.best")).to_have_count(0)
    # Nor does the pointer gild what it is over: it lies where Deal was.
    gold = anna.page.evaluate(GOLD)
    for move in anna.page.locator(".move").all():
        move.hover()
        assert move.evaluate("(one) => getComputedStyle(one).borderTopColor") != gold
    anna.sit(floor.table("four-card-split", {"ante-1.min": 500}))
    anna.chip(5).bet("ante-1", "blind").deal().my_turn()
    chosen = anna.page.locator('.way[aria-pressed="true"]')
    assert chosen.evaluate("(one) => getComputedStyle(one).borderTopColor") != gold


def test_moves_wait_for_the_cards(floor: Floor, guest: NewGuest) -> None:
    """With motion on, no move is offered while a card is in the air, and nothing of the last round lies there."""
    table = floor.table("blackjack", {"bet.min": 500})
    floor.stack("Th 9d 6s Td")
    anna = guest(moving=True).sign_in().sit(table).chip(5).bet("bet")
    # Noted at every change: whether a move was to be seen while a card was still on its way.
    anna.page.evaluate(
        """() => {
          window.early = [];
          const look = () => {
            const slots = [...document.querySelectorAll(".card-slot")];
            const inAir = slots.some((slot) => slot.getAnimations({ subtree: true }).length);
            const moves = document.querySelectorAll(".move").length;
            if (inAir && moves) window.early.push(document.querySelectorAll(".card-slot").length);
          };
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    anna.deal().my_turn()
    assert anna.page.evaluate("window.early") == []
    anna.move("stand")
    expect(anna.place().locator(".verdict")).to_be_visible()


def test_the_focus_is_at_the_moves_when_it_is_ones_turn(floor: Floor, guest: NewGuest) -> None:
    table = floor.table("three-card-poker", {"ante.min": 500})
    anna = guest().sign_in().sit(table).chip(5)
    anna.spot("ante").focus()
    # Enter is Deal's; on a spot it puts no chip down, Space does.
    anna.page.keyboard.press("Space")
    assert anna.staked("ante") == "$5"
    anna.page.keyboard.press("Enter")
    anna.my_turn()
    expect(anna.page.locator(".moves")).to_be_focused()
    anna.page.keyboard.press("Tab")
    expect(anna.page.locator('[data-move="play"]')).to_be_focused()


def test_a_question_mark_lists_the_keys(floor: Floor, guest: NewGuest) -> None:
    table = floor.table("three-card-poker", {"ante.min": 500})
    anna = guest().sign_in().sit(table)
    anna.page.keyboard.press("?")
    keys = anna.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Deal")
    expect(keys).to_contain_text("Undo")
    anna.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    anna.chip(5).bet("ante").deal().my_turn()
    anna.page.keyboard.press("?")
    expect(keys).to_contain_text("Fold")


def test_light_follows_the_system_until_it_is_chosen(floor: Floor, guest: NewGuest) -> None:
    anna = guest()
    room = anna.page.locator("html")
    anna.page.emulate_media(color_scheme="light")
    anna.page.goto("/")
    expect(room).to_have_attribute("data-light", "")
    anna.page.emulate_media(color_scheme="dark")
    expect(room).not_to_have_attribute("data-light", "")
    anna.page.locator(".menu summary").click()
    anna.page.get_by_label("Light room").check()
    expect(room).to_have_attribute("data-light", "")
    anna.page.emulate_media(color_scheme="light")
    anna.page.get_by_label("Light room").uncheck()
    expect(room).not_to_have_attribute("data-light", "")


def test_a_visitor_is_offered_what_a_visitor_can_do(floor: Floor, guest: NewGuest) -> None:
    """No money and no leaving before somebody is there; a blank name is no name."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    anna = guest().watch(table)
    anna.page.locator(".menu summary").click()
    expect(anna.page.get_by_role("button", name="Get $500 more")).to_be_hidden()
    expect(anna.page.get_by_role("button", name="Leave the house")).to_be_hidden()
    anna.page.keyboard.press("Escape")
    anna.page.get_by_role("button", name="Take a seat").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_label("Your name at the table").fill("   ")
    dialog.get_by_role("button", name="Sit down").click()
    expect(dialog.get_by_role("alert")).to_have_text("Please give a name: 1 to 24 letters.")
    dialog.get_by_label("Your name at the table").fill("Anna")
    dialog.get_by_role("button", name="Sit down").click()
    expect(anna.place()).to_be_visible()
    anna.page.locator(".menu summary").click()
    expect(anna.page.get_by_role("button", name="Get $500 more")).to_be_visible()


def test_wrong_addresses_get_a_page_for_people(floor: Floor, guest: NewGuest) -> None:
    anna = guest()
    anna.trouble.clear()
    for path, words in (("/nowhere", "no page"), ("/table/nothing", "no table"), ("/sign/nothing", "no link")):
        anna.page.goto(path)
        expect(anna.page.locator("main")).to_contain_text(words)
        expect(anna.page.get_by_role("link", name="To the lobby")).to_be_visible()
        expect(anna.page.locator("footer")).to_contain_text("Play money only")
    anna.shot("wrong-address")
    assert all("404" in said for said in anna.trouble)
    anna.trouble.clear()


@pytest.mark.parametrize("named", [{"smallest-chip": 100}, {}], ids=["named", "not named"])
def test_amounts_go_by_the_smallest_chip(floor: Floor, guest: NewGuest, named: dict[str, int]) -> None:
    """The house's smallest chip; where it names none, the smallest that lies in the player's tray."""
    table = floor.table("blackjack", {"bet.min": 500, **named})
    floor.stack("9h 9d As 8d")
    anna = guest().sign_in().sit(table).chip(25).bet("bet").deal().my_turn()
    anna.page.get_by_role("button", name="Insurance: choose the amount").click()
    slider = anna.page.get_by_role("slider")
    expect(slider).to_have_attribute("min", "100")
    anna.page.get_by_role("button", name="Least").click()
    expect(anna.page.locator(".amount-shown")).to_have_text("$1")
    slider.press("ArrowRight")
    expect(anna.page.locator(".amount-shown")).to_have_text("$2")
    anna.page.get_by_role("button", name="All").click()
    expect(anna.page.locator(".amount-shown")).to_have_text("$12.50")
    slider.press("ArrowLeft")
    expect(anna.page.locator(".amount-shown")).to_have_text("$12")


def test_a_hand_is_laid_as_its_game_lays_it(floor: Floor, guest: NewGuest) -> None:
    """By suits, what counts lifted, for the player at once and for the dealer when the cards are turned."""
    table = floor.table("three-card-blitz", {"ante.min": 500})
    floor.stack("9s 2c 8s Kh Qd Ts 5s Ah 3d Qh 4c 6h 7d 2d")
    anna = guest().sign_in().sit(table).chip(5).bet("ante").deal().my_turn()
    assert anna.cards() == ["Ts", "9s", "8s", "5s", "Kh", "Qd", "2c"]
    counting = anna.place().locator(".card-slot.counts")
    assert [one.get_attribute("data-card") for one in counting.all()] == ["Ts", "9s", "8s"]
    assert anna.page.locator(".dealer .card-slot.counts").count() == 0
    label = "ten of spades, nine of spades, eight of spades count"
    expect(anna.place().get_by_role("group", name=label)).to_be_visible()
    anna.move("play")
    expect(anna.place().locator(".verdict")).to_be_visible()
    assert [card[1] for card in anna.dealer()] == ["h", "h", "h", "d", "d", "d", "c"]
    assert anna.page.locator(".dealer .card-slot.counts").count() == 3
    anna.shot("blitz-laid")


def test_a_claim_says_what_it_is(floor: Floor, guest: NewGuest) -> None:
    table = floor.table("four-card-split", {"ante-1.min": 500})
    floor.stack("Kh 9h 2h 3c")
    anna = guest(phone=True).sign_in().sit(table).chip(5).bet("ante-1", "blind").deal().my_turn()
    expect(anna.page.locator(".dock-help")).to_contain_text("paid at once")
    expect(anna.page.get_by_role("button", name="Claim an instant winner")).to_be_visible()
    ways = anna.page.locator(".way .tiny")
    expect(ways).to_have_count(4)
    box = ways.first.bounding_box()
    assert box is not None
    assert box["width"] >= 22, "a card that can be read"
    anna.shot("claim")


def test_rules_begin_with_how_to_play(floor: Floor, guest: NewGuest) -> None:
    anna = guest()
    for game in ("blackjack", "three-card-poker", "three-card-blitz", "four-card-split"):
        anna.watch(floor.table(game))
        anna.page.get_by_role("tab", name="Rules").click()
        expect(anna.page.locator(".how li")).to_have_count(4)
        expect(anna.page.get_by_role("heading", name="The rules in full")).to_be_visible()
    anna.shot("rules")


def test_the_lobby_says_how_tables_of_a_game_differ(floor: Floor, guest: NewGuest) -> None:
    one = floor.table("four-card-split", {"ante-1.min": 500, "version": 1})
    two = floor.table("four-card-split", {"ante-1.min": 2500})
    anna = guest()
    anna.page.goto("/")
    cards = {
        name: anna.page.locator(".table-card", has=anna.page.locator(f'a[href="/table/{name}"]')) for name in (one, two)
    }
    expect(cards[one].first).to_contain_text("Version: 1")
    expect(cards[one].first).to_contain_text("Ante 1: $5 or more")
    expect(cards[two].first).to_contain_text("Version: 2")
    anna.shot("lobby-differences")


def test_the_seal_of_a_finished_shoe_is_checked_in_the_page(floor: Floor, guest: NewGuest) -> None:
    """From the cards and the seed the page computes what was committed; one card elsewhere, and it does not hold."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    anna = guest().sign_in().sit(table)
    anna.page.get_by_role("tab", name="Table").click()
    expect(anna.page.locator(".table-facts")).to_contain_text("Limits")
    expect(anna.page.locator(".table-facts")).not_to_contain_text(".min")  # a line for each wager, in words
    seal = anna.page.locator(".shoe-part > .seal").inner_text()
    anna.chip(5).bet("ante").deal().move("play")
    expect(anna.place().locator(".verdict")).to_be_visible()
    button = anna.page.get_by_role("button", name="Check the last finished shoe")
    button.click()
    proof = anna.page.locator(".seal-proof")
    expect(proof).to_contain_text("The seal holds: 52 cards")
    expect(proof).to_contain_text("This page had the seal at")
    assert (
        proof.locator(".facts .seal").nth(0).inner_text() == proof.locator(".facts .seal").nth(1).inner_text() == seal
    )
    proof.get_by_text("way up to the root").click()
    assert proof.locator("ol li").count() == 8, "leaf, six hashes beside the way of 52 cards, root"
    anna.shot("seal")

    def forged(route: Route) -> None:
        said = route.fetch().json()
        order = said["shoes"][0]["order"]
        order[0], order[1] = order[1], order[0]
        route.fulfill(json=said)

    anna.page.route("**/shoes", forged)
    button.click()
    expect(proof).to_contain_text("The seal does not hold")
