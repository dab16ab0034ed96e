"""Writes tests/lab/edges.json, the table of exact edges (`make edges`)."""  # noqa: INP001 (a script, no package)

import json
import sys
from pathlib import Path

from tests.kit.edges import configurations, edge, key

TABLE = Path(__file__).parent.parent / "tests" / "lab" / "edges.json"


def main() -> None:
    """Works out every configuration and writes them all; a changed number needs a changelog line that says why."""
    found = {}
    for configuration in configurations():
        sys.stdout.write(f"{key(configuration)}\n")
        sys.stdout.flush()
        found[key(configuration)] = edge(configuration)
    TABLE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(found)} configurations in {TABLE}\n")


if __name__ == "__main__":
    main()
