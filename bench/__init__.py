"""Benchmarks: what we promise about speed, measured as ratios and limits within one run. Start them with `make bench`."""
