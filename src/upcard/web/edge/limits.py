"""Rate limits: buckets that refill, one for each address, session or name that asks."""

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

Clock = Callable[[], float]

ADDRESSES = 4096
"""Addresses whose kind is kept: each is asked for several times with every request."""


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Limiter:
    """A limit for each key, `most` in so many `seconds`; buckets that have refilled are forgotten."""

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
        bucket = self._refilled(key, times)
        wait = self._until(bucket, cost, times)
        if not wait:
            bucket.left -= cost
        return wait

    def look(self, key: str, cost: float = 1.0, times: float = 1.0) -> float:
        """How long somebody would have to wait, without taking anything."""
        return self._until(self._refilled(key, times), cost, times)

    def _refilled(self, key: str, times: float) -> _Bucket:
        now, most = self._clock(), self.most * times
        if now - self._swept > self.seconds:
            self._sweep(now)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(most, now)
        bucket.left = min(most, bucket.left + (now - bucket.at) * most / self.seconds)
        bucket.at = now
        return bucket

    def _until(self, bucket: _Bucket, cost: float, times: float) -> float:
        return max(0.0, (cost - bucket.left) * self.seconds / (self.most * times))

    def _sweep(self, now: float) -> None:
        self._swept = now
        for key in [key for key, bucket in self._buckets.items() if now - bucket.at > self.seconds]:
            del self._buckets[key]

    def __len__(self) -> int:
        return len(self._buckets)


class Turns:
    """Whoever is refused waits for a turn: so many a second for each key, however many connections ask.

    A refusal costs little, and a thousand of them a second cost everybody else the evening. Whoever waits for an
    answer sends nothing more meanwhile.
    """

    def __init__(self, each_second: float = 20.0, longest: float = 20.0, clock: Clock = time.monotonic) -> None:
        self._apart = 1 / each_second
        self._longest = longest
        self._clock = clock
        self._next: dict[str, float] = {}

    def delay(self, key: str) -> float:
        """Takes the next turn: the seconds until it."""
        now = self._clock()
        if len(self._next) > 1000:
            self._next = {other: at for other, at in self._next.items() if at > now}
        turn = min(max(now, self._next.get(key, now)) + self._apart, now + self._longest)
        self._next[key] = turn
        return turn - now


class Places:
    """A limit for each key on what is open at one time: sockets."""

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


@lru_cache(ADDRESSES)
def network(address: str) -> str:
    """Whose limit an address has: its own, or that of the IPv6 network (/64) that one customer has for themself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return address if found.is_loopback else str(ipaddress.ip_network((found, 64), strict=False))


@lru_cache(ADDRESSES)
def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own: a demo, a test, a proxy on the same machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address in {"localhost", "testclient"}
