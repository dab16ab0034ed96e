"""HTTP, WebSocket and the pages."""

from upcard.extras import need

need("house")
