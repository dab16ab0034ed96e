"""The lobby: sit down in two taps, problems in words, preferences that last, and a first page that weighs little."""

from collections.abc import Callable

from playwright.sync_api import Response, expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]


def test_sit_down_in_two_taps(floor: Floor, guest: NewGuest) -> None:
    """A tap on the table, a name, and one sits; from then on a single tap will do."""
    table = floor.table("three-card-poker", {"ante.min": 500, "ante.max": 50_000})
    anna = guest()
    anna.page.goto("/")
    card = anna.page.locator(f'[data-key="{table}"]')
    expect(card).to_contain_text("6 seats free")
    expect(anna.page.get_by_text("Play money only")).to_be_visible()
    expect(anna.page.get_by_text("1-800-GAMBLER")).to_be_visible()
    anna.shot("lobby-1")
    card.get_by_role("button", name="Sit down").click()
    anna.page.get_by_label("Your name at the table").fill("Anna")
    anna.shot("lobby-2-name")
    anna.page.get_by_role("button", name="Sit down", exact=True).click()
    expect(anna.place(1)).to_be_visible()
    anna.bankroll("$1,000")
    anna.page.get_by_role("link", name="Upcard").click()
    card = anna.page.locator(f'[data-key="{table}"]')
    expect(card).to_contain_text("5 seats free")
    card.get_by_role("button", name="Back to your seat").click()
    expect(anna.place(1)).to_be_visible()


def test_a_seat_that_somebody_took_meanwhile(floor: Floor, guest: NewGuest) -> None:
    """While one thinks of a name somebody else sits down there: the next seat will do."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    anna = guest()
    anna.page.goto("/")
    anna.page.locator(f'[data-key="{table}"]').get_by_role("button", name="Sit down").click()
    anna.page.get_by_label("Your name at the table").fill("Anna")
    guest().sign_in("Bert").sit(table)
    expect(anna.page.locator(f'[data-key="{table}"]')).to_contain_text("5 seats free")
    anna.page.get_by_role("button", name="Sit down", exact=True).click()
    expect(anna.place(2)).to_be_visible()


def test_the_lobby_follows_the_house(floor: Floor, guest: NewGuest) -> None:
    """Another person's seat and a meter appear without a reload."""
    table = floor.table("three-card-poker", {"ante.min": 500}, floor.link("lobby", three_card_poker=500_000))
    anna = guest(phone=True)
    anna.page.goto("/")
    card = anna.page.locator(f'[data-key="{table}"]')
    expect(card).to_contain_text("6 seats free")
    meter = anna.page.locator('[data-key="lobby"] [data-key="three-card-poker"]')
    expect(meter).to_contain_text("$5,000.00")
    floor.stack("9s 9h 7s Qd 9d 4h")
    bert = guest().sign_in("Bert").sit(table)
    expect(card).to_contain_text("5 seats free")
    bert.chip(5).bet("ante", "progressive").deal().move("play")
    expect(meter).to_contain_text("$5,000.10")
    anna.shot("lobby-3")


def test_the_first_page_is_light(guest: NewGuest) -> None:
    """Under 100 KB in all, as a browser that has nothing yet gets it; and nothing from elsewhere."""
    anna = guest()
    got: list[Response] = []

    def keep(one: Response) -> None:
        got.append(one)

    anna.page.on("response", keep)
    anna.page.goto("/", wait_until="networkidle")
    sizes = {one.url: one.request.sizes() for one in got}
    total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes.values())
    assert total < 100_000, {url: size["responseBodySize"] for url, size in sizes.items()}
    assert all(url.startswith(anna.url) for url in sizes)


def test_preferences_last(guest: NewGuest) -> None:
    anna = guest()
    anna.page.goto("/")
    anna.page.locator(".menu summary").click()
    anna.page.get_by_label("Light room").check()
    anna.page.get_by_label("Four-colour cards").check()
    expect(anna.page.get_by_label("Sounds")).not_to_be_checked()
    anna.shot("lobby-4-menu")
    anna.page.reload()
    expect(anna.page.locator("html[data-light][data-four-colours]")).to_be_attached()
    anna.shot("lobby-5-light")


def test_a_table_that_is_not_there(guest: NewGuest) -> None:
    anna = guest()
    anna.page.goto("/table/nowhere")
    expect(anna.page.get_by_text("There is no table “nowhere”")).to_be_visible()
    anna.shot("table-not-there")
    anna.trouble.clear()
