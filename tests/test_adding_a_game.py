"""docs/adding-a-game.md, proved: a game that stands in this folder alone is played, settled, recorded and replayed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.kit.games import registered
from tests.sixth_game.game import HighCard
from upcard.cards.card import parse_cards
from upcard.cli.main import app
from upcard.rounds.record import round_from_json, round_to_json
from upcard.rounds.round import Round
from upcard.rounds.view import view
from upcard.rules.needs import Act, Illegal
from upcard.rules.registry import game
from upcard.rules.rulebook import rule, rules_of_game
from upcard.rules.settings import SettingError

HERE = Path(__file__).parent
PAGE = (HERE.parent / "docs" / "adding-a-game.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def sixth_game() -> Iterator[None]:
    with registered(HighCard):
        yield


def played(player: str, dealer: str, move: str, **house: str) -> Round:
    round_ = Round(game("high-card")(house), {1: {"ante": 1000, "match": 100}})
    round_.deal(parse_cards(player))
    round_.deal(parse_cards(dealer))
    round_.act(Act(1, 1, move))
    return round_


@pytest.mark.parametrize(("language", "file"), [("python", "game.py"), ("toml", "paytables.toml")])
def test_the_page_shows_the_game_as_it_stands(language: str, file: str) -> None:
    blocks = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert (HERE / "sixth_game" / file).read_text("utf-8") in blocks


@pytest.mark.parametrize(
    ("player", "dealer", "move", "house", "lines"),
    [
        ("9s", "8d", "raise", {}, [("ante", "win", 2000), ("raise", "win", 2000), ("match", "other", 0)]),
        ("8s", "9d", "raise", {}, [("ante", "lose", 0), ("raise", "lose", 0), ("match", "other", 0)]),
        ("9s", "9d", "raise", {}, [("ante", "tie", 1000), ("raise", "tie", 1000), ("match", "match", 1300)]),
        (
            "9s",
            "9d",
            "raise",
            {"ties": "dealer"},
            [("ante", "lose", 0), ("raise", "lose", 0), ("match", "match", 1300)],
        ),
        ("9s", "9d", "fold", {}, [("ante", "fold", 0), ("match", "match", 1300)]),
    ],
)
def test_it_settles(
    player: str, dealer: str, move: str, house: dict[str, str], lines: list[tuple[str, str, int]]
) -> None:
    round_ = played(player, dealer, move, **house)
    assert [(line.wager, line.outcome, line.returned) for line in round_.lines] == lines


def test_it_refuses_what_its_data_forbid() -> None:
    with pytest.raises(Illegal, match=r"Ante is compulsory \(HIC-1\)"):
        Round(game("high-card")(), {1: {"match": 100}})
    with pytest.raises(SettingError, match=r"ties can't be 'player'; it is push \| dealer"):
        game("high-card")({"ties": "player"})
    round_ = Round(game("high-card")(), {1: {"ante": 1000}})
    round_.deal(parse_cards("9s"))
    with pytest.raises(Illegal, match="9s can't be dealt"):
        round_.deal(parse_cards("9s"))


def test_the_dealers_card_stays_hidden_until_it_is_shown() -> None:
    round_ = Round(game("high-card")(), {1: {"ante": 1000}, 2: {"ante": 500}})
    for cards in ("9s", "Kh", "Ad"):
        round_.deal(parse_cards(cards))
    seen = json.dumps(view(round_, {1}))
    assert "9s" in seen
    assert "nine" in seen
    assert not any(hidden in seen for hidden in ("Kh", "king", "Ad", "ace"))


def test_it_is_recorded_and_replayed() -> None:
    record = json.loads(json.dumps(round_to_json(played("9s", "8d", "raise"))))
    assert round_from_json(record).lines == played("9s", "8d", "raise").lines


SCENARIO = {
    "game": "high-card",
    "dealer": "9d",
    "seats": [
        {"seat": 1, "cards": "9s", "wagers": {"ante": 1000, "match": 100}, "actions": [["raise"]]},
        {"seat": 4, "cards": "Ks", "wagers": {"ante": 500}, "actions": [["fold"]]},
    ],
}


def test_settle_knows_it() -> None:
    ran = CliRunner().invoke(app, ["settle", "-"], input=json.dumps(SCENARIO))
    assert ran.exit_code == 0, ran.output
    settled = json.loads(ran.stdout)
    totals = [(seat["seat"], seat["staked"], seat["returned"]) for seat in settled["seats"]]
    assert totals == [(1, 2100, 3300), (4, 500, 0)]
    assert settled["dealer"] == {"cards": "9d", "label": "nine"}


def test_the_terminal_plays_it() -> None:
    typed = ["10", "5", "x", "r", "q"]  # the Ante, the Match, a wrong key, raise, leave
    ran = CliRunner().invoke(app, ["play", "high-card", "--plain", "--seed", "7"], input="\n".join([*typed, ""]))
    assert ran.exit_code == 0, ran.output
    assert "You can type r for Raise, $10, f for Fold" in ran.output
    assert "You put $10 on Raise." in ran.output
    assert "HIC-4" in ran.output
    assert "HIC-5" in ran.output
    assert "after 1 round" in ran.output


def test_its_own_page_explains_its_rules() -> None:
    found = rule("HIC-5")
    assert found is not None
    assert (found.section, found.text[:22]) == ("High Card (HIC)", "The Match pays 12 to 1")
    ids = [one.id for one in rules_of_game(game("high-card")())]
    assert ids[:5] == ["HIC-1", "HIC-2", "HIC-3", "HIC-4", "HIC-5"]
    assert ids[5].startswith("GEN-")
    typed = ["10", "", "r?", "?", "r", "q"]
    ran = CliRunner().invoke(app, ["play", "high-card", "--plain", "--seed", "7"], input="\n".join([*typed, ""]))
    assert "The player raises by an amount equal to the Ante" in ran.output


def test_rules_describe_it() -> None:
    ran = CliRunner().invoke(app, ["rules", "high-card"])
    assert ran.exit_code == 0, ran.output
    words = "raises by an amount equal to the Ante"
    for said in ("High Card", "HIC-3", words, "Your card and the", "push | dealer", "12 to 1", "docs/adding-a-game.md"):
        assert said in ran.output
