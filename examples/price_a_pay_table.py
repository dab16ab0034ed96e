"""Price a pay table of your own beside the ones that are printed: `python price_a_pay_table.py`. Needs upcard[lab]."""

import upcard

MINE = {
    "name": "generous pairs",
    "pays": {
        "straight-flush": "35 to 1",
        "three-of-a-kind": "25 to 1",
        "straight": "6 to 1",
        "flush": "4 to 1",
        "pair": "1 to 1",
        "other": "lose",
    },
}


def main() -> None:
    """The exact edge of every Pair Plus table, and of mine."""
    printed = upcard.game("three-card-poker").known_tables()["pair-plus"]
    for choice in [*printed, MINE]:
        try:
            found = upcard.analyze("three-card-poker", pays={"pair-plus": choice})
        except upcard.PayTableError as wrong:
            raise SystemExit(f"this is no pay table: {wrong}") from None
        wager = found.wagers["pair-plus"]
        assert isinstance(wager, upcard.WagerAnalysis)
        edge, name = -wager.ev, found.pays["pair-plus"]
        print(f"{name:<15} house edge {edge} = {float(edge):.4%}, paid {float(wager.hit_frequency):.2%} of the time")


if __name__ == "__main__":
    main()
