import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from tests.kit.site import Site
from upcard.web.edge.limits import Limiter
from upcard.web.edge.security import Gate
from upcard.web.edge.sessions import IDLE_SECONDS, Sessions


def test_a_stranger_is_a_watcher_and_asking_creates_nothing(site: Site) -> None:
    browser = site.browser()
    before = site.service.seq()
    said = browser.get("/session")
    assert (said["role"], said["csrf"], said["bankroll"]) == ("watcher", None, None)
    assert not browser.http.cookies
    assert site.service.seq() == before


def test_a_guest_gets_play_money_and_a_cookie_that_scripts_cannot_read(site: Site) -> None:
    browser = site.browser()
    answer = browser.call("POST", "/session", {"name": "  Anna  Bell "})
    assert answer.status_code == 201
    said = answer.json()
    assert (said["role"], said["name"], said["bankroll"]) == ("player", "Anna Bell", 100_000)
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
    assert "secure" not in flags
    assert browser.get("/session")["player"] == said["player"]


def test_behind_https_the_cookie_is_secure_and_the_browser_is_told_to_stay(site: Site) -> None:
    browser = site.browser()
    answer = browser.call("POST", "/session", {"name": "Eva"}, X_Forwarded_Proto="https")
    assert "secure" in answer.headers["set-cookie"].lower()
    assert "max-age" in answer.headers["strict-transport-security"]


def test_a_guest_cannot_pass_for_a_bot(site: Site) -> None:
    assert not site.guest("bot-1").get("/session")["player"].startswith("bot")


def test_without_the_csrf_header_nothing_is_changed(site: Site) -> None:
    browser = site.guest("Carl")
    for token in ({}, {"X-Upcard-CSRF": "1"}, {"X-Upcard-CSRF": ""}):
        answer = browser.http.post("/session/buy-in", json={"amount": 100}, headers=token)
        assert answer.status_code == 403
        assert "X-Upcard-CSRF" in answer.json()["detail"]
    assert browser.get("/session")["bankroll"] == 100_000


def test_a_page_of_another_site_cannot_use_the_house(site: Site) -> None:
    browser = site.guest("Dora")
    answer = browser.call("POST", "/session/buy-in", {"amount": 100}, Origin="http://evil.example")
    assert answer.status_code == 403
    assert answer.headers["content-type"] == "application/problem+json"
    assert browser.call("POST", "/session/buy-in", {"amount": 100}, Origin=site.url).status_code == 200


def test_a_name_that_is_pointed_at_this_machine_is_refused(site: Site) -> None:
    answer = site.browser().http.get("/session", headers={"Host": "evil.example"})
    assert answer.status_code == 403
    assert "--name evil.example" in answer.json()["detail"]


def test_more_play_money_has_an_end(site: Site) -> None:
    browser = site.guest("Emil")
    assert browser.ok("POST", "/session/buy-in", {"amount": 500_000})["bankroll"] == 600_000
    assert browser.call("POST", "/session/buy-in", {"amount": 2_000_000}).status_code == 422
    for _ in range(4):
        browser.ok("POST", "/session/buy-in", {"amount": 1_000_000})
    refused = browser.call("POST", "/session/buy-in", {"amount": 1_000_000})
    assert refused.status_code == 409
    assert "$50,000" in refused.json()["detail"]


def test_signing_out_ends_the_session_and_leaves_the_seats(site: Site) -> None:
    browser = site.guest("Fred")
    browser.ok("POST", "/tables/three-card-blitz/seats/3")
    browser.ok("PUT", "/tables/three-card-blitz/seats/3/bets", {"wagers": {"ante": 500, "blind": 500}, "ready": False})
    assert browser.table("three-card-blitz")["you"]["bankroll"] == 99_000
    assert browser.call("DELETE", "/session").status_code == 204
    assert site.browser().table("three-card-blitz")["seats"][2]["player"] is None
    assert browser.get("/session")["role"] == "watcher"


def test_an_old_cookie_is_worth_nothing_after_signing_out(site: Site) -> None:
    browser = site.guest("Gina")
    cookie = browser.cookie()
    browser.call("DELETE", "/session")
    answer = site.browser().http.get("/session", headers={"Cookie": cookie})
    assert answer.json()["role"] == "watcher"


def test_staff_sign_on_with_their_role(site: Site) -> None:
    for name, role in (("dora", "dealer"), ("sam", "supervisor"), ("mia", "manager"), ("otto", "auditor")):
        said = site.staff(name).get("/session")
        assert (said["role"], said["staff"], said["player"], said["play"]) == (role, name, None, None)


def test_a_wrong_name_and_a_wrong_password_sound_the_same(site: Site) -> None:
    browser = site.browser()
    known = browser.call("POST", "/session/staff", {"staff": "otto", "password": "wrong-password"})
    unknown = browser.call("POST", "/session/staff", {"staff": "nobody", "password": "wrong-password"})
    assert known.status_code == unknown.status_code == 401
    assert known.json() == unknown.json()
    site.staff("otto")


def test_three_wrong_passwords_lock_out_until_a_manager_unlocks(new_site: Callable[..., Site]) -> None:
    site = new_site()
    open_console = site.staff("sam")
    browser = site.browser()
    for _ in range(3):
        assert browser.call("POST", "/session/staff", {"staff": "sam", "password": "no"}).status_code == 401
    right = browser.call("POST", "/session/staff", {"staff": "sam", "password": site.people["sam"]["password"]})
    assert right.status_code == 401
    assert "locked out" in right.json()["detail"]
    assert open_console.get("/session")["role"] == "watcher", "a locked-out person's open console is closed too"
    site.staff("mia").ok("POST", "/floor/commands", {"do": "staff-unlock", "staff": "sam"})
    site.staff("sam")


def test_a_console_left_alone_locks_and_asks_for_the_password(new_site: Callable[..., Site]) -> None:
    site = new_site()
    browser = site.staff("mia")
    assert browser.get("/floor")["alerts"] == []
    for session in site.service.sessions:
        session.seen -= IDLE_SECONDS + 1
    assert browser.get("/session")["locked"] is True
    assert browser.http.get("/floor").status_code == 401
    assert browser.call("POST", "/session/unlock", {"password": "wrong"}).status_code == 401
    assert browser.get("/session")["locked"] is True
    browser.ok("POST", "/session/unlock", {"password": site.people["mia"]["password"]})
    assert browser.get("/floor")["alerts"] == []


def test_sessions_survive_a_restart_and_only_hashes_are_on_disk(new_site: Callable[..., Site]) -> None:
    site = new_site()
    browser = site.guest("Hana")
    was = browser.get("/session")
    site.stop()
    token = browser.http.cookies["upcard_session"]
    assert token.encode() not in b"".join(path.read_bytes() for path in site.folder.glob("sessions.db*"))
    site.start()
    assert browser.get("/session") == was


def test_a_session_that_nobody_uses_ends() -> None:
    now = time.time()
    sessions = Sessions(clock=lambda: now)
    token, _ = sessions.begin("player", "anna", "Anna")
    staff, _ = sessions.begin("staff", "mia", "Mia")
    now += 13 * 3600
    assert sessions.find(token) is not None
    assert sessions.find(staff) is None
    now += 31 * 24 * 3600
    assert sessions.find(token) is None


def test_too_many_sign_ins_are_slowed_down(new_site: Callable[..., Site]) -> None:
    site = new_site()
    browser = site.browser()
    site.app.state.sign_ins = Limiter(1, 600)  # 50 from this machine
    codes = [browser.call("POST", "/session/staff", {"staff": "x", "password": "x"}).status_code for _ in range(60)]
    assert codes.count(401) <= 51
    assert codes[-1] == 429
    assert int(browser.call("POST", "/session/staff", {"staff": "x", "password": "x"}).headers["retry-after"]) >= 1


def test_too_many_requests_are_refused_with_a_time_to_wait(new_site: Callable[..., Site]) -> None:
    site = new_site()
    (guard,) = site.app.user_middleware
    gate = guard.kwargs["gate"]
    assert isinstance(gate, Gate)
    gate.loopback_times = 0.05  # as if this were a far address with a small allowance
    browser = site.browser()
    answers = [browser.http.get("/session") for _ in range(30)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert int(refused[0].headers["retry-after"]) >= 1
    assert refused[0].headers["content-type"] == "application/problem+json"


def test_a_huge_body_is_refused_before_it_is_read(site: Site) -> None:
    answer = site.browser().http.post("/settle", content=b"x" * 70_000, headers={"X-Upcard-CSRF": "1"})
    assert answer.status_code == 413
    chunks = (b"x" * 1000 for _ in range(100))
    answer = site.browser().http.post("/settle", content=chunks, headers={"X-Upcard-CSRF": "1"})
    assert answer.status_code == 413


def test_every_answer_carries_the_headers_that_keep_a_browser_careful(site: Site) -> None:
    for path in ("/healthz", "/api/v1/tables", "/api/v1/nothing", "/nothing", "/"):
        headers = site.browser().http.get(f"{site.url}{path}").headers
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'self'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_what_is_played_within_a_second_is_one_write(tmp_path: Path) -> None:
    """And none of it is lost when the house closes."""
    sessions = Sessions(tmp_path / "sessions")
    people = [sessions.begin("player", name, name)[1] for name in ("anna", "eva")]
    written: list[str] = []
    sessions._db.set_trace_callback(lambda said: written.append(said.split()[0]))

    async def evening() -> None:
        for _ in range(100):
            for person in people:
                person.play.rounds += 1
                sessions.save_play(person)
        assert not written
        sessions.close()

    asyncio.run(evening())
    assert written == ["BEGIN", "UPDATE", "UPDATE", "COMMIT"]
    again = Sessions(tmp_path / "sessions")
    assert [session.play.rounds for session in again] == [100, 100]
    again.close()
