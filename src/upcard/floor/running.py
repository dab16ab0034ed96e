"""The running `Round` of a table: a cache beside the state, made again from the recorded answers after a restart."""

from collections.abc import Sequence
from typing import Any

from upcard.floor import games
from upcard.floor.shoes import Vault
from upcard.floor.state import Felt, Table
from upcard.rounds.round import Round
from upcard.rules.needs import Act, MoveValue


def feed(played: Round, answer: Sequence[Any], cards: Sequence[int] | None = None) -> None:
    """Gives a round one recorded answer; `cards` are those of a virtual deal."""
    kind = answer[0]
    if kind == "deal":
        played.deal(answer[1] if cards is None else cards)
    elif kind == "act":
        played.act(Act(answer[1], answer[2], answer[3], move_value(answer[4])))
    elif kind == "peek":
        played.peeked(answer[1])
    else:
        played.shown(answer[1])


def move_value(raw: Any) -> MoveValue:
    """What a move carries, from its JSON."""
    if isinstance(raw, list):
        return tuple(tuple(part) for part in raw)
    assert raw is None or isinstance(raw, int)
    return raw


def round_of(vault: Vault, table: Table) -> Round:
    """The running round of a table. Its ledger's answers are fed to it as far as it has not had them."""
    opened = table.round
    assert opened is not None
    if table.felt is None:
        table.felt = Felt(Round(games.of(table), opened.stakes, opened.players or None))
    felt = table.felt
    if felt.fed < len(opened.answers):
        place = opened.first_card + _drawn(opened.answers[: felt.fed])
        for answer in opened.answers[felt.fed :]:
            cards = None
            if answer[0] == "deal" and type(answer[1]) is int:
                assert table.shoe is not None
                cards = vault.open(table.shoe.sealed).cards[place : place + answer[1]]
                place += answer[1]
            feed(felt.round, answer, cards)
        felt.fed = len(opened.answers)
    return felt.round


def _drawn(answers: Sequence[Sequence[Any]]) -> int:
    return sum(answer[1] for answer in answers if answer[0] == "deal" and type(answer[1]) is int)
