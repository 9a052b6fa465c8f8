"""A walk that was posed or captured -> a walking style: its cycle, its curves, their knots."""
