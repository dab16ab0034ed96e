"""Hands up to the names of the suits: their classes, what atoms say of them, what is known card by card."""
