"""What an inventor of games needs: a package to begin from, and the checks that every game has to pass."""
