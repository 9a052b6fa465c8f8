"""Many performers in one shot: who can meet whom, and where each one starts."""
