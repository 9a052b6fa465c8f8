"""Errors, files, checks and rotations: what every other folder may rely on, and nothing else."""
