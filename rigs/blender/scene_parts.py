"""Objects of the scene as parts of a shot: ground, obstacles, pushes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...shots.shot import Ground, Prop, Push
from .evaluated_mesh import evaluated_mesh
from .object_places import matrix_at
from .rig import Rig
from .scene_keys import keyed_values

Array = NDArray[np.float64]
NOTHING, GROUND, OBSTACLE, PUSH = "NOTHING", "GROUND", "OBSTACLE", "PUSH"
PROP = "PROP"
SOURCE, SINK, BLAST, SEAT, QUEUE = "SOURCE", "SINK", "BLAST", "SEAT", "QUEUE"  # of crowds
HULL, BOX = "HULL", "BOX"
MINUS_Z, Y, Z = "MINUS_Z", "Y", "Z"
AXES = {MINUS_Z: Vector((0, 0, -1)), Y: Vector((0, 1, 0)), Z: Vector((0, 0, 1))}
WEAKEST = 1e-3  # [N] below which a force is ignored
THINNEST = 1e-3  # [m] of a box around a flat mesh
DECIMALS = 6  # of metres, in single precision


def parts_of(scene: bpy.types.Scene, part: str) -> list[bpy.types.Object]:
    """The scene's objects with a part, by name."""
    found = [thing for thing in scene.objects if is_part(thing, part)]
    return sorted(found, key=lambda thing: thing.name)


def is_part(thing: bpy.types.Object, part: str) -> bool:
    """Whether an object has a part."""
    # Accessing the settings of an object that has none would create them.
    has_some = thing.is_property_set("footfall_part")
    return bool(has_some and thing.footfall_part.part == part)


def find_object(scene: bpy.types.Scene, name: str) -> bpy.types.Object:
    """An object of the scene by its name; raises InvalidInput."""
    if name not in scene.objects:
        known = ", ".join(sorted(thing.name for thing in scene.objects))
        raise InvalidInput(f"There is no object {name!r} in the scene; it has {known}.")
    return scene.objects[name]


def read_ground(things: Sequence[bpy.types.Object], rig: Rig, friction: float) -> Ground:
    """One ground of the evaluated meshes; flat without any. Raises InvalidInput."""
    if not things:
        return Ground.flat(friction)
    vertices: list[Array] = []
    triangles: list[Array] = []
    count = 0
    for thing in things:
        points, corners = read_mesh(thing, rig)
        if not len(corners):
            raise InvalidInput(f"The ground {thing.name!r} has no faces: give it some.")
        vertices.append(points)
        triangles.append(corners + count)
        count += len(points)
    return Ground.mesh(np.concatenate(vertices), np.concatenate(triangles), friction)


def read_obstacle(thing: bpy.types.Object, rig: Rig, frame: float | None = None) -> Prop:
    """A static prop around an evaluated mesh, placed as on a frame. Raises InvalidInput."""
    settings = thing.footfall_part
    points = read_solid(thing, rig, frame)
    friction = round(settings.friction, DECIMALS)
    if settings.shape == BOX:
        turn = turn_of(thing, frame)
        return box_around(thing.name, points, turn, friction=friction)
    middle = np.round(points.mean(axis=0), DECIMALS)
    hull = np.round(points - middle, DECIMALS)
    return Prop(
        thing.name, "mesh", vertices=tuple(map(tuple, hull.tolist())),
        position=tuple(middle.tolist()), friction=friction,
    )  # fmt: skip


def read_solid(thing: bpy.types.Object, rig: Rig, frame: float | None = None) -> Array:
    """Vertices (n, 3) of a mesh that must have enough to be solid. Raises InvalidInput."""
    points, _ = read_mesh(thing, rig, frame)
    if len(points) < 4:
        raise InvalidInput(
            f"The obstacle {thing.name!r} has {len(points)} vertices: it needs 4 to be solid."
        )
    return points


def turn_of(thing: bpy.types.Object, frame: float | None = None) -> Quaternion:
    """The orientation of an object's axes on a frame; None: now."""
    world = thing.matrix_world if frame is None else Matrix(matrix_at(thing, frame))
    return world.to_quaternion().normalized()


def box_around(name: str, points: Array, turn: Quaternion, **more: Any) -> Prop:
    """The box around points along the axes of an object; `more`: other fields of a Prop."""
    axes = np.array(turn.to_matrix())
    local = points @ axes
    low, high = local.min(axis=0), local.max(axis=0)
    size = np.round(np.maximum(high - low, THINNEST), DECIMALS)
    middle = np.round(axes @ ((low + high) / 2), DECIMALS)
    return Prop(
        name, "box", size=tuple(size.tolist()), position=tuple(middle.tolist()),
        orientation=tuple(turn), **more,
    )  # fmt: skip


def read_mesh(
    thing: bpy.types.Object, rig: Rig, frame: float | None = None
) -> tuple[Array, NDArray[np.int64]]:
    """Vertices (n, 3) in the shot's world [m] and triangles (m, 3), with modifiers applied.

    Args:
        frame: at which the object's place is taken; None: now.
    """
    if thing.type != "MESH":
        raise InvalidInput(f"The object {thing.name!r} is no mesh: choose a mesh.")
    points, corners = evaluated_mesh(thing, None if frame is None else matrix_at(thing, frame))
    if not np.isfinite(points).all():
        raise InvalidInput(f"The mesh {thing.name!r} has a vertex nowhere (NaN): remove it.")
    return in_shot(points, rig), corners


def in_shot(points: Array, rig: Rig) -> Array:
    """Points (n, 3) from Blender's world to the shot's: in metres above the rig's ground."""
    metres: Array = points * rig.bone_map.metres_per_unit - (0.0, 0.0, rig.ground_height)
    return np.round(metres, DECIMALS)


def read_pushes(
    thing: bpy.types.Object, start_frame: int, frames: int, rate: float
) -> Iterator[Push]:
    """Pushes of an empty with a keyed strength: one for each span of constant force.

    The force of a frame acts until the next frame; its direction is the empty's present one.
    """
    settings = thing.footfall_part
    middles = [start_frame + frame + 0.5 for frame in range(frames)]
    values = keyed_values(thing, "footfall_part.strength", middles)
    strengths = np.round(values or [settings.strength] * frames, DECIMALS - 3)
    direction = thing.matrix_world.to_quaternion().normalized() @ AXES[settings.direction]
    edges = [0, *(np.flatnonzero(np.diff(strengths)) + 1).tolist(), frames]
    for first, end in pairwise(edges):
        if abs(strengths[first]) < WEAKEST:
            continue
        force = np.round(strengths[first] * np.array(direction), DECIMALS)
        yield Push(
            performer=0, segment=settings.segment, time=first / rate,
            duration=(end - first) / rate, force=tuple(force.tolist()),
        )  # fmt: skip
