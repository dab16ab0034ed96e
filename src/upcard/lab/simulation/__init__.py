"""Real rounds, dealt and played in great numbers, against the exact analysis: what was computed has to come out."""
