"""What keeps a house for years: copies while it is open, signed heads elsewhere, a standby that takes over, readers."""
