"""The endpoints of the API, a module for each kind of thing."""

API = "/api/v1"
"""Below it they all are. Each router says so itself: what the app includes under a prefix is looked for twice."""
