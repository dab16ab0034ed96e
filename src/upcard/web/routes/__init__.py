"""The endpoints of the API, a module for each kind of thing."""
