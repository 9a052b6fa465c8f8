"""How a four-legged body does its skills: one file per skill."""
