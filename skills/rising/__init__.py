"""Getting up from any lying pose: the movements, and the search for a plan."""
