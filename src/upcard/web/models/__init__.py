"""The shapes of the API. Pydantic stands here, at the edge, and nowhere deeper."""
