"""Plays millions of rounds of every game and compares them with the exact figures (`make simulate`)."""  # noqa: INP001 (a script, no package)

import argparse
import secrets
import sys

from tests.kit.edges import GATE, key
from upcard.cli.lab.simulate import DISAGREES, print_simulation
from upcard.lab.kernels import cores
from upcard.lab.simulation.report import simulate_game


def main() -> int:
    """Every configuration of the gate, or those named; ends with 1 where chance does not explain a difference."""
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("names", nargs="*", help=f"which of {', '.join(GATE)}; all of them if none is named")
    read.add_argument("--rounds", type=int, default=1_000_000, help="rounds of each (1,000,000)")
    read.add_argument("--seed", default=str(secrets.randbits(32)), help="the same seed deals the same rounds again")
    given = read.parse_args()
    strange = [name for name in given.names if name not in GATE]
    if strange:
        read.error(f"there is no {', '.join(strange)}; there are {', '.join(GATE)}")
    off, checked = [], 0
    for name in given.names or GATE:
        game, house, pays = GATE[name]
        sys.stdout.write(f"\n{name}: {key(GATE[name])}\n")
        sys.stdout.flush()
        found = simulate_game(game, house, pays, rounds=given.rounds, seed=f"{given.seed} {name}", jobs=cores())
        print_simulation(found)
        checked += len(found.checks)
        off += [f"{name}: {one.wager}, {one.figure}: z {one.z:+.2f}" for one in found.checks if not one.agrees]
    sys.stdout.write(f"\nseed {given.seed}: {checked - len(off)} of {checked} figures agree\n")
    sys.stdout.writelines(f"NO  {line}\n" for line in off)
    return DISAGREES if off else 0


if __name__ == "__main__":
    sys.exit(main())
