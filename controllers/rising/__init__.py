"""From key pose to key pose, leaning on whatever of the body is on the ground."""
