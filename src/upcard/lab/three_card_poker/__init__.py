"""The exact solution of Three Card Poker."""

from upcard.lab.registry import Lab

LAB = Lab(
    solver=f"{__name__}.solver",
    adviser=f"{__name__}.advice",
    player=f"{__name__}.player",
    strategies=f"{__name__}.strategies",
    engine="upcard.lab.simulation.engines.three_card_poker:ThreeCardPokerEngine",
    steps="upcard.lab.simulation.steps.play_or_fold:PokerSteps",
)
