"""Performing a clip: the whole-body program follows a prepared motion with contacts anywhere."""
