"""The door of `floor/progressive`: what signs say of a link's meters, which hits are open, what is found late."""

from upcard.floor.progressive import signs
from upcard.floor.progressive.hits import unresolved
from upcard.floor.progressive.late import fixed_pays
from upcard.floor.progressive.workout import provisional

__all__ = ["fixed_pays", "provisional", "signs", "unresolved"]
