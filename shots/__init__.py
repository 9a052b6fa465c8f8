"""What goes into a simulation and what comes out: Shot and Take, their parts and their checks."""
