"""The interface to Blender: armatures are read here, and keys are written here."""
