"""One round as it happens: who feeds it cards, commands in, events out, what each viewer may see."""
