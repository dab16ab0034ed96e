"""What the rulebook says, once: pure functions and scripts, no clock, no randomness, no input or output."""
