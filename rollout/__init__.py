"""A Shot in, a Take out: the runtime that drives performers and records them."""
