"""The door of `floor/fair`: the vault that opens the shoes a house has sealed."""

from upcard.floor.fair.vault import Vault

__all__ = ["Vault"]
