"""Short strategies of games that have a model: every state of a decision, and what a list is worth there."""
