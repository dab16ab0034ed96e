"""What a request passes first and an answer last: origin, limits, sessions, roles, headers, errors."""
