"""How a step onto a platform, or off it, is planned and made."""
