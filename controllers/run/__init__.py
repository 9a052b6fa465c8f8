"""Running: stances that throw the body up and on, flights in which legs are placed."""
