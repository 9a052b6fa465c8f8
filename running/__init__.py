"""Running from one clip: its motion made physically sound, analysed, and planned anew.

Kwon and Hodgins 2010, "Control Systems for Human Running using an Inverted Pendulum Model and a
Reference Motion Capture Sequence". Knows nothing of shots, Blender or the engine.
"""
