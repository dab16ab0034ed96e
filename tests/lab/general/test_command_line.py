"""Games from elsewhere at the command line: street by street, and estimated where they are too large."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from tests.kit.games import registered
from tests.sixth_game.game import HighCard, against
from upcard.cards.card import parse_cards, rank
from upcard.cli.main import app
from upcard.cli.waiting import waiting
from upcard.lab.analysis import LabError
from upcard.lab.general.asking import known_of
from upcard.lab.general.rounds.script import UNIT
from upcard.lab.kernels import silent
from upcard.lab.simulation import run as simulation
from upcard.lab.solvers import analyze
from upcard.lab.walking import solving
from upcard.lab.walking.solving import solve as walk
from upcard.rules.game import Wager
from upcard.rules.model import Model, Reads
from upcard.rules.needs import Amount, Script, Turn, Turns
from upcard.rules.paytable import PayTable
from upcard.rules.table import Seat, Table


class Modelled(HighCard):
    """High Card with a model: one card against one."""

    name: ClassVar[str] = "high-card-modelled"

    @classmethod
    def known_tables(cls) -> dict[str, dict[str, PayTable]]:  # type: ignore[override]  # those of the game it is
        return HighCard.known_tables()

    def model(self) -> Model | None:
        return Model(strength=_rank, side={"match": Reads(_match, "player, dealer")})


def _rank(cards: Sequence[int]) -> int:
    return rank(cards[0])


def _match(player: Sequence[int], dealer: Sequence[int]) -> bool:
    return against(player[0], dealer[0]) == "tie"


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    with registered(HighCard, Modelled):
        yield


def run(*words: str) -> Any:
    ran = CliRunner().invoke(app, [*words, "--json"])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


@pytest.mark.parametrize("ties", ["push", "dealer"])
def test_with_a_model_or_walked_it_is_the_same_game(ties: str) -> None:
    modelled, walked = (run("analyze", name, "--house", f"ties={ties}") for name in (Modelled.name, HighCard.name))
    assert modelled["exact"] is walked["exact"] is True
    assert modelled["total"]["ev"] == walked["total"]["ev"]
    assert {name: wager["ev"] for name, wager in modelled["wagers"].items()} == {
        name: wager["ev"] for name, wager in walked["wagers"].items()
    }
    advice = [run("advise", name, "--hand", "9s", "--house", f"ties={ties}") for name in (Modelled.name, HighCard.name)]
    assert advice[0] == advice[1]
    assert advice[0]["exact"] is True
    assert advice[0]["actions"][0]["cost"] == "0/1"


def test_limits_of_a_table_do_not_touch_the_mathematics() -> None:
    free, limited = (run("analyze", Modelled.name, *words) for words in ([], ["--house", "ante.max=5000"]))
    assert free["total"] == limited["total"]


def test_an_estimate_says_what_it_is() -> None:
    exact = analyze(HighCard.name).total
    assert exact is not None
    said = run("analyze", HighCard.name, "--estimate", "--rounds", "150")
    assert said["exact"] is False
    assert said["total"]["exact"] is False
    assert said["total"]["se"] > 0
    assert isinstance(said["total"]["ev"], float)
    assert abs(said["total"]["ev"] - float(exact.ev)) < 4 * said["total"]["se"]
    for wager in said["wagers"].values():
        assert wager["exact"] is False
        assert wager["se"] >= 0


def test_what_can_not_be_asked_is_said() -> None:
    for words, message in (
        (["--hand", "9s Ts"], "Leave them out"),
        (["--hand", "9s", "--made", "jump"], "can't jump now"),
        (["--hand", "9s", "--board", "9s"], "can't be there"),
    ):
        ran = CliRunner().invoke(app, ["advise", Modelled.name, *words])
        assert ran.exit_code == 2, ran.output
        assert message in ran.output
        assert "Traceback" not in ran.output
    assert Fraction(run("advise", Modelled.name, "--hand", "Ks")["actions"][0]["ev"]) > 0


def test_an_amount_is_refused_in_the_cents_that_it_was_said_in() -> None:
    class Amounts(Modelled):
        def _decide(self, t: Table, seat: Seat) -> Turns:
            ante = seat.bets["ante"]
            yield Turn(1, 1, (Amount("raise", "Raise", "r", "HIC-3", ante, 3 * ante, ante),))

    with pytest.raises(LabError, match=r"takes 100 to 300 cents for a unit of 100, in steps of 100, not 150 \(HIC-3\)"):
        known_of(Amounts(), parse_cards("9s"), made=[("raise", UNIT * 3 // 2)])


def test_bets_that_stand_beside_each_other_are_said_to_be_reckoned_together() -> None:
    class Beside(HighCard):
        wagers: ClassVar[tuple[Wager, ...]] = (
            Wager("ante", "Ante", "ante", "HIC-1", "Plays."),
            HighCard.wagers[1],
            Wager("match", "Match", "match", "HIC-5", "One rank."),
        )

        @classmethod
        def known_tables(cls) -> dict[str, dict[str, PayTable]]:  # type: ignore[override]  # those of the game it is
            return HighCard.known_tables()

    total = walk(Beside(deck=range(8)), silent).total
    assert total is not None
    assert total.note.startswith("all of these bets together, a unit on each: ante, match")
    one = walk(HighCard(deck=range(8)), silent).total
    assert one is not None
    assert "together" not in one.note


def test_compiling_is_said_with_the_first_word_of_the_lab_and_not_before_a_refusal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("upcard.lab.kernels.is_warm", lambda _: False)
    monkeypatch.setattr("upcard.lab.kernels.mark_warm", lambda _: None)
    with pytest.raises(LabError), waiting(Modelled.name):
        raise LabError("no")
    assert capsys.readouterr().err == ""
    with waiting(Modelled.name) as tell:
        tell("one")
        tell("two")
    assert capsys.readouterr().err.count("compiling, the first time only") == 1


class NoDecisions(Modelled):
    """One card each, and nothing to decide."""

    name: ClassVar[str] = "no-decisions"

    def model(self) -> None:
        return None

    def play(self, t: Table) -> Script:
        for hand in (*(seat.hand for seat in t.in_order()), t.dealer):
            yield from t.deal(hand, 1, "everybody")
        for seat in t.right_to_left():
            paid = against(seat.cards[0], t.dealer.cards[0])
            for wager in seat.bets:
                t.settle(seat.number, wager, paid if wager == "ante" else "other", "HIC-4")


def test_what_is_too_large_is_simulated_without_exact_figures_or_by_a_strategy_of_ones_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solving, "MOST_ROUNDS", 10)
    monkeypatch.setattr(simulation, "FEWEST", 100)
    with registered(NoDecisions):
        played = CliRunner().invoke(app, ["simulate", "no-decisions", "--rounds", "200", "--seed", "1", "--json"])
        assert played.exit_code == 0, played.output
        assert json.loads(played.stdout)["rounds"] == 200
        assert "too large to be exact; these are simulated figures alone" in played.stderr
    refused = CliRunner().invoke(app, ["simulate", HighCard.name, "--rounds", "200"])
    assert "`--strategy FILE.toml` simulates it by a strategy of yours" in " ".join(refused.stderr.split())
