"""The commands that run a house: serve, floor, audit, devices."""
