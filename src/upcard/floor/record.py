"""The record of a round (REG-28), and its cards opened for everybody to check (fair cards)."""

from upcard import __version__
from upcard.floor import fair, games
from upcard.floor.running import round_of
from upcard.floor.state import Opened, Shoe, Table
from upcard.floor.verbs import Draft
from upcard.rounds.round import Round
from upcard.rules.events import CardsDealt, CardsShown

CARDS_A_HAND = 3
"""What a hand may come to, in times of the cards it starts with: what is kept in the shoe for the next round."""


def close(
    draft: Draft, table: Table, opened: Opened, status: str, reason: str | None = None, played: Round | None = None
) -> None:
    """Opens a virtual round's cards, writes its record, and frees the table; a new shoe is bound before new bets."""
    retired = table.kind == "virtual" and open_cards(draft, table, played or round_of(draft.vault, table))
    draft.fact(
        "ended",
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
    if retired:
        commit_shoe(draft, table)


def commit_shoe(draft: Draft, table: Table) -> Shoe:
    """Shuffles, and commits to the order: when the table is opened and when its last shoe is retired.

    So it is bound before anybody bets on its first card.
    """
    played = games.of(table)
    sealed = draft.vault.fresh(played.deck)
    penetration = played.house.get("penetration", 100)
    assert isinstance(penetration, int)
    name = f"S{draft.seq}" + ".2" * any(kind == "shoe" for kind, _ in draft.facts)
    shoe = Shoe(name, sealed.root, sealed.sealed, sealed.size, cut=sealed.size * penetration // 100)
    draft.fact("shoe", table=table.id, shoe=shoe.id, root=shoe.root, sealed=shoe.sealed, size=shoe.size, cut=shoe.cut)
    return shoe


def exposed(played: Round) -> list[bool]:
    """For every card of a round in the order it left the shoe: whether somebody at the table saw it."""
    seen: list[bool] = []
    hidden: dict[tuple[int, int], list[int]] = {}
    for event in played.events:
        if type(event) is CardsDealt:
            if event.seen_by == "nobody":
                hidden.setdefault((event.seat, event.hand), []).extend(range(len(seen), len(seen) + len(event.cards)))
            seen += [event.seen_by != "nobody"] * len(event.cards)
        elif type(event) is CardsShown:
            for place in hidden.pop((event.seat, event.hand), []):
                seen[place] = True
    return seen


def open_cards(draft: Draft, table: Table, played: Round) -> bool:
    """After END GAME: the exposed cards are opened; the whole shoe when it is retired. Whether it was."""
    shoe, game = _shoe_after(draft, table), games.of(table)
    # A shoe that may not last for another full table is shuffled even where its cut card has not come out.
    lasts = shoe.size - shoe.dealt >= (table.seats + 1) * CARDS_A_HAND * game.hand_size
    if not game.keeps_shoe or shoe.dealt >= shoe.cut or not lasts:
        retire(draft, table, shoe)
        return True
    order = draft.vault.open(shoe.sealed)
    first = shoe.dealt - len(exposed(played))
    places = [first + at for at, seen in enumerate(exposed(played)) if seen]
    draft.fact(
        "cards-opened",
        table=table.id,
        shoe=shoe.id,
        first=first,
        cards=[[place, order.cards[place], fair.salt(order.seed, place).hex()] for place in places],
        proof=fair.prove(order.leaves, places),
    )
    return False


def retire(draft: Draft, table: Table, shoe: Shoe) -> None:
    """A shoe is done with: its seed opens every card."""
    order = draft.vault.open(shoe.sealed)
    draft.fact("shoe-retired", table=table.id, shoe=shoe.id, order=list(order.cards), seed=order.seed.hex())


def _shoe_after(draft: Draft, table: Table) -> Shoe:
    """The table's shoe as it stands after what this draft deals."""
    shoe = table.shoe
    for kind, said in draft.facts:
        if kind == "shoe":
            shoe = Shoe(said["shoe"], said["root"], said["sealed"], said["size"], cut=said["cut"])
    assert shoe is not None
    dealt = shoe.dealt
    for kind, said in draft.facts:
        if kind == "answered" and "dealt" in said:
            dealt = said["dealt"]
    return Shoe(shoe.id, shoe.root, shoe.sealed, shoe.size, dealt, shoe.cut)
