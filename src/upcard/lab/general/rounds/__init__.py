"""A game's script under the eyes of the lab: how a round goes, which cases it comes to, what each writes."""
