"""The demo floor: tables, bots, hardware that is only simulated, and a drawer of staff cards."""
