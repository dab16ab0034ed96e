"""Rate limits: buckets that refill, one for each address, session or name that asks."""

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Limiter:
    """So many in so many seconds for each key; buckets that have refilled are forgotten."""

    def __init__(self, most: int, seconds: float, clock: Clock = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}
        self._swept = clock()

    def wait(self, key: str, cost: float = 1.0, times: float = 1.0) -> float:
        """Takes one from a key's bucket: 0 when it may go on, otherwise the seconds until it may.

        `times` widens the limit for whoever is trusted with more.
        """
        now, most = self._clock(), self.most * times
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(most, now)
        refill = most / self.seconds
        bucket.left = min(most, bucket.left + (now - bucket.at) * refill)
        bucket.at = now
        if now - self._swept > self.seconds:
            self._sweep(now)
        if bucket.left < cost:
            return (cost - bucket.left) / refill
        bucket.left -= cost
        return 0.0

    def _sweep(self, now: float) -> None:
        self._swept = now
        for key in [key for key, bucket in self._buckets.items() if now - bucket.at > self.seconds]:
            del self._buckets[key]

    def __len__(self) -> int:
        return len(self._buckets)


class Places:
    """So many at a time for each key: open sockets."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: dict[str, int] = {}

    def take(self, key: str, times: float = 1.0) -> bool:
        """Takes a place, if there is one."""
        if self._taken.get(key, 0) >= self.most * times:
            return False
        self._taken[key] = self._taken.get(key, 0) + 1
        return True

    def give_back(self, key: str) -> None:
        """Gives a place back."""
        left = self._taken[key] - 1
        if left:
            self._taken[key] = left
        else:
            del self._taken[key]


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own: a demo, a test, a proxy on the same machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address in {"localhost", "testclient"}
