"""The mathematics: exact analysis, strategy, simulation and reports."""

from upcard.extras import need

need("lab")

from upcard.lab.analysis import Analysis, LabError  # noqa: E402 (what is missing is said before anything is loaded)
from upcard.lab.solvers import analyze  # noqa: E402 (likewise)

__all__ = ["Analysis", "LabError", "analyze"]
