"""Kernels that play whole rounds of one game, millions a second, over tables made by calling its atoms."""
