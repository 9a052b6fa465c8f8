"""Learning controllers: what is simulated, how it is judged, and in which order it is searched."""
