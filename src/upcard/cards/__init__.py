"""The deck: card ids, their text form, shoes, shuffles and hand strengths."""
