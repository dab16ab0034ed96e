"""HTTP, WebSocket and the pages."""
