"""Running: stances that accelerate the body up and forwards, and flights that place the legs."""
