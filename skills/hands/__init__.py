"""Tasks of the hands: reach, hold, carry, push and pull."""
