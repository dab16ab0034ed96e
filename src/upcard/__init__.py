"""Upcard: casino table games, played, settled to the cent and analysed exactly. Play money only.

What is listed here is public and stays as `docs/python.md` promises; every other module may change at any time. A name
is loaded when it is first asked for, so that settling a hand never waits for a compiler or a web framework.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from upcard.cards.card import RANK_NAMES as RANK_NAMES
    from upcard.cards.card import RANKS as RANKS
    from upcard.cards.card import SUIT_NAMES as SUIT_NAMES
    from upcard.cards.card import CardError as CardError
    from upcard.cards.card import Cards as Cards
    from upcard.cards.card import parse_card as parse_card
    from upcard.cards.card import parse_cards as parse_cards
    from upcard.cards.card import rank as rank
    from upcard.cards.card import suit as suit
    from upcard.cards.evaluators import Best as Best
    from upcard.cards.evaluators import BySuit as BySuit
    from upcard.cards.evaluators import Named as Named
    from upcard.cards.poker import best_five as best_five
    from upcard.cards.poker import best_five_category as best_five_category
    from upcard.cards.poker import five_card as five_card
    from upcard.cards.poker import five_card_category as five_card_category
    from upcard.cards.poker import five_card_name as five_card_name
    from upcard.cards.poker import four_card as four_card
    from upcard.cards.poker import four_card_category as four_card_category
    from upcard.cards.poker import four_card_name as four_card_name
    from upcard.cards.poker import shoe_strength as shoe_strength
    from upcard.cards.poker import three_card as three_card
    from upcard.cards.poker import three_card_category as three_card_category
    from upcard.cards.poker import three_card_name as three_card_name
    from upcard.cards.shoe import Shoe as Shoe
    from upcard.cards.shoe import decks as decks
    from upcard.cards.shuffle import SeededSource as SeededSource
    from upcard.cards.shuffle import SystemSource as SystemSource
    from upcard.extras import MissingExtra as MissingExtra
    from upcard.face import advise as advise
    from upcard.face import analyze as analyze
    from upcard.face import games as games
    from upcard.face import record as record
    from upcard.face import replay as replay
    from upcard.face import session as session
    from upcard.face import simulate as simulate
    from upcard.lab.advice import Advice as Advice
    from upcard.lab.analysis import Analysis as Analysis
    from upcard.lab.analysis import LabError as LabError
    from upcard.lab.analysis import WagerAnalysis as WagerAnalysis
    from upcard.lab.registry import Lab as Lab
    from upcard.lab.simulation.report import Simulation as Simulation
    from upcard.rounds.dealing import deal_on as deal_on
    from upcard.rounds.enumerate import paths as paths
    from upcard.rounds.record import RecordError as RecordError
    from upcard.rounds.record import show_cards as show_cards
    from upcard.rounds.round import Round as Round
    from upcard.rounds.scenario import ScenarioError as ScenarioError
    from upcard.rounds.scenario import settle as settle
    from upcard.rounds.view import view as view
    from upcard.rules.blackjack.points import blackjack_total as blackjack_total
    from upcard.rules.events import Event as Event
    from upcard.rules.events import Line as Line
    from upcard.rules.features import Feature as Feature
    from upcard.rules.features import HandSight as HandSight
    from upcard.rules.features import flag as flag
    from upcard.rules.game import Game as Game
    from upcard.rules.game import Sight as Sight
    from upcard.rules.game import Wager as Wager
    from upcard.rules.model import Model as Model
    from upcard.rules.model import Reads as Reads
    from upcard.rules.needs import BOARD as BOARD
    from upcard.rules.needs import DEALER as DEALER
    from upcard.rules.needs import UNKNOWN as UNKNOWN
    from upcard.rules.needs import Act as Act
    from upcard.rules.needs import Amount as Amount
    from upcard.rules.needs import Ask as Ask
    from upcard.rules.needs import Choice as Choice
    from upcard.rules.needs import Deal as Deal
    from upcard.rules.needs import Illegal as Illegal
    from upcard.rules.needs import Partition as Partition
    from upcard.rules.needs import Peek as Peek
    from upcard.rules.needs import Script as Script
    from upcard.rules.needs import Show as Show
    from upcard.rules.needs import Turn as Turn
    from upcard.rules.needs import Turns as Turns
    from upcard.rules.needs import together as together
    from upcard.rules.paytable import Outcomes as Outcomes
    from upcard.rules.paytable import PayTable as PayTable
    from upcard.rules.paytable import PayTableError as PayTableError
    from upcard.rules.registry import UnknownGame as UnknownGame
    from upcard.rules.registry import game as game
    from upcard.rules.registry import register as register
    from upcard.rules.registry import unregister as unregister
    from upcard.rules.settings import Setting as Setting
    from upcard.rules.settings import SettingError as SettingError
    from upcard.rules.table import Hand as Hand
    from upcard.rules.table import Seat as Seat
    from upcard.rules.table import Table as Table
    from upcard.rules.words import poker_label as poker_label
    from upcard.web.serving import OpenHouse as OpenHouse
    from upcard.web.serving import open_house as open_house
    from upcard.workshop.check import check as check
    from upcard.workshop.transcript import transcript as transcript
    from upcard.workshop.verdict import Check as Check
    from upcard.workshop.verdict import Verdict as Verdict

__version__ = "0.1.0"

_NAMES = {
    "upcard.cards.card": "CardError Cards RANKS RANK_NAMES SUIT_NAMES parse_card parse_cards rank suit",
    "upcard.cards.evaluators": "Best BySuit Named",
    "upcard.rules.blackjack.points": "blackjack_total",
    "upcard.cards.poker": (
        "best_five best_five_category five_card five_card_category five_card_name four_card four_card_category "
        "four_card_name shoe_strength three_card three_card_category three_card_name"
    ),
    "upcard.cards.shoe": "Shoe decks",
    "upcard.cards.shuffle": "SeededSource SystemSource",
    "upcard.extras": "MissingExtra",
    "upcard.face": "advise analyze games record replay session simulate",
    "upcard.lab.advice": "Advice",
    "upcard.lab.analysis": "Analysis LabError WagerAnalysis",
    "upcard.lab.registry": "Lab",
    "upcard.lab.simulation.report": "Simulation",
    "upcard.rounds.dealing": "deal_on",
    "upcard.rounds.enumerate": "paths",
    "upcard.rounds.record": "RecordError show_cards",
    "upcard.rounds.round": "Round",
    "upcard.rounds.scenario": "ScenarioError settle",
    "upcard.rounds.view": "view",
    "upcard.rules.events": "Event Line",
    "upcard.rules.features": "Feature HandSight flag",
    "upcard.rules.game": "Game Sight Wager",
    "upcard.rules.model": "Model Reads",
    "upcard.rules.needs": (
        "Act Amount Ask BOARD Choice DEALER Deal Illegal Partition Peek Script Show Turn Turns UNKNOWN together"
    ),
    "upcard.rules.paytable": "Outcomes PayTable PayTableError",
    "upcard.rules.registry": "UnknownGame game register unregister",
    "upcard.rules.settings": "Setting SettingError",
    "upcard.rules.table": "Hand Seat Table",
    "upcard.rules.words": "poker_label",
    "upcard.web.serving": "OpenHouse open_house",
    "upcard.workshop.check": "check",
    "upcard.workshop.transcript": "transcript",
    "upcard.workshop.verdict": "Check Verdict",
}
"""Module → what of it is public; the tests hold it equal to what type checkers read above."""

_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = ["__version__", *_HOME]  # noqa: PLE0604 (they are all strings)


if not TYPE_CHECKING:  # a type checker would take every misspelt name for one of these

    def __getattr__(name: str) -> Any:
        """A public name, loaded from where it lives."""
        if name not in _HOME:
            raise AttributeError(f"module 'upcard' has no attribute {name!r}")
        found = getattr(import_module(_HOME[name]), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """What is public, and what every module has."""
    return sorted({*globals(), *__all__})
