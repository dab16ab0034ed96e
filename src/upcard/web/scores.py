"""What a session has played and how well: counted when a round is over, judged by the coach afterwards."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from upcard.rounds.round import Round
from upcard.rules.events import Acted, CardsDealt, CardsShown, Peeked
from upcard.rules.needs import UNKNOWN, Act, Amount, Ask, Deal, Peek, Show, Turn
from upcard.web import views
from upcard.web.mirror import Played, Step
from upcard.web.problems import Refusal
from upcard.web.questions import read_act, value_json
from upcard.web.sessions import Session

if TYPE_CHECKING:
    from upcard.web.service import Service

Json = dict[str, Any]


def decisions(played: Played, seats: frozenset[int]) -> Iterator[tuple[Round, Turn, Act]]:
    """The round again, stopped before every decision of these seats: the round then, the turn, and what was done."""
    first = played.round.events[0]
    again = Round(played.round.game, first.bets, first.players)  # type: ignore[union-attr]  # a round begins with RoundOpened
    for event in played.round.events[1:]:
        need = again.need
        if isinstance(event, CardsDealt) and isinstance(need, Deal):
            again.deal(event.cards)
        elif isinstance(event, Peeked) and isinstance(need, Peek):
            again.peeked(event.answer)
        elif isinstance(event, CardsShown) and isinstance(need, Show):
            unread = again.table.hand(need.seat, need.hand).cards
            again.shown([new for old, new in zip(unread, event.cards, strict=True) if old == UNKNOWN])
        elif isinstance(event, Acted) and isinstance(need, Ask):
            act = Act(event.seat, event.hand, event.move, event.value)
            turn = again.turn_of(event.seat, event.hand)
            if event.seat in seats and turn is not None and len(turn.moves) > 0:
                yield again, turn, act
            again.act(act)


class Scores:
    """Keeps every session's account of itself."""

    def __init__(self, service: "Service") -> None:
        self._service = service
        self._reviews: dict[tuple[str, str], list[Json]] = {}

    def round_over(self, step: Step) -> None:
        """Counts a round for the people who played it."""
        played, service = step.played, self._service
        assert played is not None
        if played.round.voided:
            return
        results = {result["seat"]: result for result in views.results(service.mirror.state, step.table, played)}
        for player in {who for who in played.players.values() if not views.is_bot(who)}:
            session = service.sessions.of_player(player)
            if session is None:
                continue
            for seat in played.seats_of(player):
                session.play.rounds += 1
                session.play.staked += results[seat]["staked"]
                session.play.returned += results[seat]["returned"]
                bets = played.round.table.seats[seat].bets
                edges = service.edges(step.table)
                if edges["state"] == "working":
                    service.background(self._expect_later(session, step.table, bets))
                else:
                    _expect(session, edges, bets)
            service.sessions.save_play(session)
            service.background(self._judge(session, step.table, played))

    async def _expect_later(self, session: Session, table: str, bets: Mapping[str, int]) -> None:
        """For a round that was over before the lab knew the edge: a result is compared with all of its expectation."""
        _expect(session, await self._service.known_edges(table), bets)
        self._service.sessions.save_play(session)

    async def _judge(self, session: Session, table: str, played: Played) -> None:
        try:
            judged = await self.review(table, played, session.who)
        except Refusal:
            return
        session.play.decisions += len(judged)
        session.play.mistakes += sum(not decision["right"] for decision in judged)
        session.play.cost += sum(decision["cost_cents"] for decision in judged)
        self._service.sessions.save_play(session)

    async def review(self, table: str, played: Played, player: str) -> list[Json]:
        """A player's decisions of a round, judged."""
        key = (played.id, player)
        found = self._reviews.get(key)
        if found is not None:
            return found
        judged: list[Json] = []
        for round_, turn, act in decisions(played, played.seats_of(player)):
            if len(turn.moves) == 1 and not value_json(act.value):
                continue  # there was nothing to decide
            advice = await self._service.coach.advice(round_, turn)
            judged.append(self._judged(advice, turn, act, stake_of(round_, turn, advice)))
        self._reviews[key] = judged
        while len(self._reviews) > 1000:
            self._reviews.pop(next(iter(self._reviews)))
        return judged

    def _judged(self, advice: Json, turn: Turn, act: Act, stake: int) -> Json:
        actions = priced(advice, turn, stake)
        made = {"move": act.move, "value": value_json(act.value), "label": label_of(turn, act.move)}
        best = actions[0]
        same = next((a for a in actions if read_act(turn, a["move"], a["value"]) == act), None)
        if same is None:
            same = next((a for a in actions if a["move"] == act.move), actions[-1])
        return {
            "seat": act.seat,
            "hand": act.hand,
            "made": made,
            "best": {key: best[key] for key in ("move", "value", "label")},
            "cost_cents": same["cost_cents"],
            "right": Fraction(same["cost"]) == 0 or abs(same["cost_cents"]) < 1e-9,
            "actions": actions[:12],
        }


def _expect(session: Session, edges: Json, bets: Mapping[str, int]) -> None:
    """Adds what the exact house edge says of a seat's bets."""
    if edges["state"] == "ready":
        known = [float(Fraction(edges["wagers"][w]["ev"])) * cents for w, cents in bets.items() if w in edges["wagers"]]
        session.play.expected = (session.play.expected or 0.0) + sum(known)


def stake_of(round_: Round, turn: Turn, advice: Json) -> int:
    """The cents of one unit of an advice: the seat's stake on the wager that it is reckoned in."""
    bets = round_.table.seats[turn.seat].bets
    unit = advice["unit"]
    found = next((bets[name] for name in bets if name == unit or name.startswith(f"{unit}-")), None)
    return found if found is not None else next(iter(bets.values()))


def label_of(turn: Turn, name: str) -> str:
    """A move's label."""
    move = turn.move(name)
    return move.label if move else name


def priced(advice: Json, turn: Turn, stake: int) -> list[Json]:
    """The coach's actions with their labels, and in money."""
    found = []
    for action in advice["actions"]:
        ev, cost = Fraction(action["ev"]), Fraction(action["cost"])
        move = turn.move(action["move"])
        found.append(
            {
                "move": action["move"],
                # An amount is judged at its highest: a full double, insurance for half the bet.
                "value": move.high if isinstance(move, Amount) else action["value"],
                "label": label_of(turn, action["move"]),
                "ev": action["ev"],
                "float": float(ev),
                "cents": float(ev * stake),
                "cost": action["cost"],
                "cost_cents": float(cost * stake),
            }
        )
    return found
