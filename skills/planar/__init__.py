"""Skills of bodies in a plane: start poses, walking and rising."""
