"""Bodies in a vertical plane: walking by nearest neighbours, rising by a support graph."""
