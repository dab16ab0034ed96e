"""What can be asked of the house: commands, who may give them, and the decision that makes an entry of one."""
