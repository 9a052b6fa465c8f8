"""Modes of a walker: standing on two feet, shifting the weight onto one of them, or walking."""

STANDING, STARTING, WALKING = 0, 1, 2
