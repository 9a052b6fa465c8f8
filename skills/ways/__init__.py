"""The way of a walker: paths, steering, the ground ahead, and what stands in the way."""
