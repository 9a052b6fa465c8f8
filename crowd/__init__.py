"""Many performers in one shot: which of them can meet, and where each one starts."""
