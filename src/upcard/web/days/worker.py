"""What the clerk's processes do for the pages of days: reports read, added up and written. Plain values come out."""

from typing import Any

from upcard.floor.doors.days import Wanted, joining
from upcard.floor.doors.days import reading as days
from upcard.web.ledger.worker import reading

Json = dict[str, Any]


def every(url: str) -> Json:
    """The signed reports, newest first, and all inquiries."""
    with reading(url) as store:
        kept = days.at_hand(store)
    return {"reports": [one.told() for one in reversed(kept.closed)], "inquiries": days.asked(kept)[::-1]}


def joined(url: str, wanted: Wanted) -> Json | None:
    """Signed reports added up; None where there is no such report."""
    with reading(url) as store:
        kept = days.at_hand(store)
    return joining.joined(kept, wanted)


def cut(url: str, seq: int) -> Json:
    """The report that waits for its second signature."""
    with reading(url) as store:
        return joining.unsigned(days.cut_at(store, seq))


def rounds(url: str, table: str, after: int, upto: int | None, live: bool) -> list[Json]:
    """The rounds of a table in a shift, the largest results first."""
    with reading(url) as store:
        return days.rounds(store, table, after, upto, live=live)


def written(url: str, form: str, house: str, zone: str, wanted: Wanted) -> bytes | None:
    """Signed reports as a file to keep: read with the chain checked. None where there is no such report."""
    from upcard.web.days.document import FORMS, Letterhead

    with reading(url) as store:
        kept = days.read(store)
    said = joining.joined(kept, wanted)
    return None if said is None else FORMS[form](said, Letterhead(house, zone))


def figure(url: str, number: int, about: str, figure: str) -> str:
    """What a signed report says, for an inquiry into it; LookupError says what there is."""
    with reading(url) as store:
        return days.figure_of(days.at_hand(store), number, about, figure)
