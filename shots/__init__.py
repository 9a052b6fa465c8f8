"""The input and the output of a simulation: Shot and Take, their parts and their checks."""
