"""Getting up from any lying pose: its movements, and the search for a plan."""
