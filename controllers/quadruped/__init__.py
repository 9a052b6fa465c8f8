"""Four-legged bodies: leg frames, strides and paws."""
