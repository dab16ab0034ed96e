"""Errors that a user can put right: one paragraph, exit code 2, no traceback. Anything else is a bug and is traced."""

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
    return " ".join(str(error).split()) if kinds & _EXPECTED else None
