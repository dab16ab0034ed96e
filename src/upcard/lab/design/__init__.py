"""Pay tables by design: what meets a target exactly, what comes nearest, and what a mathematician would frown at."""
