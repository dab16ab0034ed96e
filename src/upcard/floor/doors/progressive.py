"""The door of `floor/progressive`: what signs say of a link's meters, and which hits are still open."""

from upcard.floor.progressive import signs
from upcard.floor.progressive.hits import unresolved
from upcard.floor.progressive.workout import provisional

__all__ = ["provisional", "signs", "unresolved"]
