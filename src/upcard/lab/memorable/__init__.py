"""Strategies that people can remember: short lists of rules, found by a search and priced exactly."""
