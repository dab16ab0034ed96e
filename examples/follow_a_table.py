"""Watch a table: `python follow_a_table.py http://localhost:8021 blackjack`. Needs upcard[house]."""

import json
import sys
from collections.abc import Iterator
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def follow(house: str, table: str) -> Iterator[dict[str, Any]]:
    """Every message of a table's stream; after a lost line exactly what was missed, then what comes."""
    address = f"{house.replace('http', 'ws', 1)}/api/v1/tables/{table}/stream"
    since = ""
    while True:
        with connect(address + since) as line:
            try:
                for text in line:
                    message = json.loads(text)
                    yield message
                    since = f"?since={message['seq']}"
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in {4401, 4403, 4404}:
                    raise


def told(message: dict[str, Any]) -> Iterator[str]:
    """What a message says, in sentences: the house makes them itself."""
    for result in (message.get("state") or {}).get("results", ()):
        yield f"round {message['state']['round']}: {result['text']}"
        for line in result["lines"]:
            yield f"  {line['text']} ({line['rule']})"


def main() -> None:
    """Prints every round as it is settled, until Ctrl-C."""
    house, table = sys.argv[1:3] if len(sys.argv) > 2 else ("http://localhost:8021", "blackjack")
    last = None
    try:
        for message in follow(house, table):
            results = (message.get("state") or {}).get("results")
            if results and message["state"]["round"] != last:
                last = message["state"]["round"]
                print(*told(message), sep="\n", flush=True)
    except KeyboardInterrupt:
        print("bye")


if __name__ == "__main__":
    main()
