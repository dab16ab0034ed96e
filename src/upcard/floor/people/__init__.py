"""Staff, passwords, cards, and the changes that need two of them."""
