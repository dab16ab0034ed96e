"""What should this hand do, and what does every mistake cost? `python ask_the_coach.py`. Needs upcard[lab]."""

import sys

import upcard

HANDS = [("8s 8h", "Td"), ("As 7d", "9c"), ("Tc 6h", "Ts")]


def main() -> None:
    """Every move of some famous hands, best first; or of one hand: ask_the_coach.py "8s 8h" Td."""
    for hand, up in [(sys.argv[1], sys.argv[2])] if len(sys.argv) == 3 else HANDS:
        try:
            advice = upcard.advise("blackjack", hand, up, house={"decks": 6})
        except (upcard.CardError, upcard.LabError) as wrong:
            raise SystemExit(str(wrong)) from None
        print(f"{hand} against {up}, in units of one {advice.unit}:")
        for choice in advice.choices:
            cost = advice.cost(choice)
            print(f"  {choice.action[0]:<10} {float(choice.ev):+.6f}  {f'costs {float(cost):.6f}' if cost else 'best'}")


if __name__ == "__main__":
    main()
