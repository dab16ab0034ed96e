"""Links, their meters, and hits from the hand's button to the pay desk."""
