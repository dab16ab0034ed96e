"""One round as it happens: commands in, events out, what each viewer may see.

The ways in, in the order in which one needs them:

- `round.Round`: look at `need`, answer it (`give`, or `deal`, `act`, `peeked`, `shown`), until it is over. A round is
  its `answers`; `fork` makes another at the same point.
- `dealing`: a shoe answers everything but the players' decisions, and says when it is shuffled. `scenario` has a round
  that is written down settled, `enumerate` walks every round there is.
- `view`: the only way from a round to a client. `knowledge`: what a player knows at his turn, as one key.
- `record`: rules and events as JSON, and the replay that proves them.
"""
