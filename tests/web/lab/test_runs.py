"""Long work over HTTP: followed on its stream, stopped with what there is, the same numbers as in a terminal."""

import io
import json
import zipfile
from fractions import Fraction
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.kit.site import Browser, Site
from upcard.lab.design.designing import design
from upcard.lab.design.targets import Targets, read_bounds
from upcard.lab.simulation.report import simulate_game
from upcard.rules.registry import game
from upcard.web.lab import seating

Json = dict[str, Any]
POKER = {"game": "three-card-poker"}
PATIENCE = 180


def followed(lab: Site, browser: Browser, path: str, body: Json) -> tuple[Json, list[Json]]:
    """A run to its end, with what its stream said on the way."""
    begun = browser.ok("POST", path, body)
    stream = lab.socket(f"/lab/runs/{begun['id']}/stream")
    heard = stream.until(lambda said: said["type"] == "run" and said["run"]["state"] in OVER, PATIENCE)
    assert heard[0]["type"] == "hello"
    with pytest.raises(ConnectionClosed):
        stream.next()
    run: Json = heard[-1]["run"]
    assert browser.get(f"/lab/runs/{run['id']}") == run
    return run, [said["run"] for said in heard if said["type"] == "run"]


OVER = {"done", "failed", "stopped"}


def test_tables_by_design_are_those_of_the_terminal(lab: Site) -> None:
    run, _ = followed(lab, lab.browser(), "/lab/designs", {"variant": POKER, "wager": "pair-plus", "edge": "2%..3%"})
    targets = Targets(read_bounds("--edge", "2%..3%", percent=True))
    assert run["result"] == design(game("three-card-poker")(), "pair-plus", targets).to_json()
    assert run["command"] == "upcard design three-card-poker pair-plus --edge=2%..3%"
    assert all(Fraction(2, 100) <= -Fraction(table["ev"]) <= Fraction(3, 100) for table in run["result"]["tables"])


def test_a_simulation_says_how_far_it_is_and_comes_to_the_same_rounds(lab: Site) -> None:
    asked = {"variant": POKER, "rounds": 300_000, "seed": "lab"}
    run, heard = followed(lab, lab.browser(), "/lab/simulations", asked)
    expected = simulate_game("three-card-poker", rounds=300_000, seed="lab").to_json()
    assert run["result"]["wagers"] == expected["wagers"]
    assert run["result"]["checks"] == expected["checks"]
    line = run["result"]["line"]
    assert (line[-1]["rounds"], run["result"]["stopped"]) == (300_000, False)
    assert len(run["result"]["fan"]["lines"]) == 50
    assert any(one["so_far"].get("rounds") for one in heard)
    again = lab.browser().ok("POST", "/lab/simulations", asked)
    assert (again["id"], again["state"]) == (run["id"], "done"), "what is known is not played again"


def test_a_simulation_is_stopped_and_kept(lab: Site) -> None:
    browser = lab.browser()
    begun = browser.ok("POST", "/lab/simulations", {"variant": POKER, "rounds": 50_000_000, "seed": "stop"})
    stream = lab.socket(f"/lab/runs/{begun['id']}/stream")
    stream.until(lambda said: said["type"] == "run" and bool(said["run"]["so_far"].get("rounds")), PATIENCE)
    assert browser.call("DELETE", f"/lab/runs/{begun['id']}").status_code == 200
    run = stream.until(lambda said: said["type"] == "run" and said["run"]["state"] in OVER, PATIENCE)[-1]["run"]
    assert run["state"] == "stopped"
    assert 0 < run["result"]["rounds"] < 50_000_000
    assert run["result"]["stopped"]


def test_a_client_has_two_runs_at_a_time_and_one_that_waits_can_be_taken_back(lab: Site) -> None:
    browser = lab.browser()
    long = [{"variant": POKER, "rounds": 50_000_000, "seed": f"many {n}"} for n in range(3)]
    first, second = (browser.ok("POST", "/lab/simulations", body) for body in long[:2])
    answer = browser.call("POST", "/lab/simulations", long[2])
    assert answer.status_code == 429
    assert "2 runs of yours" in answer.json()["detail"]
    assert lab.guest("Anna").ok("POST", "/lab/simulations", long[2])["before"] == 2, (
        "another client has a place in line"
    )
    for run in (second, first):
        browser.ok("DELETE", f"/lab/runs/{run['id']}")
    waited = lab.socket(f"/lab/runs/{second['id']}/stream")
    assert (
        waited.until(lambda said: said["type"] == "run" and said["run"]["state"] in OVER)[-1]["run"]["result"] is None
    )
    for run in lab.app.state.lab.runs._runs.values():
        lab.server.loop.call_soon_threadsafe(lab.app.state.lab.runs.stop, run)


def test_a_year_of_a_meter_ends_where_its_hits_left_it(lab: Site) -> None:
    meters = {"three-card-poker": {"start": 500_000, "reset": 500_000, "rate": 200_000}}
    asked = {"variant": POKER, "wager": "progressive", "meters": meters, "bets": 50}
    run, _ = followed(lab, lab.browser(), "/lab/years", asked)
    found = run["result"]
    rounds = 50 * 365
    fed = found["stake"] * 0.2 * rounds
    paid, reseeded = found["paid"].get("three-card-poker", 0), found["reseeded"].get("three-card-poker", 0)
    assert found["stands_at"]["three-card-poker"] == pytest.approx(500_000 + fed + reseeded - paid, abs=1)
    assert found["line"][-1]["dollars"] * 100 == pytest.approx(found["stands_at"]["three-card-poker"], abs=1)
    assert run["command"].endswith("--bets ante=100 --bets progressive=100")
    wrong = lab.browser().call("POST", "/lab/years", {**asked, "wager": "pair-plus"})
    stream = lab.socket(f"/lab/runs/{wrong.json()['id']}/stream")
    run = stream.until(lambda said: said["type"] == "run" and said["run"]["state"] in OVER, PATIENCE)[-1]["run"]
    assert (run["state"], "is paid from no meter" in run["words"]) == ("failed", True)


def test_a_report_is_fetched_in_all_its_forms(lab: Site) -> None:
    browser = lab.browser()
    run, _ = followed(lab, browser, "/lab/reports", {"variant": POKER})
    assert run["files"] == ["report.html", "report.json", "report.pdf", "report.xlsx"]
    got = {name: browser.http.get(f"/lab/runs/{run['id']}/files/{name}") for name in run["files"]}
    assert got["report.pdf"].content.startswith(b"%PDF-")
    said = json.loads(got["report.json"].content)
    assert said["analysis"]["total"]["ev"] == "-686689/20358520"
    assert "sandbox" in got["report.html"].headers["content-security-policy"]
    sheets = zipfile.ZipFile(io.BytesIO(got["report.xlsx"].content)).namelist()
    assert sum(name.startswith("xl/worksheets/sheet") for name in sheets) > 10
    missing = browser.call("GET", f"/lab/runs/{run['id']}/files/report.doc")
    assert missing.status_code == 404


def test_targets_that_can_t_be_read_fail_in_words_and_a_run_that_is_not_there_is_not_found(lab: Site) -> None:
    asked = {"variant": POKER, "wager": "pair-plus", "edge": "lots"}
    begun = lab.browser().ok("POST", "/lab/designs", asked)
    stream = lab.socket(f"/lab/runs/{begun['id']}/stream")
    run = stream.until(lambda said: said["type"] == "run" and said["run"]["state"] in OVER, PATIENCE)[-1]["run"]
    assert (run["state"], "is no range" in run["words"]) == ("failed", True)
    assert lab.browser().call("GET", "/lab/runs/nothing").status_code == 404
    gone = lab.socket("/lab/runs/nothing/stream")
    with pytest.raises(ConnectionClosed) as closed:
        gone.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_a_variant_becomes_a_table_in_a_demo_and_a_proposal_elsewhere(
    lab: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = lab.guest("Ben")
    asked = {"game": "three-card-poker", "house": {"pair-plus-on-fold": "loses"}}
    assert player.call("POST", "/lab/tables", asked).status_code == 403, "this house is no demo"
    proposed = lab.staff("sam").ok("POST", "/lab/tables", asked)
    assert proposed["proposal"] in lab.service.mirror.state.proposals
    lab.app.state.wallet = object()
    try:
        made = player.ok("POST", "/lab/tables", asked)["table"]
        assert player.ok("POST", "/lab/tables", asked)["table"] == made
        found = player.get(f"/tables/{made}")
        assert {s["name"]: s["value"] for s in found["settings"]}["pair-plus-on-fold"] == "loses"
        assert found["lab"] == "/lab/three-card-poker?house.pair-plus-on-fold=loses"
        player.ok("POST", f"/tables/{made}/seats/1")
        player.ok("PUT", f"/tables/{made}/seats/1/bets", {"wagers": {"ante": 500}})
        player.wait(made, lambda state: state["phase"] in {"acting", "settled"})
        alone = {"game": "blackjack", "house": {"decks": "infinite"}}
        assert player.call("POST", "/lab/tables", alone).status_code == 409
        # A round is open on the link that this one would join: whoever wants to sit down does not wait for its end.
        monkeypatch.setattr(seating, "PATIENCE", 0.1)
        player.ok("POST", "/tables/three-card-poker/seats/1")
        player.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}})
        player.wait("three-card-poker", lambda state: state["phase"] == "acting")
        opened = player.ok("POST", "/lab/tables", {"game": "three-card-poker"})["table"]
        assert player.get(f"/tables/{opened}")["id"] == opened
        assert not [one for one in lab.service.mirror.state.proposals.values() if one.approved_by]
    finally:
        del lab.app.state.wallet
