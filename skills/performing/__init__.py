"""Performing a clip: what is followed, how far the body is off it, and the search for a plan."""
