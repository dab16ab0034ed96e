"""The demo's drawer of staff cards: files beside the database, swiped by a reader that is only simulated."""

from collections.abc import Mapping
from pathlib import Path

from upcard.floor.doors.people import CardKey


class Wallet:
    """Cards by the staff who hold them."""

    def __init__(self, files: Mapping[str, Path], people: Mapping[str, Mapping[str, str]]) -> None:
        self._files = dict(files)
        self._people = people

    def cards(self) -> list[dict[str, str]]:
        """What lies in the drawer."""
        found = []
        for staff, path in self._files.items():
            if path.exists():
                said = self._people.get(staff, {})
                card = CardKey.load(path).card
                found.append(
                    {"staff": staff, "name": said.get("name", staff), "role": said.get("role", ""), "card": card}
                )
        return found

    def swipe(self, staff: str) -> str | None:
        """The card's next swipe; None if it is not here."""
        path = self._files.get(staff)
        if path is None or not path.exists():
            return None
        card = CardKey.load(path)
        said = card.swipe()
        card.save(path)
        return said
