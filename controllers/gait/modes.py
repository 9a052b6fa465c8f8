"""Modes of a walker: standing on two feet, shifting the weight onto one of them, walking, or taking
over a body that another law has moved until now.
"""

STANDING, STARTING, WALKING, TAKING_OVER = 0, 1, 2, 3
