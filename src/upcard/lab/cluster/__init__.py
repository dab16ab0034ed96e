"""The lab's work on a Dask cluster: the same results to the cent, on as many machines as there are.

What is sent to a worker is data and the name of a function (`doing`); what comes back are whole numbers, or what an
exact analysis says. A worker with another Upcard than this one is refused (`sameness`). `dask_cluster` connects, hands
out work, and takes results in their order, whoever worked them out.
"""

from upcard.extras import need

need("cluster")
