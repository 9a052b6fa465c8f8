"""From the motion of a body to channels and keys of bones, independent of Blender."""
