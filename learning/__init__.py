"""Learning controllers: the simulators, their costs, and the order of the searches."""
