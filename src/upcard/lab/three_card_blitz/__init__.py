"""The exact solution of 3 Card Blitz."""

from upcard.lab.registry import Lab

LAB = Lab(
    solver=f"{__name__}.solver",
    adviser=f"{__name__}.advice",
    player=f"{__name__}.player",
    strategies=f"{__name__}.strategies",
    claims=f"{__name__}.claims",
    engine="upcard.lab.simulation.engines.three_card_blitz:ThreeCardBlitzEngine",
    steps="upcard.lab.simulation.steps.play_or_fold:BlitzSteps",
)
