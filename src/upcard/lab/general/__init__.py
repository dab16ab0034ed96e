"""The mathematics of any game: from its model where it has one, through its script where it has none."""
