"""The kinds of bodies: what a character's `kind` may be."""

BIPED, QUADRUPED, PLANAR = "biped", "quadruped", "planar"
