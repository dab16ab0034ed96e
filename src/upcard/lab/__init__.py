"""The mathematics: exact analysis, strategy, simulation and reports."""
