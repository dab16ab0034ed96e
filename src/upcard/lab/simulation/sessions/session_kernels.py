"""Kernels of sessions: a bankroll carried through independent rounds as a distribution, and played round by round.

A level is a number of steps above zero; `low` is the level of a distribution's first place.
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel

LIVE, RUINED, AHEAD = 0, 1, 2


@kernel()
def carry(
    now: Array, low: Int, steps: Array, chances: Array, floor: Int, ceiling: Int, rounds: Int,
    ruined: Array, ruined_low: Int, ahead: Array, ahead_low: Int, least: float,
) -> tuple[Array, Int, float, Int]:  # fmt: skip
    """Carries a distribution through so many rounds: levels below `floor` are ruined, from `ceiling` on ahead.

    What is less likely than `least` at either end is dropped; says where it is now, how much was dropped, and how many
    numbers were added up.
    """
    down, up = steps.min(), steps.max()
    dropped, work = 0.0, np.int64(0)
    for _ in range(rounds):
        if len(now) == 0:
            break
        wide = len(now)
        then = np.zeros(wide + up - down)
        for j in range(len(steps)):
            shift = steps[j] - down
            chance = chances[j]
            for i in range(wide):
                then[shift + i] += now[i] * chance
        work += wide * len(steps)
        low += down
        first, last = 0, len(then)
        while first < last and low + first < floor:
            ruined[low + first - ruined_low] += then[first]
            first += 1
        while last > first and low + last - 1 >= ceiling:
            ahead[low + last - 1 - ahead_low] += then[last - 1]
            last -= 1
        lost = 0.0
        while first < last and lost + then[first] < least:
            lost += then[first]
            first += 1
        dropped += lost
        lost = 0.0
        while last > first and lost + then[last - 1] < least:
            lost += then[last - 1]
            last -= 1
        dropped += lost
        now = then[first:last].copy()
        low += first
    return now, low, dropped, work


@kernel()
def no_longer_run(losing: float, rounds: Int, most: Int) -> Array:
    """At [k]: how likely the longest run of losing rounds has at most k rounds, for k from 0 to `most`."""
    found = np.zeros(most + 1)
    for k in range(most + 1):
        # The first round that is not lost comes after j ≤ k lost ones; from there it begins anew.
        chance = np.ones(rounds + 1)
        power = losing ** (k + 1)
        for n in range(k + 1, rounds + 1):
            if n == k + 1:
                chance[n] = 1.0 - power
            else:
                chance[n] = chance[n - 1] - (1.0 - losing) * power * chance[n - k - 2]
        found[k] = chance[rounds]
    return found


@kernel()
def play_on(
    nets: Array, state: Array, rounds: Int, bankroll: Int, floor: Int, ceiling: Int, stretch: Int,
    levels: Array, ends: Array,
) -> None:  # fmt: skip
    """Plays sessions one after another from rounds that were won or lost; the last one goes on in the next call.

    `state` is the session, its round, its level, what it is, the losing run and the longest, the highest level, the
    deepest fall. `levels` at [session, point] is the level of the first sessions every `stretch` rounds, `ends` at
    [session] what came of it: the last level, what it is, rounds played, the longest losing run of all its rounds, the
    deepest fall.
    """
    session, at, level, what, run, longest, peak, fall = state
    for net in nets:
        if session >= len(ends):
            break
        if net < 0:
            run += 1
            longest = max(longest, run)
        else:
            run = 0
        if what == LIVE:
            level += net
            peak = max(peak, level)
            fall = max(fall, peak - level)
            ends[session, 2] = at + 1
            if level < floor:
                what = RUINED
            elif level >= ceiling:
                what = AHEAD
        at += 1
        if at % stretch == 0 and session < len(levels):
            levels[session, at // stretch] = level
        if at == rounds:
            if session < len(levels):
                levels[session, levels.shape[1] - 1] = level
            ends[session, 0], ends[session, 1] = level, what
            ends[session, 3], ends[session, 4] = longest, fall
            session += 1
            at, run, longest, fall, what = 0, 0, 0, 0, LIVE
            level, peak = bankroll, bankroll
    state[0], state[1], state[2], state[3] = session, at, level, what
    state[4], state[5], state[6], state[7] = run, longest, peak, fall
