"""Round perft: every deal of a tiny deck times every legal move, counted and paid.

A case is a JSON file beside this one: what is walked, then what came out. `python -m tests.perft.walk --rewrite` walks
every case and writes the results anew; do that only when a change of the rules is meant to change them, and say so in
the commit.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any

from upcard.cards.card import parse_cards
from upcard.rounds.enumerate import Path, paths
from upcard.rules.registry import game as find_game

CASES = sorted(File(__file__).parent.glob("*.json"))
RESULTS = ("paths", "nodes", "deals", "staked", "returned", "outcomes", "claims")


def read(file: File) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return case


def walk(case: dict[str, Any], *, face_down: bool = False) -> Iterator[Path]:
    game = find_game(case["game"])(case["house"], None, parse_cards(case["deck"]))
    bets = {int(seat): wagers for seat, wagers in case["bets"].items()}
    start = [parse_cards(cards) for cards in case.get("start", [])]
    return paths(game, bets, start=start, face_down=face_down)


def perft(case: dict[str, Any], *, face_down: bool = False) -> dict[str, Any]:
    """Counts the tree of a case: nodes by depth, and what all its paths pay, weighted by their deals."""
    nodes: Counter[int] = Counter()
    returned: Counter[str] = Counter()
    outcomes: dict[str, Counter[str]] = {}
    claims: Counter[str] = Counter()
    count = deals = staked = 0
    last: tuple[Any, ...] = ()
    for path in walk(case, face_down=face_down):
        count += 1
        deals += path.weight
        shared = next((i for i, (a, b) in enumerate(zip(last, path.answers, strict=False)) if a != b), 0)
        nodes.update(range(shared + 1, len(path.answers) + 1))
        last = path.answers
        staked += path.weight * sum(path.round.staked().values())
        for line in path.round.lines:
            returned[line.wager] += path.weight * line.returned
            outcomes.setdefault(line.wager, Counter())[line.outcome] += path.weight
            for claim in line.claims:
                claims[f"{claim.percent}% of {claim.meter}"] += path.weight
    return {
        "paths": count,
        "nodes": [nodes[depth] for depth in sorted(nodes)],
        "deals": deals,
        "staked": staked,
        "returned": dict(sorted(returned.items())),
        "outcomes": {wager: dict(sorted(found.items())) for wager, found in sorted(outcomes.items())},
        "claims": dict(sorted(claims.items())),
    }


def rewrite() -> None:
    """Writes the results of every case anew."""
    for file in CASES:
        case = {key: value for key, value in read(file).items() if key not in RESULTS}
        file.write_text(json.dumps({**case, **perft(case)}, indent=2) + "\n", "utf-8")
        print(f"{file.name} written")  # noqa: T201 (a script that says what it did)


if __name__ == "__main__":
    if sys.argv[1:] != ["--rewrite"]:
        sys.exit("python -m tests.perft.walk --rewrite writes the committed results anew")
    rewrite()
