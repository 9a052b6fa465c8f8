"""Between a walk and a run: reference motions, plans and courses of runs."""
