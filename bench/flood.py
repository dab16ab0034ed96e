"""A client that means no good, in a process of its own: `python -m bench.flood PORT SECONDS`.

Fifty connections send requests that are refused, as fast as they are answered. It prints how many were.
"""

import asyncio
import contextlib
import sys
import time

CONNECTIONS = 50
ADDRESS = "127.0.0.2"
"""Not where everybody else comes from: the limits are by address."""
REQUEST = (
    b"POST /api/v1/tables/t0/acts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 2\r\n\r\n{}"
)


async def one(port: int, until: float) -> int:
    """One connection after another, each as long as it lasts; how many answers came."""
    answers = 0
    while time.monotonic() < until:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, TimeoutError):
            while time.monotonic() < until:
                writer.write(REQUEST)
                async with asyncio.timeout(max(0.01, until - time.monotonic())):
                    head = await reader.readuntil(b"\r\n\r\n")
                    length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
                    await reader.readexactly(int(length or 0))
                answers += 1
        writer.close()
    return answers


async def main(port: int, seconds: float) -> None:
    """All of them."""
    until = time.monotonic() + seconds
    print(sum(await asyncio.gather(*(one(port, until) for _ in range(CONNECTIONS)))))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2])))
