"""The world: bodies, ground, props, contacts and state arrays.

Everywhere: SI units, radians, z up; quaternions (w, x, y, z), unit, float64; vectors in the world
frame unless a name says otherwise.
"""
