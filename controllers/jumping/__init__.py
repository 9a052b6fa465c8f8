"""The law of a body that jumps."""
