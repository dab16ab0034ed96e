"""Where in a game's own code an error comes from: a script is foreign code, and its author wants the line."""

from traceback import extract_tb

_CALLERS = ("world.py", "round.py", "table.py", "needs.py", "paytable.py", "evaluators.py")
"""Files that only call a game's code."""


def where(error: Exception) -> str:
    """An error with the place in a game's own code that it comes from."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.name]
    own = [frame for frame in frames if not frame.filename.endswith(_CALLERS)]
    last = (own or frames)[-1]
    return f"{type(error).__name__}: {error} (line {last.lineno} of {last.filename.rpartition('/')[2]})"
