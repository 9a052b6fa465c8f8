"""What bodies in a plane do: where they start, how they walk and how they rise."""
