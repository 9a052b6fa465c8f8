"""From the motion of a body to channels and keys of bones, without Blender."""
