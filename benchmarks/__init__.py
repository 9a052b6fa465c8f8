"""One file per paper or peer: the table, paper | peer | ours. Anyone can run it: footfall bench."""
