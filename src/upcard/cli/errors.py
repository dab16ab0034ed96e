"""Errors that a user can put right: one paragraph, exit code 2, no traceback. Anything else is a bug and is traced.

An error in a game of another package is its author's to put right: it is told with the place in his code.
"""

import sys
from importlib.metadata import entry_points
from pathlib import Path
from traceback import FrameSummary, extract_tb

EXIT_CODE = 2


class UserError(Exception):
    """What a command line refuses on its own account: a missing file, text that is no JSON."""


_EXPECTED = {
    "upcard.cards.card.CardError",
    "upcard.cli.errors.UserError",
    "upcard.extras.MissingExtra",
    "upcard.floor.commands.command.Malformed",
    "upcard.floor.house.house.HouseError",
    "upcard.floor.ledger.storage.errors.StorageError",
    "upcard.lab.analysis.LabError",
    "upcard.lab.pricing.FixedSum",
    "upcard.rounds.record.RecordError",
    "upcard.rounds.queues.ScenarioError",
    "upcard.rules.awards.AwardError",
    "upcard.rules.needs.Illegal",
    "upcard.rules.odds.PayError",
    "upcard.rules.paytable.PayTableError",
    "upcard.rules.registry.UnknownGame",
    "upcard.rules.settings.SettingError",
    "upcard.workshop.new.NewError",
}
"""By name, so that telling them apart loads none of their modules; subclasses count too."""


def explained(error: Exception) -> str | None:
    """The paragraph to print for an expected error; None for a bug."""
    kinds = {f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__}
    if kinds & _EXPECTED:
        return " ".join(str(error).split())
    found = _in_a_game(error)
    if found is None:
        return None
    game, frame = found
    said = " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())
    return (
        f"the code of {game} stopped with {said}, in {frame.name}, line {frame.lineno} of {frame.filename}: "
        f"{frame.line or ''}".rstrip(": ")
        + f" (`upcard check {game}` shows the round)"
    )


def _in_a_game(error: Exception) -> tuple[str, FrameSummary] | None:
    """The installed game whose code an error comes out of, and the last place there."""
    frames = extract_tb(error.__traceback__)
    if not frames:
        return None
    for entry in entry_points(group="upcard.games"):
        module = sys.modules.get(entry.value.partition(":")[0])
        if module is None or not module.__file__:
            continue
        folder = Path(module.__file__).parent
        own = [frame for frame in frames if folder in Path(frame.filename).parents]
        if own:
            return entry.name, own[-1]
    return None
