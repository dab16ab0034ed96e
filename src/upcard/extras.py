"""What is installed only where it is wanted, and the line to type where it is missing.

The rules, rounds and settlement need nothing but the standard library. Every other room says at its door what it needs:
`need("lab")` in `upcard/lab/__init__.py` comes before anything of that room is loaded.
"""

import sys
from importlib.util import find_spec

EXTRAS = {
    "cli": ("platformdirs", "rich", "typer"),
    "lab": ("numba", "numpy", "platformdirs"),
    "house": (
        "alembic", "argon2", "cryptography", "fastapi", "msgspec", "prometheus_client", "pydantic", "sqlalchemy",
        "starlette", "uvicorn", "websockets",
    ),
    "reports": ("altair", "jinja2", "typst", "vl_convert", "xlsxwriter"),
    "cluster": ("distributed",),
    "parquet": ("pyarrow",),
    "gym": ("gymnasium",),
    "postgres": ("psycopg",),
}  # fmt: skip
"""Extra → the modules that come with it, as `pyproject.toml` lists their packages (the tests hold the two equal)."""


class MissingExtra(ImportError):
    """Something was asked for that is not installed; says what to type."""

    def __init__(self, extra: str, missing: list[str]) -> None:
        said = " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        super().__init__(
            f"this needs {said}, which {'is' if len(missing) == 1 else 'are'} not installed here; "
            f"type: {sys.executable} -m pip install 'upcard[{extra}]'",
            name=missing[0],
        )
        self.extra = extra


def need(extra: str) -> None:
    """Raises `MissingExtra` unless everything of an extra can be imported."""
    missing = [module for module in EXTRAS[extra] if not _there(module)]
    if missing:
        raise MissingExtra(extra, missing)


def _there(module: str) -> bool:
    """Whether a module could be imported; it is not."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # hidden by whoever runs us
        return False
