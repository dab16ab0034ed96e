"""Games without a quicker method, played through their script in every possible way."""
