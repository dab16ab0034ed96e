"""Benchmarks: what we promise about speed, measured as ratios and limits within one run (`make bench`)."""
