"""Curve objects as paths, and objects as places on the ground of a shot."""

from __future__ import annotations

import bpy
import numpy as np
from mathutils.geometry import interpolate_bezier
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from .object_places import matrix_at
from .rig import Rig
from .scene_parts import in_shot

Array = NDArray[np.float64]
Point = tuple[float, float]


def read_place(
    thing: bpy.types.Object | None, rig: Rig, what: str, frame: float | None = None
) -> Point:
    """The place of an object on the ground [m]; arguments as `read_spot`."""
    x, y, _ = read_spot(thing, rig, what, frame)
    return x, y


def read_spot(
    thing: bpy.types.Object | None, rig: Rig, what: str, frame: float | None = None
) -> tuple[float, float, float]:
    """The place of an object in the shot [m]. Raises InvalidInput where it was deleted.

    Args:
        what: its name in error messages.
        frame: at which the place is taken; None: now.
    """
    check_in_scene(thing, what)
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    world = np.array(evaluated.matrix_world) if frame is None else matrix_at(thing, frame)
    if not np.isfinite(world).all():
        raise InvalidInput(f"The {what} {thing.name!r} is nowhere (NaN): move it.")
    x, y, z = in_shot(world[None, :3, 3], rig)[0].tolist()
    return x, y, z


def read_path(thing: bpy.types.Object | None, rig: Rig) -> tuple[Point, ...]:
    """Points of a curve [m]; a closed one ends with its first point. Raises InvalidInput."""
    check_path(thing)
    splines = thing.data.splines
    local = _spline_points(thing, splines[0])
    world = np.array(thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world)
    points = local @ world[:3, :3].T + world[:3, 3]
    if not np.isfinite(points).all():
        raise InvalidInput(f"The path {thing.name!r} has a point nowhere (NaN): move it.")
    path = [tuple(point) for point in in_shot(points, rig)[:, :2].tolist()]
    path = [point for i, point in enumerate(path) if i == 0 or point != path[i - 1]]
    if splines[0].use_cyclic_u and path[0] != path[-1]:
        path.append(path[0])
    if len(path) < 2:
        raise InvalidInput(f"The path {thing.name!r} has no length: give it at least 2 points.")
    return tuple(path)


def check_path(thing: bpy.types.Object | None) -> None:
    """Raise InvalidInput unless the object is a curve of one line."""
    check_in_scene(thing, "path")
    if thing.type != "CURVE":
        raise InvalidInput(f"The path {thing.name!r} is no curve: choose a curve object.")
    count = len(thing.data.splines)
    if count != 1:
        raise InvalidInput(
            f"The path {thing.name!r} has {count} lines, and one can be followed: give it one."
        )


def check_in_scene(thing: bpy.types.Object | None, what: str) -> None:
    """Raise InvalidInput for a deleted object, which its users keep in the file."""
    if thing is None:
        raise InvalidInput(f"There is no {what} yet: choose one in the cue.")
    if thing.name not in bpy.context.scene.objects:
        raise InvalidInput(f"The {what} {thing.name!r} is no longer in the scene: choose another.")


def _spline_points(thing: bpy.types.Object, spline: bpy.types.Spline) -> Array:
    """Points (n, 3) in the object's space, in the viewport's resolution."""
    if spline.type == "BEZIER":
        return _bezier_points(spline)
    if spline.type == "POLY":
        return np.array([point.co[:3] for point in spline.points]).reshape(-1, 3)
    mesh = thing.to_mesh()
    try:
        if len(mesh.polygons):
            raise InvalidInput(
                f"The path {thing.name!r} is a NURBS curve with a thickness: take away its bevel "
                "and extrusion, or make it a Bezier curve."
            )
        return np.array([vertex.co[:] for vertex in mesh.vertices]).reshape(-1, 3)
    finally:
        thing.to_mesh_clear()


def _bezier_points(spline: bpy.types.Spline) -> Array:
    points = list(spline.bezier_points)
    if not points:
        return np.zeros((0, 3))
    following = [*points[1:], *([points[0]] if spline.use_cyclic_u else [])]
    found = [points[0].co[:]]
    for one, other in zip(points, following, strict=False):
        bend = interpolate_bezier(
            one.co, one.handle_right, other.handle_left, other.co, spline.resolution_u + 1
        )
        found += [point[:] for point in bend[1:]]
    return np.array(found)
