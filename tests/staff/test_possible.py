"""A key is on only where the house will do what it says: the console's word against the floor's."""

from collections.abc import Callable

from tests.kit.console import do, refused, swipe
from tests.kit.floor import PIN
from tests.kit.manual import PASSWORD
from tests.kit.site import Site


def test_a_round_with_a_paid_hit_is_not_offered_for_a_void(new_site: Callable[[], Site]) -> None:
    site = new_site()
    dora, sue, mia = site.staff("dora"), site.staff("sue"), site.staff("mia")
    do(dora, "sensor", table="J1", seat=3, amount=100)
    do(dora, "start", table="J1")
    assert dora.get("/staff/tables/J1")["can"]["void-round"]["possible"]
    do(dora, "hit", table="J1", seat=3, hand="three-suited-sevens")
    do(dora, "hits-done", table="J1")
    do(sue, "verify", hit="J1-1-3")
    do(mia, "confirm", hit="J1-1-3", swipe=swipe(site, "mia"), pin=PIN)
    do(sue, "pay", hit="J1-1-3", password=PASSWORD)
    said = dora.get("/staff/tables/J1")["can"]["void-round"]
    assert said == {
        "possible": False,
        "why": "round J1-1 can't be voided: J1-1-3 is PAID, that is its end",
        "rule": "PRG-0",
    }
    assert refused(sue, "void-round", table="J1", reason="misdeal")["rule"] == "PRG-0", "and the floor says the same"


def test_whoever_may_not_is_told_so_in_good_english(site: Site) -> None:
    eve, art = site.staff("eve"), site.staff("art")
    assert "you are an auditor" in art.call("POST", "/devices", {"table": "J1"}).json()["detail"]
    assert refused(art, "start", table="J1")["detail"].startswith("art is an auditor; start is for:")
    assert refused(eve, "sensor", table="J1", seat=1, amount=100)["detail"].startswith("eve is an executive; sensor")
    took_on = {"staff": "new", "name": "New", "role": "executive", "department": "tables", "password": PASSWORD}
    assert refused(site.staff("max"), "staff-add", **took_on)["detail"].endswith("an executive needs an executive")
