"""The twelve chapters in their order."""

from upcard.lab.analysis import Json
from upcard.lab.reports.document import Chapter, Document, Text, value_of
from upcard.lab.reports.layout.changes import sensitivity, volatility
from upcard.lab.reports.layout.figures import figures, outcomes, together
from upcard.lab.reports.layout.game import examples, identity
from upcard.lab.reports.layout.more import played, progressive, strategies, verified


def document(said: Json) -> Document:
    """A report's twelve chapters."""
    game = said["identity"]
    parts = (
        ("The game", identity(said)),
        ("Worked examples", examples(said)),
        ("Every wager, every outcome", outcomes(said)),
        ("What it comes to", figures(said)),
        ("Wagers together", together(said)),
        ("Strategies", strategies(said)),
        ("Sensitivity", sensitivity(said)),
        ("Progressive", progressive(said)),
        ("Volatility", volatility(said)),
        ("Game protection", iter([Text(said["protection"]["note"])])),
        ("Pace and theoretical win", played(said)),
        ("Verification", verified(said)),
    )
    total = said["figures"]["total"]
    facts = [("Game", game["title"]), ("Date", game["date"]), ("Software", f"Upcard {game['version']}")]
    if total is not None:
        facts += [
            ("House edge", f"{100 * value_of(total['edge']):.4f} % of one {total['per']}"),
            ("Element of risk", f"{100 * value_of(total['element_of_risk']):.4f} % of all that is staked"),
            ("Standard deviation", f"{total['sd']:.4f} for one {total['per']}"),
        ]
    facts += [("Rules in force", game["digest"]), ("Data", said["manifest"]["data"])]
    return Document(
        title=f"{game['title']}: math report",
        subtitle=game["summary"],
        date=game["date"],
        facts=tuple(facts),
        chapters=tuple(Chapter(n, title, tuple(blocks)) for n, (title, blocks) in enumerate(parts, 1)),
        foot=f"{game['title']} · Upcard {game['version']} · {game['date']} · data {said['manifest']['data'][:16]}",
    )
