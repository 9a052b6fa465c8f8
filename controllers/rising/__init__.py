"""Movement from key pose to key pose, with contacts at any part of the body on the ground."""
