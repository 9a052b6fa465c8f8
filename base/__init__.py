"""Errors, files, checks and rotations: every other folder may import these, and nothing above."""
