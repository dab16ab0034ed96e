"""The exact solution of 4 Card Split."""

from upcard.lab.registry import Lab

LAB = Lab(
    solver=f"{__name__}.solver",
    adviser=f"{__name__}.advice",
    player=f"{__name__}.player",
    strategies=f"{__name__}.strategies",
    engine="upcard.lab.simulation.engines.four_card_split:FourCardSplitEngine",
    steps="upcard.lab.simulation.steps.four_card_split:FourCardSplitSteps",
)
