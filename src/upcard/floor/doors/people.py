"""The door of `floor/people`: a member's card, and how a role is spoken of."""

from upcard.floor.people.staff import a
from upcard.floor.people.swipes import CardKey

__all__ = ["CardKey", "a"]
