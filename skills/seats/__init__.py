"""Sitting down on a seat, being seated, and rising from it."""
