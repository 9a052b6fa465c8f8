"""Measured figures and the sources with which they were measured, for `footfall bench`."""
