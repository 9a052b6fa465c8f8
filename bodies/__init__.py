"""Characters: segments and joints, and the functions that make or vary bodies."""
