"""What the staff's consoles show and could do next."""
