"""The headers that keep a browser careful; every answer carries them, also the one to a mistake of ours."""

CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""No inline script, no inline style, nothing from another machine."""

HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
HSTS = (b"strict-transport-security", b"max-age=31536000")
NOT_KEPT = (b"cache-control", b"no-store")
"""What the API says is as somebody sees it now: their cards, their money. Nothing between may keep it."""


def careful(*, secure: bool) -> tuple[tuple[bytes, bytes], ...]:
    """The headers of an answer; over https a browser is told to stay there."""
    return (*HEADERS, HSTS) if secure else HEADERS
