"""Characters: their segments and joints, and all that makes or varies a body."""
