"""The record of a round (REG-28), and its cards opened for everybody to check (fair cards)."""

from upcard import __version__
from upcard.floor import facts
from upcard.floor.commands.verbs import Draft
from upcard.floor.fair import proof as fair
from upcard.floor.play import games
from upcard.floor.state import CommittedShoe, FloorTable, OpenRound
from upcard.rounds.dealing import goes_on
from upcard.rounds.knowledge import told
from upcard.rounds.round import Round
from upcard.rules.needs import UNKNOWN


def close(
    draft: Draft,
    table: FloorTable,
    opened: OpenRound,
    status: str,
    reason: str | None = None,
    played: Round | None = None,
) -> None:
    """Opens a virtual round's cards, writes its record, and frees the table; a new shoe is bound before new bets."""
    retired = table.kind == "virtual" and open_cards(draft, table, played or draft.running.look(table).round)
    draft.fact(
        facts.GameEnded(
            table=table.id,
            round=opened.id,
            status=status,
            reason=reason,
            started=opened.seq,
            game=table.game,
            digest=table.digest,
            pays={name: rows.name for name, rows in games.of(table).tables.items()},
            software=__version__,
            players={str(seat): who for seat, who in opened.players.items()},
            seats=sorted(opened.stakes),
            contributions=opened.contributions,
            batch=opened.batch,
        )
    )
    if retired:
        commit_shoe(draft, table)


def commit_shoe(draft: Draft, table: FloorTable) -> CommittedShoe:
    """Shuffles, and commits to the order: when the table is opened and when its last shoe is retired.

    So it is bound before anybody bets on its first card.
    """
    game = games.of(table)
    sealed = draft.vault.fresh(game.deck)
    name = f"S{draft.seq}" + ".2" * any(type(fact) is facts.ShoeCommitted for fact in draft.facts)
    shoe = CommittedShoe(name, sealed.root, sealed.sealed, sealed.size, cut=sealed.size * game.penetration() // 100)
    draft.fact(
        facts.ShoeCommitted(
            table=table.id, shoe=shoe.id, root=shoe.root, sealed=shoe.sealed, size=shoe.size, cut=shoe.cut
        )
    )
    return shoe


def exposed(played: Round) -> list[bool]:
    """For every card of a round in the order it left the shoe: whether somebody at the table saw it."""
    dealt = [answer for answer in told(played, played.table.seats) if isinstance(answer, tuple)]
    return [card != UNKNOWN for cards in dealt for card in cards]


def open_cards(draft: Draft, table: FloorTable, played: Round) -> bool:
    """After END GAME: the exposed cards are opened; the whole shoe when it is retired. Whether it was."""
    shoe, game = _shoe_after(draft, table), games.of(table)
    if not goes_on(game, shoe, table.seats):
        retire(draft, table, shoe)
        return True
    order = draft.vault.open(shoe.sealed)
    first = shoe.dealt - len(exposed(played))
    places = [first + at for at, seen in enumerate(exposed(played)) if seen]
    draft.fact(
        facts.CardsOpened(
            table=table.id,
            shoe=shoe.id,
            first=first,
            cards=[facts.CardOpened(at, order.cards[at], fair.salt(order.seed, at).hex()) for at in places],
            proof=fair.prove(order.leaves, places),
        )
    )
    return False


def retire(draft: Draft, table: FloorTable, shoe: CommittedShoe) -> None:
    """A shoe is done with: its seed opens every card."""
    order = draft.vault.open(shoe.sealed)
    draft.fact(facts.ShoeRetired(table=table.id, shoe=shoe.id, order=list(order.cards), seed=order.seed.hex()))


def _shoe_after(draft: Draft, table: FloorTable) -> CommittedShoe:
    """The table's shoe as it stands after what this draft deals."""
    shoe = table.shoe
    for fact in draft.facts:
        if isinstance(fact, facts.ShoeCommitted):
            shoe = CommittedShoe(fact.shoe, fact.root, fact.sealed, fact.size, cut=fact.cut)
    assert shoe is not None
    dealt = shoe.dealt
    for fact in draft.facts:
        if isinstance(fact, facts.RoundAnswered) and isinstance(fact.dealt, int):
            dealt = fact.dealt
    return CommittedShoe(shoe.id, shoe.root, shoe.sealed, shoe.size, dealt, shoe.cut)
