"""`python -m bench [NAME …]`: run all benchmarks, or those named (rounds, ledger …); 1 when a promise is broken."""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import cast

from bench.harness import Benchmark


def main(wanted: Sequence[str]) -> int:
    """Run the benchmarks, print each figure as soon as it is measured, and count the broken promises."""
    found = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    if unknown := [name for name in wanted if name not in found]:
        print(f"no benchmark is called {', '.join(unknown)}; there are: {', '.join(found)}", file=sys.stderr)
        return 2
    broken = 0
    for name in wanted or found:
        print(f"{name}", flush=True)
        for figure in cast("Benchmark", import_module(f"bench.bench_{name}")).figures():
            broken += not figure.met
            print(f"  {'kept  ' if figure.met else 'BROKEN'}  {figure.line()}", flush=True)
    if broken:
        print(f"{broken} promise(s) broken", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
