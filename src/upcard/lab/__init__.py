"""The mathematics: exact analysis, strategy, simulation and reports."""

from upcard.lab.analysis import Analysis, LabError
from upcard.lab.solvers import analyze

__all__ = ["Analysis", "LabError", "analyze"]
