"""What keeps a house for years: copies while it is open, signed heads kept elsewhere, a standby that takes over, readers."""
