"""The mathematics of blackjack and its side bets."""

from upcard.lab.registry import Lab

LAB = Lab(
    solver=f"{__name__}.solver",
    adviser=f"{__name__}.advice",
    player=f"{__name__}.player",
    strategies=f"{__name__}.strategy.finding",
    plans=f"{__name__}.strategy.basic",
    counting=f"{__name__}.strategy.spread",
    engine="upcard.lab.simulation.engines.blackjack:BlackjackEngine",
    steps="upcard.lab.simulation.steps.blackjack:BlackjackSteps",
)
