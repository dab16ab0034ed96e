"""Fair cards: a shoe bound before its first card, sealed until it may be opened, provable afterwards."""
