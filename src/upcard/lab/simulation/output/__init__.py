"""Simulated rounds as files: one by one in Parquet, and as pictures."""
