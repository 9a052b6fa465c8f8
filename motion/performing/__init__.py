"""A clip made ready to be performed: cleaned, moved to a body, with contacts that can carry it."""
