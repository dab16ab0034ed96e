"""The lab on a Dask cluster: the same to the cent as one process, whoever leaves or joins while it plays."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from tests.kit.cli import UPCARD, refused
from tests.kit.edges import expectations
from tests.sixth_game.game import HighCard
from upcard.lab.analysis import LabError
from upcard.lab.cluster import dask_cluster, sweeps
from upcard.lab.cluster.dask_cluster import DaskCluster
from upcard.lab.cluster.doing import do
from upcard.lab.cluster.sameness import Sameness, difference, here
from upcard.lab.crew import refuse_workers
from upcard.lab.simulation.jackpots.answer import answer as jackpots
from upcard.lab.simulation.jackpots.link import link_of
from upcard.lab.simulation.jackpots.years import Traffic
from upcard.lab.simulation.meters import SimulatedMeter
from upcard.lab.simulation.report import simulate_game
from upcard.lab.simulation.results.tally import Tallies
from upcard.lab.simulation.run import parts
from upcard.lab.simulation.sessions import simulated
from upcard.lab.simulation.sessions.question import SessionQuestion
from upcard.lab.simulation.sessions.simulated import play
from upcard.lab.simulation.setup import STRETCH
from upcard.lab.simulation.table import Results, run, table
from upcard.lab.solvers import analyze
from upcard.rules import registry
from upcard.rules.three_card_poker.game import ThreeCardPoker

DOCS = Path(__file__).parents[3] / "docs"
ROUNDS = 9 * STRETCH + 77


@pytest.fixture(scope="module")
def cluster() -> Iterator[DaskCluster]:
    with DaskCluster.open("local", 2) as found:
        yield found


def without_time(found: Results) -> dict[str, Any]:
    return {name: said for name, said in found.to_json().items() if name not in {"seconds", "engine"}}


def test_seats_strategies_and_meters_come_to_the_same_cent(cluster: DaskCluster) -> None:
    bets = {"ante": 100, "pair-plus": 200, "progressive": 100}
    setup = table(
        "three-card-poker", seats=3, bets=bets, strategies=["optimal", "always-play"], seed="many", metered=True
    )
    meters = {"three-card-poker": SimulatedMeter(1_000_000, 500_000, 150_000)}
    alone, together = (run(setup, ROUNDS, workers=who, meters=meters) for who in (1, cluster))
    assert without_time(together) == without_time(alone)
    assert together.meters == alone.meters
    assert (alone.engine, together.engine) == ("kernel", "cluster")
    assert together.to_json()["engine"] == "cluster"


def test_beside_the_exact_figures_too(cluster: DaskCluster) -> None:
    alone, together = (
        simulate_game("three-card-poker", rounds=ROUNDS, seed="3", jobs=who).to_json() for who in (1, cluster)
    )
    assert (alone.pop("engine"), together.pop("engine")) == ("kernel", "cluster")
    assert {**together, "seconds": 0} == {**alone, "seconds": 0}


def test_by_the_script_too(cluster: DaskCluster) -> None:
    setup = table("three-card-blitz", strategies=["always-play"], seed="script")
    alone, together = (run(setup, 500, engine="round", workers=who) for who in (1, cluster))
    assert without_time(together) == without_time(alone)


def test_sessions_are_cut_anywhere(cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that begins in the middle of a stretch is played from there, wherever; the way is kept of the first."""
    monkeypatch.setattr(simulated, "MOST", 500)
    setup = table("three-card-poker", strategies=["always-play"], seed="cut")
    asked = SessionQuestion(setup, 3_000, 333, stop_win=2_000)
    alone, together = (play(asked, 200, sessions=700, engine="kernel", workers=who) for who in (1, cluster))
    assert np.array_equal(alone.ends, together.ends)
    assert np.array_equal(alone.levels, together.levels)
    assert len(alone.levels) == 500
    assert (alone.sessions, together.engine) == (700, "cluster")


def test_years_of_a_jackpot(cluster: DaskCluster) -> None:
    link = link_of({"meters": {"three-card-poker": {"base": 500_000, "reset": 100_000, "increment": 150_000}}}, {}, {})
    alone, together = (jackpots(link, Traffic(3, 5, 30), seed="y", trials=21, workers=who) for who in (1, cluster))
    assert together.years == alone.years
    assert alone.years.trials == 21


def test_a_sweep_of_the_exact_lab(cluster: DaskCluster) -> None:
    tables = ThreeCardPoker.known_tables()["pair-plus"]
    asked: list[sweeps.Asked] = [("three-card-poker", {}, {"pair-plus": name}) for name in tables]
    assert [expectations(said) for said in sweeps.analyses(cluster, asked)] == [
        expectations(analyze(*one).to_json()) for one in asked
    ]


def test_a_worker_killed_in_the_middle_and_one_added_change_nothing(cluster: DaskCluster) -> None:
    setup = table("three-card-poker", strategies=["always-play"], seed="killed")
    rounds = 160 * STRETCH
    alone, together, killed = Tallies(), Tallies(), 0
    for part in parts(setup, rounds):
        alone.merge(part)
    for part in parts(setup, rounds, workers=cluster):
        together.merge(part)
        if not killed:
            killed = next(iter(cluster.client.run(os.getpid).values()))
            os.kill(killed, signal.SIGKILL)  # its work is on the way, and more waits for it
    assert together.rounds == rounds
    assert together == alone
    cluster.client.wait_for_workers(2)  # somebody new has come in its place
    assert killed not in cluster.client.run(os.getpid).values()


def test_whoever_interrupts_gets_what_has_come_out(cluster: DaskCluster) -> None:
    said: list[str] = []

    def hear(doing: str) -> None:
        said.append(doing)
        if len(said) == 3:
            raise KeyboardInterrupt

    setup = table("three-card-poker", strategies=["always-play"], seed="ctrl-c")
    found = run(setup, ROUNDS, workers=cluster, progress=hear)
    assert 0 < found.tallies.rounds < ROUNDS
    assert f"{found.tallies.rounds:,} of {ROUNDS:,} rounds" in said[-1]
    again = run(setup, found.tallies.rounds)
    for tallies in (found.tallies, again.tallies):
        for course in tallies.courses.values():
            course.looks.clear()  # how far apart they are goes by the rounds that were asked for
    assert found.tallies == again.tallies


def test_a_worker_that_means_something_else_is_refused(cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    own = here()
    other = Sameness(own.version, "0123456789abcdef")
    monkeypatch.setattr(dask_cluster, "here", lambda games=(): other)
    for tried in (cluster.check_workers, lambda: run(table("three-card-poker"), ROUNDS, workers=cluster)):
        with pytest.raises(LabError, match=r"is refused: it has Upcard .* with rules .*, and this command is") as found:
            tried()
        assert own.sources in str(found.value)
        assert other.sources in str(found.value)


def test_a_game_of_ones_own_has_to_be_there_too(cluster: DaskCluster) -> None:
    registry.register(HighCard)
    try:
        with pytest.raises(LabError, match="it has no game 'high-card'; install the package"):
            run(table("high-card"), 10, workers=cluster)
        own = here(["high-card", "blackjack"])
        assert [name for name, _ in own.games] == ["high-card"]
        assert difference(own) == ""
        how, why = do(Sameness(own.version, own.sources, (("high-card", "0" * 16),)), b"")
        assert (how, "its 'high-card' is not the one that is here" in why) == ("differs", True)
    finally:
        registry.unregister("high-card")


def test_what_is_wrong_on_a_worker_comes_back_in_words(cluster: DaskCluster) -> None:
    with pytest.raises(LabError, match=r"^0 processes play nothing"):
        list(cluster.each(refuse_workers, [(1,), (0,)]))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:1", r"no Dask scheduler answers at tcp://127\.0\.0\.1:1: .*start one with `dask scheduler`"),
        ("nowhere", "'nowhere' is no cluster's address; write tcp://HOST:8786"),
        ("tcp://[::1:8786", "is no cluster's address"),
        ("no-such-file.json", r"no scheduler file no-such-file\.json; `dask scheduler --scheduler-file"),
    ],
)
def test_a_cluster_that_can_t_be_reached_is_said_at_once(address: str, said: str) -> None:
    assert re.search(said, refused("simulate", "three-card-poker", "--seats", "2", "--cluster", address))


def test_a_cluster_s_workers_are_not_counted_here() -> None:
    said = refused(
        "session", "blackjack", "--bankroll", "5000", "--rounds", "9", "--workers", "3", "--cluster", "tcp://x:1"
    )
    assert said.startswith("--workers counts processes of this machine")
    assert "--all" in refused("par", "blackjack", "-o", "x.json", "--cluster", "local")


@pytest.mark.torture  # four processes that import Dask, one after another: 10 s
def test_the_lines_of_the_docs_make_a_cluster(tmp_path: Path) -> None:
    """What docs/cluster.md says to type for machines that are reached by SSH, all of them this one."""
    text = (DOCS / "cluster.md").read_text("utf-8")
    scheduler, worker = (re.search(rf"dask {what}[^'\n]*", text) for what in ("scheduler --port", "worker tcp:"))
    assert scheduler is not None
    assert worker is not None
    started: list[subprocess.Popen[str]] = []

    def start(line: str, waits_for: str) -> subprocess.Popen[str]:
        words = line.split()
        log = subprocess.Popen(
            [str(UPCARD.with_name("dask")), *words[1:]], cwd=tmp_path, stderr=subprocess.PIPE, text=True
        )
        started.append(log)
        assert log.stderr is not None
        assert any(waits_for in said for said in log.stderr)
        return log

    try:
        at_any_port = re.sub(r"--port \d+", "--port 0 --host 127.0.0.1 --scheduler-file here.json", scheduler[0])
        start(at_any_port, "Scheduler at:")
        joins = re.sub(r"tcp://\S+", "--scheduler-file here.json", worker[0])
        first = start(joins, "Registered to")
        ask = [
            str(UPCARD), "simulate", "three-card-poker", "--strategy", "always-play", "--rounds", "3000000", "--seed",
            "7", "--json",
        ]  # fmt: skip
        alone = subprocess.run(ask, capture_output=True, text=True, check=True)
        running = subprocess.Popen(
            [*ask, "--cluster", "here.json"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        first.kill()
        start(joins, "Registered to")
        together, complaints = running.communicate(timeout=120)
        assert running.returncode == 0, complaints
    finally:
        for process in started:
            process.kill()
            process.wait()
    same = re.compile(r'"(seconds|engine)": [^,]*,')
    assert same.sub("", together) == same.sub("", alone.stdout)


def test_the_pages_for_other_machines_are_at_least_well_formed(tmp_path: Path) -> None:
    """YAML that has a scheduler, its service and workers; a job that a shell can read."""
    text = (DOCS / "cluster.md").read_text("utf-8")
    manifests = list(yaml.safe_load_all(text.split("```yaml\n")[1].split("```")[0]))
    assert [one["kind"] for one in manifests] == ["Deployment", "Service", "Deployment"]
    command = manifests[2]["spec"]["template"]["spec"]["containers"][0]["command"]
    assert f"tcp://{manifests[1]['metadata']['name']}:{manifests[1]['spec']['ports'][0]['port']}" in command
    job = tmp_path / "job"
    job.write_text(text.split("```sh\n")[1].split("```")[0])
    assert subprocess.run(["sh", "-n", str(job)], check=False).returncode == 0
