"""A dealer's hidden hand beside a common board that comes in streets: hold'em and its kin, worked out exactly."""
