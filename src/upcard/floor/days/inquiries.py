"""Inquiries: somebody asks how a figure of a signed report came about, and what was found is on record beside it."""

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import Draft, verb
from upcard.floor.days.tally import Inquiry
from upcard.floor.state import State

ASKERS = ("supervisor", "manager", "executive", "auditor")


@verb("inquiry-open", ASKERS)
def open_inquiry(draft: Draft) -> None:
    """Opens an inquiry into a figure of a report: number, about (a table, or link/meter), figure, value, why."""
    ask.only(draft.command, "number", "about", "figure", "value", "why")
    number, days = ask.whole(draft.command, "number", 1), draft.state.days
    last = days.reports + (days.cut is not None)
    if number > last:
        raise Refused(f"there is no report {number}; " + (f"the last is {last}" if last else "there is none yet"))
    draft.fact(
        facts.InquiryOpened(
            inquiry=f"I{draft.seq}",
            number=number,
            about=ask.text(draft.command, "about", longest=100),
            figure=ask.text(draft.command, "figure", longest=100),
            value=ask.text(draft.command, "value", longest=100),
            why=ask.text(draft.command, "why"),
        )
    )


@verb("inquiry-close", ASKERS)
def close_inquiry(draft: Draft) -> None:
    """Closes an inquiry with what was found: inquiry, finding."""
    ask.only(draft.command, "inquiry", "finding")
    name = ask.text(draft.command, "inquiry")
    if name not in draft.state.days.inquiries:
        open_ones = ", ".join(draft.state.days.inquiries) or "none"
        raise Refused(f"there is no open inquiry {name!r}; open: {open_ones}")
    draft.fact(facts.InquiryClosed(name, ask.text(draft.command, "finding")))


@facts.applies(facts.InquiryOpened)
def _opened(state: State, said: facts.InquiryOpened, made: facts.Made) -> None:
    state.days.inquiries[said.inquiry] = Inquiry(
        said.inquiry, said.number, said.about, said.figure, said.value, said.why, made.by, made.at
    )


@facts.applies(facts.InquiryClosed)
def _closed(state: State, said: facts.InquiryClosed, _made: facts.Made) -> None:
    del state.days.inquiries[said.inquiry]
