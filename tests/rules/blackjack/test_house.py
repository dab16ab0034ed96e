"""What a house can choose, and what is refused (contract: settings and pay tables of blackjack)."""

from pathlib import Path

import pytest

from tests.kit.blackjack import Felt
from upcard.rules.blackjack import Blackjack
from upcard.rules.needs import Illegal
from upcard.rules.paytable import PayTableError
from upcard.rules.registry import game as find_game
from upcard.rules.settings import SettingError


def test_the_registry_finds_it() -> None:
    assert find_game("blackjack") is Blackjack


def test_the_settings_of_the_contract_and_their_defaults() -> None:
    own = {setting.name: (setting.default, setting.values) for setting in Blackjack.settings}
    assert own == {
        "decks": (6, (1, 2, 3, 4, 5, 6, 7, 8, "infinite")),
        "soft-17": ("stand", ("stand", "hit")),
        "max-hands": (3, (2, 3, 4)),
        "resplit-aces": ("no", ("no", "yes")),
        "double": ("any", ("any", "9-11", "10-11", "none")),
        "double-after-split": ("yes", ("yes", "no")),
        "surrender": ("late", ("late", "none")),
        "blackjack-pays": ("3:2", ("3:2", "6:5", "1:1", "2:1")),
        "smallest-chip": (None, ()),
        "penetration": (75, ()),
        "third-card": ("stops", ("stops", "always")),
    }


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("decks", 9),
        ("max-hands", 5),
        ("max-hands", 1),
        ("double", "8-11"),
        ("surrender", "early"),
        ("blackjack-pays", "7:5"),
        ("penetration", 0),
        ("penetration", 101),
        ("soft17", "hit"),
        ("envy.min", 5),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(setting: str, value: object) -> None:
    with pytest.raises(SettingError, match=setting):
        Blackjack({setting: value})


@pytest.mark.rule("BJK-11")
def test_the_cut_card_can_stand_anywhere_in_the_shoe() -> None:
    assert [Blackjack({"penetration": at}).house["penetration"] for at in (1, 100)] == [1, 100]


@pytest.mark.parametrize("house", [{"decks": "infinite"}, {"third-card": "always"}])
def test_assumptions_of_an_analysis_are_not_dealt_with(house: dict[str, object]) -> None:
    game = Blackjack(house)
    with pytest.raises(SettingError, match="for analysis only"):
        game.refuse_lab_only()
    assert game.deck_counts == dict.fromkeys(range(52), 1 if "decks" in house else 6)
    Blackjack().refuse_lab_only()


def test_a_custom_table_stands_over_what_a_blackjack_pays(tmp_path: Path) -> None:
    own = tmp_path / "generous.toml"
    rows = {**Blackjack().table_of("bet").texts(), "blackjack": "5 to 2"}
    own.write_text('wager = "bet"\n[pays]\n' + "\n".join(f'{row} = "{pay}"' for row, pay in rows.items()))
    assert Felt("As Kh | 9d 8c", pays={"bet": str(own)}).outcome() == ("blackjack", 3500)
    assert Felt("As Kh | 9d 8c", pays={"bet": "6:5"}).outcome() == ("blackjack", 2200)


def test_a_table_without_a_row_is_refused() -> None:
    rows = {"pays": {"blackjack": "3 to 2", "win": "1 to 1", "push": "push", "lose": "lose", "bust": "lose"}}
    with pytest.raises(PayTableError, match="misses even-money, surrender and invents bust"):
        Blackjack(pays={"bet": rows})


@pytest.mark.rule("GEN-5")
def test_seven_seats_and_any_of_them_empty() -> None:
    Blackjack().open({seat: {"bet": 1000} for seat in range(1, 8)})
    Blackjack().open({7: {"bet": 1000}, 2: {}})
    for wrong in (0, 8):
        with pytest.raises(Illegal, match="seats 1 to 7"):
            Blackjack().open({wrong: {"bet": 1000}})


def test_every_pay_table_names_its_source() -> None:
    tables = Blackjack.known_tables()
    assert {wager: list(named) for wager, named in tables.items()} == {
        "bet": ["3:2", "6:5", "1:1", "2:1"],
        "insurance": ["presque-isle"],
        "21+3": ["presque-isle"],
        "in-between": ["presque-isle"],
        "blazing-sevens": ["manual"],
    }
    assert all(table.source for named in tables.values() for table in named.values())
