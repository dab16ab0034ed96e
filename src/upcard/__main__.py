"""`python -m upcard`: the command line."""

from upcard.cli.start import main

main()
