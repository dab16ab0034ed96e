"""The front doors of the floor's rooms: what web and command line use of each, and nothing else.

One module a room. Whoever is not of the floor comes in here, by `upcard.floor.facts` (what happened) or by
`upcard.floor.state` (what is true now); `make check` refuses every other way. A door has no code of its own: what is
listed in it is what others rely on, and the rest of its room may be changed without asking them.
"""
