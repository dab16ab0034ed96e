"""What many rounds came to: counts, what they are estimates of, and whether they bear out what was computed."""
