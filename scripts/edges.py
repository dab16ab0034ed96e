"""Writes tests/lab/edges.json, the table of exact edges (`make edges`)."""  # noqa: INP001 (a script, no package)

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.kit.edges import configurations, expectations, key
from upcard.lab.solvers import analyze

TABLE = Path(__file__).parent.parent / "tests" / "lab" / "edges.json"


def analyses(cluster: str | None) -> Iterator[Mapping[str, Any]]:
    """What each configuration comes to, worked out here or on a Dask cluster."""
    if cluster is None:
        yield from (analyze(*configuration).to_json() for configuration in configurations())
        return
    from upcard.lab.cluster import sweeps
    from upcard.lab.cluster.dask_cluster import DaskCluster

    with DaskCluster.open(cluster) as crew:
        yield from sweeps.analyses(crew, configurations())


def main() -> None:
    """Works out every configuration and writes them all; a changed number needs a changelog line that says why."""
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("--cluster", metavar="ADDRESS", help="a Dask cluster: tcp://HOST:8786, or local")
    read.add_argument("--output", metavar="FILE", type=Path, default=TABLE, help="another file than the tests' own")
    given = read.parse_args()
    found = {}
    for configuration, said in zip(configurations(), analyses(given.cluster), strict=True):
        sys.stdout.write(f"{key(configuration)}\n")
        sys.stdout.flush()
        found[key(configuration)] = expectations(said)
    given.output.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(found)} configurations in {given.output}\n")


if __name__ == "__main__":
    main()
