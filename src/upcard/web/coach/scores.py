"""What a session has played and how well: counted when a round is over, judged by the coach afterwards."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from upcard.rounds.moves import value_as_cards
from upcard.rounds.round import Round
from upcard.rules.needs import Act, Amount, Turn
from upcard.web.coach.questions import read_act
from upcard.web.edge.problems import Refusal
from upcard.web.edge.sessions import WebSession
from upcard.web.live import views
from upcard.web.live.mirror import ShownRound, Step

if TYPE_CHECKING:
    from upcard.web.live.service import Service

Json = dict[str, Any]


def decisions(shown: ShownRound, seats: frozenset[int]) -> Iterator[tuple[Round, Turn, Act, bool]]:
    """The round again, stopped before every decision of these seats: the round then, the turn, what was done, and
    whether the clock did it.
    """
    whole = shown.round
    again = Round(whole.game, {n: seat.bets for n, seat in whole.table.seats.items()}, whole.table.players)
    for place, answer in enumerate(whole.answers):
        if isinstance(answer, Act) and answer.seat in seats:
            turn = again.turn_of(answer.seat, answer.hand)
            assert turn is not None, "the round took this answer before"
            yield again, turn, answer, place in shown.by_house
        again.give(answer)


class Scores:
    """Keeps every session's account of itself."""

    def __init__(self, service: "Service") -> None:
        self._service = service
        self._reviews: dict[tuple[str, str], list[Json]] = {}

    def round_over(self, step: Step) -> None:
        """Counts a round for the people who played it."""
        shown, service = step.shown, self._service
        assert shown is not None
        if shown.round.voided:
            return
        results = {result["seat"]: result for result in views.results(service.mirror.state, step.table, shown)}
        for player in {who for who in shown.players.values() if not views.is_bot(who)}:
            session = service.sessions.of_player(player)
            if session is None:
                continue
            for seat in shown.seats_of(player):
                session.play.rounds += 1
                session.play.staked += results[seat]["staked"]
                session.play.returned += results[seat]["returned"]
                bets = shown.round.table.seats[seat].bets
                edges = service.edges(step.table)
                if edges["state"] == "working":
                    service.background(self._expect_later(session, step.table, bets))
                else:
                    _expect(session, edges, bets)
            service.sessions.save_play(session)
            if service.coach.works:
                service.background(self._judge(session, step.table, shown))

    async def _expect_later(self, session: WebSession, table: str, bets: Mapping[str, int]) -> None:
        """For a round that was over before the lab knew the edge: a result is compared with all of its expectation."""
        _expect(session, await self._service.known_edges(table), bets)
        self._service.sessions.save_play(session)

    async def _judge(self, session: WebSession, table: str, shown: ShownRound) -> None:
        try:
            judged = await self.review(table, shown, session.who)
        except Refusal:
            return
        own = [decision for decision in judged if not decision["by_clock"]]
        session.play.decisions += len(own)
        session.play.mistakes += sum(not decision["right"] for decision in own)
        session.play.cost += sum(decision["cost_cents"] for decision in own)
        self._service.sessions.save_play(session)

    async def review(self, table: str, shown: ShownRound, player: str) -> list[Json]:
        """A player's decisions of a round, judged."""
        key = (shown.id, player)
        found = self._reviews.get(key)
        if found is not None:
            return found
        judged: list[Json] = []
        for round_, turn, act, by_clock in decisions(shown, shown.seats_of(player)):
            if len(turn.moves) == 1 and not value_as_cards(act.value):
                continue  # there was nothing to decide
            advice = await self._service.coach.advice(round_, turn)
            decision = self._judged(advice, turn, act, stake_of(round_, turn, advice))
            judged.append(decision | {"by_clock": by_clock})
        self._reviews[key] = judged
        while len(self._reviews) > 1000:
            self._reviews.pop(next(iter(self._reviews)))
        return judged

    def _judged(self, advice: Json, turn: Turn, act: Act, stake: int) -> Json:
        actions = priced(advice, turn, stake)
        made = {"move": act.move, "value": value_as_cards(act.value), "label": label_of(turn, act.move)}
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
            "actions": actions[:12] if same in actions[:12] else [*actions[:11], same],
        }


def _expect(session: WebSession, edges: Json, bets: Mapping[str, int]) -> None:
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
                # An amount that the lab does not name is judged at its highest: a full double, half the bet insured.
                "value": move.high if isinstance(move, Amount) and action["value"] is None else action["value"],
                "label": label_of(turn, action["move"]),
                "ev": action["ev"],
                "float": float(ev),
                "cents": float(ev * stake),
                "cost": action["cost"],
                "cost_cents": float(cost * stake),
                "se": action.get("se"),
            }
        )
    return found
