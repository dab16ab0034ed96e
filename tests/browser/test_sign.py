"""The sign: rolling digits, PENDING, a celebration, and a red cloth when its data are old."""

from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.kit.clock import ahead, wound
from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]


@pytest.mark.rule("REG-21")
def test_a_hit_is_celebrated_and_pending(floor: Floor, guest: NewGuest) -> None:
    link = floor.link("sign", three_card_poker=1_234_500)
    table = floor.table("three-card-poker", {"ante.min": 500}, link)
    floor.stack("As Ks Qs Qd 9d 4h")
    sign = guest()
    sign.page.goto(f"/sign/{link}")
    digits = sign.page.locator(".sign-digits")
    expect(digits).to_have_attribute("aria-label", "$12,345.00")
    sign.shot("sign-1")
    anna = guest(phone=True).sign_in().sit(table)
    anna.chip(5).bet("ante", "progressive").deal()
    expect(digits).to_have_attribute("aria-label", "$12,345.10")
    anna.move("play")
    expect(sign.page.locator("#hit")).to_contain_text("Jackpot!")
    expect(sign.page.locator("#hit")).to_contain_text("$12,345.10")
    title = floor.service.titles()[table]
    expect(sign.page.locator("#hit")).to_contain_text("Anna, seat 1")
    expect(sign.page.locator("#hit")).to_contain_text(f"{title}. The meter goes on from $12,345.00")
    sign.shot("sign-2-hit")
    expect(sign.page.locator(".sign-pending")).to_be_attached()
    later = guest()
    later.page.goto(f"/sign/{link}")
    expect(later.page.get_by_text("PENDING")).to_be_visible()
    expect(later.page.locator("#hit")).to_be_hidden()
    later.shot("sign-3-pending")
    hit = next(iter(hit for hit in floor.service.mirror.state.hits.values() if hit.link == link))
    floor.ask("sam", "verify", hit=hit.id)
    expect(anna.page.locator(".moment")).to_contain_text("verified")
    expect(sign.page.locator("#hit")).to_be_visible()
    floor.ask("sam", "void", hit=hit.id, reason="the cards do not show it")
    expect(sign.page.locator("#hit")).to_be_hidden()  # a voided hit is no win


def test_a_sign_without_news_says_so(floor: Floor, guest: NewGuest) -> None:
    """Its numbers must not be taken for true when nobody vouches for them."""
    link = floor.link("stale-sign", blitz_1=100_000, blitz_2=100_000, blitz_3=100_000)
    sign = guest()
    gone = {"now": False}

    def connect(route: WebSocketRoute) -> None:
        if gone["now"]:
            route.close(code=1012)
        else:
            route.connect_to_server()
            lines.append(route)

    lines: list[WebSocketRoute] = []
    wound(sign.page).route_web_socket("**/stream*", connect)
    sign.page.goto(f"/sign/{link}")
    expect(sign.page.locator(".sign-meter")).to_have_count(3)
    sign.page.evaluate("for (const each of document.querySelectorAll('.sign-pending')) each.hidden = false")
    last, foot = (sign.page.locator(what).last.bounding_box() for what in (".sign-meter", ".sign-foot"))
    assert last is not None
    assert foot is not None
    assert last["y"] + last["height"] <= foot["y"], "what is pending pushes the last meter into the foot"
    gone["now"] = True
    lines[-1].close(code=1012)
    ahead(sign.page, sign.page.get_by_text("Not up to date").is_visible)
    sign.shot("sign-4-stale")
    gone["now"] = False
    ahead(sign.page, sign.page.get_by_text("Not up to date").is_hidden)


def test_the_notice_stands_at_the_foot(floor: Floor, guest: NewGuest) -> None:
    """With every table in contact there is one line less over the meters; what stands at the foot stays there."""
    sign = guest()
    sign.page.goto(f"/sign/{floor.link('footed', blitz_1=100_000)}")
    expect(sign.page.locator(".sign-meter")).to_have_count(1)
    foot, board = (sign.page.locator(what).bounding_box() for what in (".sign-foot", "#board"))
    assert foot is not None
    assert board is not None
    assert foot["y"] >= board["y"] + board["height"] - 1
    assert foot["y"] + foot["height"] == pytest.approx(900, abs=1)


@pytest.mark.rule("REG-17")
def test_patrons_are_told_where_the_progressive_can_not_be_played(floor: Floor, guest: NewGuest) -> None:
    link = floor.link("lost", three_card_poker=500_000)
    table = floor.table("three-card-poker", {"ante.min": 500}, link)
    sign = guest()
    sign.page.goto(f"/sign/{link}")
    expect(sign.page.locator(".sign-digits")).to_have_attribute("aria-label", "$5,000.00")
    expect(sign.page.locator("#lost")).to_be_hidden()
    floor.ask("sam", "contact-lost", table=table, reason="the line is cut")
    expect(sign.page.locator("#lost")).to_contain_text("No progressive at Three Card Poker")
    sign.shot("sign-5-lost")
    floor.ask("sam", "contact-restored", table=table)
    expect(sign.page.locator("#lost")).to_be_hidden()


def test_a_link_that_is_not_there(guest: NewGuest) -> None:
    sign = guest()
    sign.page.goto("/sign/nowhere")
    expect(sign.page.get_by_text("There is no link “nowhere”")).to_be_visible()
    sign.trouble.clear()
