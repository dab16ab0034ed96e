"""The chapters of a math report, each a plain object made from a game and its exact analysis."""
