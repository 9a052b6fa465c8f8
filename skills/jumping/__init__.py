"""How a jump is planned and made."""
