"""How deep the legs of a take pass through each other."""

from __future__ import annotations

import numpy as np

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..bodies.clearance import LEG_PARTS
from ..bodies.solids import Solid, overlap
from ..shots.take import Performance


def deepest_leg_overlap(character: Character, performance: Performance) -> float:
    """How deep [m] a shape of the left leg and one of the right are in each other, at worst."""
    left, right = (
        [solid(character, performance, part + side) for part in LEG_PARTS] for side in (".L", ".R")
    )
    return max(float(overlap(a, b).max()) for a in left for b in right)


def solid(character: Character, performance: Performance, name: str) -> Solid:
    """A segment's shape as it moves."""
    segment, at = character.segment(name), performance.segment_names.index(name)
    assert segment.shape is not None
    axes = matrices_from_quaternions(performance.segment_orientations[:, at])
    center = np.array(segment.shape.center) - np.array(segment.center)
    middle = performance.segment_positions[:, at] + axes @ center
    return Solid(segment.shape.kind, np.array(segment.shape.size), middle, axes)
