"""What a walker is about: a stance on two feet, the shift onto one of them, or steps."""

STANDING, STARTING, WALKING = 0, 1, 2
