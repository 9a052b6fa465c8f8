"""Mesh objects as seats: of a chair with a back, only the surface to sit on."""

from __future__ import annotations

import math
from collections.abc import Sequence

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...shots.cue import seats_among
from ...shots.shot import Cue, Prop
from .rig import Rig
from .scene_parts import DECIMALS, find_object, read_mesh, turn_of

Array = NDArray[np.float64]
LEVEL = math.cos(math.radians(15.0))  # of the normal of a face to sit on
BAND = 0.03  # [m] of height within which faces belong to one seat
LEAST_BACK = 0.15  # [m] over the seat: what is higher is its back
LONG = 1.3  # times as long as deep: a bench
THICKNESS = 0.05  # [m] of the board that represents a seat
LEAST_SIDE = 1e-3  # [m] of that board


def with_seats(
    props: Sequence[Prop],
    cues: Sequence[Cue],
    scene: bpy.types.Scene,
    rig: Rig,
    frame: float | None = None,
) -> list[Prop]:
    """The props, with seats in place of the obstacles that cues sit on."""
    names = sorted(set(seats_among(cues)))
    seats = [read_seat(find_object(scene, name), rig, frame) for name in names]
    return [*(prop for prop in props if prop.name not in names), *seats]


def read_seat(thing: bpy.types.Object, rig: Rig, frame: float | None = None) -> Prop:
    """A board under the largest level area of an evaluated mesh on a frame. Raises InvalidInput."""
    points, corners = read_mesh(thing, rig, frame)
    faces = _largest_level_area(points[corners], thing.name)
    forward = np.array(turn_of(thing, frame).to_matrix())[:, 0]
    turn = math.atan2(forward[1], forward[0])
    axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    flat = faces.reshape(-1, 3)[:, :2] @ axes.T
    low, high = flat.min(axis=0), flat.max(axis=0)
    top = float(faces[:, :, 2].max())
    middle = np.round([*((low + high) / 2 @ axes), top - THICKNESS / 2], DECIMALS)
    size = np.round([*np.maximum(high - low, LEAST_SIDE), THICKNESS], DECIMALS)
    return Prop(
        thing.name, "box", size=tuple(size.tolist()), position=tuple(middle.tolist()),
        orientation=(math.cos(turn / 2), 0.0, 0.0, math.sin(turn / 2)),
    )  # fmt: skip


def facing_of(thing: bpy.types.Object, rig: Rig, board: Prop) -> float:
    """Heading [rad] of those who sit on a mesh with this board: away from the back, where it has
    one; else as near as possible to the object's -Y. Those on a long board sit along its length.
    """
    points, _ = read_mesh(thing, rig)
    top = board.position[2] + board.size[2] / 2
    back = points[points[:, 2] > top + LEAST_BACK, :2]
    away = -np.array(turn_of(thing).to_matrix())[:2, 1]
    if len(back):
        away = np.array(board.position[:2]) - back.mean(axis=0)
    turn = 2.0 * math.atan2(board.orientation[3], board.orientation[0])
    sides = turn + math.pi / 2 * np.arange(4)  # towards the board's X, Y, -X, -Y
    length, depth = board.size[:2]
    if max(length, depth) > LONG * min(length, depth):
        sides = sides[1::2] if length > depth else sides[::2]
    return float(sides[np.argmax(np.cos(sides - math.atan2(away[1], away[0])))])


def _largest_level_area(triangles: Array, name: str) -> Array:
    """The triangles (n, 3, 3) that lie level, facing up, at the height with the largest area."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    doubled = np.linalg.norm(across, axis=1)
    level = across[:, 2] > LEVEL * doubled
    triangles, areas = triangles[level], doubled[level]
    if not len(triangles):
        raise InvalidInput(f"The seat {name!r} has no level face to sit on: choose another.")
    heights = triangles[:, :, 2].mean(axis=1)
    near = np.abs(heights[:, None] - heights) < BAND
    best = int(np.argmax(near @ areas))
    largest: Array = triangles[near[best]]
    return largest
