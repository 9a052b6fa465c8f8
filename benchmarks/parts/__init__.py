"""What benchmarks share: the table of their rows, plots, and scenes of more than one of them."""
