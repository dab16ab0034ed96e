"""Blackjack by written strategies: what they are worth exactly, short ones, the chart and what departs from it."""
