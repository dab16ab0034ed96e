"""3 Card Blitz: the best total of three suited cards out of seven (BLZ)."""
