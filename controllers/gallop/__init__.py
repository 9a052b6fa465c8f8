"""Galloping on four legs: contact forces planned ahead for the strides to come."""
