"""The demo's own staff: a floor that nobody looks after goes on by itself."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.site import Site
from tests.sixth_game.game import HighCard
from upcard.floor.state import PAID, UNRESOLVED
from upcard.rules.registry import register, unregister
from upcard.web.demo import demo

TABLE = demo.LIVE


def press(site: Site, do: str, **said: Any) -> None:
    assert site.run(site.service.order(f"device:{TABLE}", do, table=TABLE, **said)) is None, do


def test_two_jackpots_of_one_round_do_not_wait_for_each_other(
    new_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The later button may be the first to be paid (PRG-4): whichever stands first in the list, both are paid."""
    monkeypatch.setattr(demo, "PATIENCE", 0.0)
    site = new_site()
    for seat in (1, 3):
        press(site, "sensor", seat=seat, amount=100)
    press(site, "start")
    for seat in (3, 1):
        press(site, "hit", seat=seat, hand="three-suited-sevens")
    press(site, "hits-done")
    staff, service = demo.Demo(site.database), site.service
    for _ in range(10):
        site.run(staff.look(service))
    assert [hit.state for hit in service.mirror.state.hits.values()] == [PAID, PAID]
    seq = service.seq()
    site.run(staff.look(service))
    assert service.seq() == seq


def test_what_cannot_be_done_yet_is_not_tried_over_and_over(
    new_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button without HITS DONE: nobody can verify it, and the ledger is not filled with trying."""
    monkeypatch.setattr(demo, "PATIENCE", 0.0)
    site = new_site()
    press(site, "sensor", seat=1, amount=100)
    press(site, "start")
    press(site, "hit", seat=1, hand="three-suited-sevens")
    staff, service = demo.Demo(site.database), site.service
    seq = service.seq()
    for _ in range(3):
        site.run(staff.look(service))
    assert [hit.state for hit in service.mirror.state.hits.values() if hit.state in UNRESOLVED]
    assert service.seq() == seq


def test_a_game_that_was_installed_since_gets_a_table_once(new_site: Callable[..., Site]) -> None:
    site = new_site()
    staff, service = demo.Demo(site.database), site.service
    register(HighCard)
    try:
        assert site.run(staff.open_installed(service)).count(HighCard.name) == 1
        assert service.mirror.state.tables[HighCard.name].game == HighCard.name
        assert site.run(staff.open_installed(service)) == []
    finally:
        unregister(HighCard.name)
