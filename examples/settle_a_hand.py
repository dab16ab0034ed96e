"""Settle a blackjack hand that is written down, to the cent: `python settle_a_hand.py`."""

import upcard

HAND = {
    "game": "blackjack",
    "house": {"decks": 6, "soft-17": "hit"},
    "dealer": "6h Td 5c",
    "seats": [
        {
            "seat": 1,
            "cards": "8s 8h",
            "wagers": {"bet": 1000, "21+3": 500},
            "actions": [["split", "Kd 3c"], ["stand"], ["double", 1000, "Th"]],
        },
    ],
}


def main() -> None:
    """Every line with the rule that it follows, then what goes back."""
    try:
        settled = upcard.settle(HAND)
    except (upcard.Illegal, upcard.ScenarioError) as wrong:
        raise SystemExit(f"this hand can't have happened: {wrong}") from None
    print(f"dealer: {settled['dealer']['cards']} ({settled['dealer']['label']})")
    for seat in settled["seats"]:
        for line in seat["lines"]:
            said = f"{line['wager']} (hand {line['hand']})", line["outcome"], line["pays"], line["rule"]
            print(
                "  {:<14} {:<10} {:<8} {}".format(*said), f"staked {line['stake']}, back {line['returned']}", sep="  "
            )
        print(f"seat {seat['seat']}: staked {seat['staked']}, back {seat['returned']}")


if __name__ == "__main__":
    main()
