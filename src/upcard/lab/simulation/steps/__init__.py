"""Rounds side by side that stop at every decision: the kernels' atoms, for somebody who decides from outside.

An engine plays a round to its end by tables; here a round waits for an action, thousands of them at once. What a card
or an outcome is worth comes from the tables of `engines`, which were made by asking the game's own atoms. `felt` is
what a player sees and where a kernel writes, `games` says which games can be played like this.
"""
