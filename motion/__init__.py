"""Clips: captured walks as styles, running cycles, and motion made physically consistent."""
