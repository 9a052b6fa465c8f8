"""How a jump is planned, made and corrected."""
