"""The commands of a table: games, rules, play, settle, replay."""
