"""The kernel of a seat's course: how far it rose and fell on the way, and how long it lost without a break."""

from upcard.lab.kernels import Array, Int, kernel

TOTAL, HIGHEST, LOWEST, FALL, FIRST_RUN, LAST_RUN, LONGEST = range(7)
"""Won in all; the highest and lowest stand; the deepest fall; losing rounds at the start, at the end, at the most."""


@kernel()
def follow(nets: Array, place: Int, look: Int, looks: Array, course: Array) -> None:
    """Follows a seat through rounds from nothing, and notes what it won between every two looks."""
    total, highest, lowest, fall = 0, 0, 0, 0
    run, longest, first = 0, 0, -1
    for at in range(len(nets)):
        net = nets[at, place]
        total += net
        looks[at // look] += net
        highest = max(highest, total)
        lowest = min(lowest, total)
        fall = max(fall, highest - total)
        if net < 0:
            run += 1
            longest = max(longest, run)
        else:
            if first < 0:
                first = run
            run = 0
    course[TOTAL], course[HIGHEST], course[LOWEST], course[FALL] = total, highest, lowest, fall
    course[FIRST_RUN], course[LAST_RUN], course[LONGEST] = len(nets) if first < 0 else first, run, longest
