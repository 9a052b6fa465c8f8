"""Animated obstacles: elevators, doors, platforms; read frame by frame as a prop's keyed motion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...base.rotations import (
    continuous_signs,
    matrices_from_quaternions,
    multiply_quaternions,
    quaternions_from_matrices,
)
from ...shots.ground import Ground
from ...shots.prop import Prop
from ...shots.shot import KeyedMotion
from .evaluated_frames import evaluated_at
from .object_places import matrix_at, moves_by_itself
from .rig import Rig

Array = NDArray[np.float64]
DECIMALS = 6  # of metres, and of quaternions
STILL = 1e-4  # [m], and of a rotation matrix: what moves less stands still
FLAT = 1e-12  # determinant of the matrix of an object without extent in some direction
RIGID = 1e-3  # by how much a matrix may differ from a rotation
# A moved prop carries the character whose soles are at its top, within this distance [m]; a flat
# floor, which the artist did not make, then lies that far below all of its way.
NEAR_SOLES, FLOOR_BELOW, FLOOR_SIZE = 0.1, 0.1, 1e3


def with_motion(
    prop: Prop, thing: bpy.types.Object, rig: Rig, frames: Sequence[float], rate: float
) -> Prop:
    """The prop of an object, as `matrix_at` has it on the first frame, with its motion if it moves.

    Raises InvalidInput where the object changes its size or shape.

    Args:
        frames: all frames of the shot; rate: frames per second.
    """
    places, read_at = _places(thing, frames), matrix_at(thing, frames[0])
    if abs(np.linalg.det(read_at[:3, :3])) < FLAT:
        return prop
    ways = places @ np.linalg.inv(read_at)
    turns = ways[:, :3, :3]
    if not np.abs(turns @ np.swapaxes(turns, 1, 2) - np.eye(3)).max() < RIGID:
        raise InvalidInput(
            f"The obstacle {thing.name!r} changes its size as it moves: key its place and turn "
            "only."
        )
    unit, up = rig.bone_map.metres_per_unit, np.array([0.0, 0.0, rig.ground_height])
    start = np.array(prop.position) + up
    positions = start @ np.swapaxes(turns, 1, 2) + unit * ways[:, :3, 3] - up
    if max(np.abs(turns - turns[0]).max(), np.abs(positions - positions[0]).max()) < STILL:
        return prop
    own = np.array(prop.orientation)
    orientations = continuous_signs(multiply_quaternions(quaternions_from_matrices(turns), own))
    motion = KeyedMotion(
        tuple(((np.array(frames) - frames[0]) / rate).tolist()),
        tuple(map(tuple, np.round(positions, DECIMALS).tolist())),
        tuple(map(tuple, np.round(orientations, DECIMALS).tolist())),
    )
    return replace(
        prop, position=motion.positions[0], orientation=motion.orientations[0], motion=motion
    )


def _places(thing: bpy.types.Object, frames: Sequence[float]) -> Array:
    """World matrices (n, 4, 4) of an object on frames."""
    if moves_by_itself(thing):
        return np.array([matrix_at(thing, frame) for frame in frames])
    # Each matrix is copied at its frame: Blender's own follow the object to the next one.
    return np.array([np.array(shown.matrix_world) for shown in evaluated_at(thing, frames)])


def floor_below(ground: Ground, props: Sequence[Prop], rig: Rig) -> Ground:
    """The flat ground, or one below the way of the moved props that carry the character."""
    lowest = [_lowest(prop) for prop in props if prop.motion is not None and _carries(prop, rig)]
    if not lowest:
        return ground
    level = min(lowest) - FLOOR_BELOW
    x, y = rig.position
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    vertices = [(x + FLOOR_SIZE * i, y + FLOOR_SIZE * j, level) for i, j in corners]
    return Ground.mesh(vertices, [(0, 1, 2), (0, 2, 3)], ground.friction)


def _corners(prop: Prop) -> Array:
    """(n, 3) corners of a prop in its frame [m]; it is a box or a mesh."""
    if prop.shape == "mesh":
        return np.array(prop.vertices)
    signs = np.stack(np.meshgrid(*[(-0.5, 0.5)] * 3), axis=-1).reshape(-1, 3)
    corners: Array = signs * np.array(prop.size)
    return corners


def _carries(prop: Prop, rig: Rig) -> bool:
    """Whether a prop's top is under the character's soles at first."""
    turn = matrices_from_quaternions(np.array(prop.orientation))
    corners = _corners(prop) @ turn.T + prop.position
    low, high = corners.min(axis=0), corners.max(axis=0)
    is_under = (low[:2] < rig.position).all() and (high[:2] > rig.position).all()
    return bool(is_under and abs(high[2]) < NEAR_SOLES)


def _lowest(prop: Prop) -> float:
    """The lowest height of a prop on its way [m]."""
    assert prop.motion is not None
    turns = matrices_from_quaternions(np.array(prop.motion.orientations))
    heights = np.einsum("fj,nj->fn", turns[:, 2], _corners(prop))
    return float((heights + np.array(prop.motion.positions)[:, 2:]).min())
