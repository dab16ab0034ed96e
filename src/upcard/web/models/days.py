"""The shapes of gaming days in the API (docs/days.md). Figures are open objects: their fields are in that page."""

from typing import Annotated, Any

from pydantic import Field

from upcard.web.models.api import Asked, Said
from upcard.web.models.staff import Secret

Json = dict[str, Any]


class Drawer(Said):
    """What is counted at a table of real chips, in cents."""

    table: str
    opener: int | None
    closer: int | None
    drop: int | None


class Running(Said):
    """The shift that runs, as it stands."""

    day: str
    shift: str
    opened_at: str
    after: int
    at: str
    report: Json
    """As a signed one: lines, meters, notes, to_date."""
    drawers: list[Drawer]


class Waiting(Said):
    """A cut that waits for its second signature."""

    number: int
    seq: int
    cut_by: str
    cut_at: str
    digest: str


class DaysNow(Said):
    """Where the house's days stand."""

    running: Running | None
    waiting: Waiting | None
    lacking: int
    """Rules whose exact edges are still being worked out."""
    people: dict[str, str]


class KeptReports(Said):
    """Signed reports and inquiries, newest first."""

    reports: list[Json]
    inquiries: list[Json]


class DayReport(Said):
    """Signed reports, added up."""

    report: Json


class RoundResults(Said):
    """Rounds of a table in a shift, the largest results first."""

    rounds: list[Json]
    of: int


class SignReport(Asked):
    """The second signature."""

    number: Annotated[int, Field(ge=1, le=10**9)]
    digest: Annotated[str, Field(min_length=64, max_length=64)]
    """Of the report that was read."""
    password: Secret


class AskAbout(Asked):
    """An inquiry into a figure of a signed report."""

    number: Annotated[int, Field(ge=1, le=10**9)]
    about: Annotated[str, Field(min_length=1, max_length=100)]
    figure: Annotated[str, Field(min_length=1, max_length=100)]
    why: Annotated[str, Field(min_length=1, max_length=500)]
