"""Blackjack's strategies: short lists, the chart, what departs from it, and how the count moves it."""

from collections import defaultdict
from fractions import Fraction

from upcard.lab.analysis import Json
from upcard.lab.blackjack.bet import MOST_INSURED, solve
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.strategy.acts import NAMES, acts, seen
from upcard.lab.blackjack.strategy.counting import HI_LO, indices
from upcard.lab.blackjack.strategy.rule_search import ORDER, Search, in_words
from upcard.lab.blackjack.strategy.worth import plan_ev
from upcard.lab.blackjack.tables import VALUES, cards_of, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.kernels import Progress
from upcard.lab.memorable.findings import Error, Findings, Found, costliest, ranked
from upcard.lab.memorable.findings import in_words as rule_in_words
from upcard.lab.reports.variants import analysed
from upcard.lab.strategies import Chart, Plan, PlanRule, named, names
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.game import Game

UNIT = "bet"
NEGLIGIBLE = 1e-9
"""A gain that is lost in the rounding of floats."""


def find(game: Game, progress: Progress) -> Findings:
    """Short lists and the chart, beside naive play and the best."""
    assert isinstance(game, Blackjack)
    total = analysed(game).total
    assert total is not None
    progress("searching short strategies of blackjack")
    search = Search(game)
    show = shown_upcards(game)
    found: list[Found] = []
    for rules in search.lists():
        plan = search.plan(rules, f"blackjack-{len(rules)}-rules")
        ordered = sorted(rules, key=lambda one: (ORDER.index(one.move), one.kind, -one.low, one.up_low))
        words = (*(in_words(one, show) for one in ordered), "otherwise hit")
        ev = plan_ev(game, plan)
        title = f"{len(rules)} rule{'s' * (len(rules) > 1)}"
        found.append(Found(title, words, ev, total.ev - ev, plan=plan))
    progress("pricing the chart and naive play")
    for name in names(game):
        if name == "optimal":
            continue
        plan = named(game, name)
        if not any(isinstance(entry, PlanRule) and entry.move == "insurance" for entry in plan.rules):
            ev = plan_ev(game, plan)
            naive = name != "basic"
            said = (
                tuple(rule_in_words(game, e) for e in plan.rules if isinstance(e, PlanRule))
                if naive
                else ("the chart",)
            )
            found.append(Found(name, said, ev, total.ev - ev, plan=plan, naive=naive))
    best = Found("optimal", ("the best move for every composition of the hand",), total.ev, Fraction(0))
    basic = named(game, "basic")
    short = [one for one in found if one.name != "basic"]
    chart = next(one for one in found if one.name == "basic")
    progress("what departs from the chart")
    more: Json = {
        "chart": chart_json(game, basic, show),
        "exceptions": exceptions(game, basic, show),
        "count": {"name": HI_LO.name, "tags": HI_LO.to_json(), "indices": indices(game, HI_LO, basic, show)},
    }
    # The chart is longer than any list: it stands before the best play.
    return Findings(game, UNIT, (*ranked(short, chart), best), costliest(errors(game, show)), more)


def shown_upcards(game: Game) -> tuple[str, ...]:
    """How an upcard of each value is written: place 2 to 11."""
    feature = next(feature for feature in game.features if feature.name == "upcard")
    return tuple(feature.show(value) for value in range(12))


def chart_json(game: Game, basic: Plan, show: tuple[str, ...]) -> Json:
    """The chart's three parts: row by row the letters of its moves."""
    said: Json = {"upcards": [show[value] for value in range(2, 12)], "letters": dict(game.moves)}
    for chart, part in zip((e for e in basic.rules if isinstance(e, Chart)), ("pairs", "soft", "hard"), strict=True):
        rows: dict[str, list[str]] = {}
        for row in sorted({row for row, _ in chart.cells}):
            letters = ["".join(game.moves[m] for m in chart.cells.get((row, up), ())) for up in range(2, 12)]
            rows[show[row] if part == "pairs" else str(row)] = letters
        said[part] = rows
    return said


def exceptions(game: Blackjack, basic: Plan, show: tuple[str, ...]) -> list[Json]:
    """Two cards whose best move is not the chart's, with what it gains; the largest gain a round first."""
    shoe, terms = composition(game), Terms.of(game).for_play()
    found: list[Json] = []
    for up in range(len(VALUES)):
        solved = solve(shoe, terms, up)
        chosen = acts(basic, terms, up, is_split=False)
        for hand, chance in solved.upcard.deals():
            if hands().natural[hand]:
                continue
            open_ = solved.actions(hand)
            move, best = NAMES[int(chosen[hand])], solved.best(hand)
            gain = open_[best] - open_[move]
            if gain > NEGLIGIBLE:
                often = chance * shoe.counts[up] / shoe.cards
                found.append(
                    {"hand": "-".join(_value(card) for card in cards_of(tuple(hands().counts[hand]))),
                     "upcard": show[seen(game).up[up]], "chart": move, "best": best,
                     "gain": gain / solved.upcard.alive(hand), "round": gain * often}
                )  # fmt: skip
    return sorted(found, key=lambda one: -one["round"])


def _value(card: int) -> str:
    value = atoms.total((card,))[0]
    return "A" if value == 11 else "T" if value == 10 else str(value)


def errors(game: Blackjack, show: tuple[str, ...]) -> list[Error]:
    """Every other move of each kind of two-card hand against each upcard, made every time; and insuring every bet."""
    shoe, terms = composition(game), Terms.of(game).for_play()
    often: defaultdict[str, float] = defaultdict(float)
    cost: defaultdict[str, float] = defaultdict(float)
    insured = [0.0, 0.0]
    looks = seen(game)
    for up in range(len(VALUES)):
        solved, shown = solve(shoe, terms, up), shoe.counts[up] / shoe.cards
        for hand, chance in solved.upcard.deals():
            worth = solved.insurance(hand)
            if worth is not None:
                insured[0] += chance * shown
                insured[1] -= chance * shown * MOST_INSURED * worth
            if hands().natural[hand] or hands().stands[hand]:
                continue
            open_ = solved.actions(hand)
            best = max(open_.values())
            pair = looks.dealt["pair"][hand]
            kind = "soft" if looks.dealt["soft"][hand] else "hard"
            name = f"{show[pair]}-{show[pair]}" if pair else f"{kind} {looks.dealt['total'][hand]}"
            for move, value in open_.items():
                if move == "surrender" and not looks.dealt["can-bust"][hand]:
                    continue  # nobody gives up a hand that a card can't hurt
                label = f"{move} {name} against {show[looks.up[up]]}"
                often[label] += chance * shown
                cost[label] += chance * shown * (best - value)
    made = [Error(label, Fraction(often[label]), Fraction(cost[label])) for label in often]
    if insured[0]:
        made.append(Error("insure every bet", Fraction(insured[0]), Fraction(insured[1])))
    return made
