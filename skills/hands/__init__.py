"""What hands do with things: reach, hold, carry, push and pull."""
