"""Measured figures and the sources that they were measured with: `footfall bench`."""
