"""Laws of a body that jumps."""
