"""A clip of a four-legged rig in the segments of the skeleton: spine, tail and legs of hinges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...base.rotations import (
    angle_of,
    matrices_from_quaternions,
    quaternions_from_matrices,
    slerp,
)
from ...bodies.quadruped import LEGS, SPINE, TAIL, parent_of
from ..biped_frames import Figure, X, Z
from ..hinged_limbs import hinged_limb
from ..joint_numbers import about
from ..leg_kinematics import knee_sense

Array = NDArray[np.float64]
CHAINS = (("pelvis", *SPINE), ("torso", "neck", "head"), ("pelvis", *TAIL))


def four_legged_turns(figure: Figure, axes: Mapping[str, Array]) -> Array:
    """(frames, n, 3, 3) as in `Posture` from segments' axes (frames, 3, 3) in the world.

    Segments of the trunk that the clip does not show share the bend between those that it does.
    """
    world = dict(axes)
    for chain in CHAINS:
        _fill(world, chain)
    turns = np.tile(np.eye(3), (len(world["pelvis"]), len(figure.names), 1, 1))
    turns[:, 0] = world["pelvis"]
    for leg in LEGS:
        _hinge(figure, turns, world, leg)
    for i, name in enumerate(figure.names):
        if i > 0 and "." not in name:
            turns[:, i] = np.swapaxes(world[parent_of(name)], 1, 2) @ world[name]
    return turns


def _fill(world: dict[str, Array], chain: Sequence[str]) -> None:
    """Add the missing segments of a chain: between two that are present, or straight on."""
    known = [i for i, name in enumerate(chain) if name in world]
    for start, end in pairwise(known):
        first, last = (quaternions_from_matrices(world[chain[i]]) for i in (start, end))
        for i in range(start + 1, end):
            share = np.full(len(first), (i - start) / (end - start))
            world[chain[i]] = matrices_from_quaternions(slerp(first, last, share))
    for name in chain[known[-1] + 1 :]:
        world[name] = world[chain[known[-1]]]


def _hinge(figure: Figure, turns: Array, world: Mapping[str, Array], leg: str) -> None:
    """Fill in a leg's turns: the upper part twists so that hinges join the others to it."""
    upper, lower, foot = (f"{part}.{leg}" for part in ("upper_leg", "lower_leg", "foot"))
    sense = knee_sense(figure, f".{leg}")
    thigh, shank = hinged_limb(world[upper], world[lower], sense)
    above = np.swapaxes(world[parent_of(upper)], 1, 2)
    turns[:, figure.index[upper]] = above @ thigh
    turns[:, figure.index[lower]] = np.swapaxes(thigh, 1, 2) @ shank
    inside = np.swapaxes(shank, 1, 2) @ world[foot]
    turns[:, figure.index[foot]] = about(1, angle_of(inside[:, X, Z], inside[:, Z, Z]))
