"""Mesh objects as movable props: picked up, pushed, pulled, put down.

A prop's frame is at its center of mass, along the object's own axes, independent of the object's
origin. Its handles are empties parented to it, or near it and named "Handle".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import bmesh
import bpy
import numpy as np
from mathutils import Quaternion
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...shots.named_props import props_moved
from ...shots.shot import Cue, Prop
from .object_places import matrix_at
from .rig import Rig
from .scene_movers import with_motion
from .scene_parts import (
    BOX,
    DECIMALS,
    OBSTACLE,
    PROP,
    box_around,
    find_object,
    in_shot,
    parts_of,
    read_obstacle,
    read_solid,
    turn_of,
)
from .scene_seats import with_seats

Array = NDArray[np.float64]
USUAL_MASS, USUAL_FRICTION = 5.0, 0.5  # [kg]; for objects that are not set up as props
BOXLIKE = 0.99  # of the box around it: a convex hull with this volume is simulated as a box
HANDLE = "handle"  # prefix of the names of handles without a parent


def read_props(
    scene: bpy.types.Scene, cues: Sequence[Cue], rig: Rig, frames: Sequence[float], rate: float
) -> list[Prop]:
    """All props of a shot as on its first frame: obstacles, movable props, and seats. Animated
    obstacles have their motion.

    Raises InvalidInput.

    Args:
        frames: of the shot; rate: frames per second.
    """
    frame = frames[0]
    still = [
        with_motion(read_obstacle(thing, rig, frame), thing, rig, frames, rate)
        for thing in parts_of(scene, OBSTACLE)
    ]
    things = movable_things(scene, cues)
    movable = [read_prop(thing, rig, frame, handles_of(thing, things, frame)) for thing in things]
    return with_seats([*still, *movable], cues, scene, rig, frame)


def movable_things(scene: bpy.types.Scene, cues: Iterable[Cue]) -> list[bpy.types.Object]:
    """The scene's props, and other objects that cues move, without obstacles.

    Raises InvalidInput where a cue names an object that is not there.
    """
    obstacles = {thing.name for thing in parts_of(scene, OBSTACLE)}
    named = [find_object(scene, name) for name in props_moved(cues) if name not in obstacles]
    found = {thing.name: thing for thing in [*parts_of(scene, PROP), *named]}
    return [found[name] for name in sorted(found)]


def read_prop(
    thing: bpy.types.Object, rig: Rig, frame: float, handles: Iterable[bpy.types.Object] = ()
) -> Prop:
    """A movable prop around an evaluated mesh on a frame. Raises InvalidInput."""
    points, turn = read_solid(thing, rig, frame), turn_of(thing, frame)
    axes = np.array(turn.to_matrix())
    corners, center, volume = _hull(points @ axes)
    if volume <= 0.0:
        raise InvalidInput(f"The prop {thing.name!r} is flat: give it a thickness.")
    about: dict[str, Any] = _surface(thing)
    is_box = about.pop("shape") == BOX or volume > BOXLIKE * float(np.prod(np.ptp(corners, axis=0)))
    prop = (
        box_around(thing.name, points, turn, **about)
        if is_box
        else _solid(thing.name, corners, center, turn, **about)
    )
    return _with_handles(prop, handles, rig, frame)


def _surface(thing: bpy.types.Object) -> dict[str, Any]:
    """Mass, friction and shape of an object; usual values where it is not set up as a prop."""
    if not thing.is_property_set("footfall_part"):
        return {"mass": USUAL_MASS, "friction": USUAL_FRICTION, "shape": ""}
    settings = thing.footfall_part
    mass, friction = (round(value, DECIMALS) for value in (settings.mass, settings.friction))
    return {"mass": mass, "friction": friction, "shape": settings.shape}


def _hull(points: Array) -> tuple[Array, Array, float]:
    """Corners (n, 3), center of volume (3,) and volume of the convex hull of points."""
    middle, solid = points.mean(axis=0), bmesh.new()
    try:
        for point in points - middle:
            solid.verts.new(point)
        faces = bmesh.ops.convex_hull(solid, input=solid.verts[:])["geom"]
        triangles = [
            [vertex.co[:] for vertex in face.verts]
            for face in faces
            if isinstance(face, bmesh.types.BMFace)
        ]
    finally:
        solid.free()
    if not triangles:
        return points, middle, 0.0
    corners = np.array(triangles, float)  # (m, 3, 3)
    # Each triangle forms a tetrahedron with the middle.
    volumes = np.abs(np.linalg.det(corners)) / 6.0
    volume = float(volumes.sum())
    if volume < np.finfo(np.float32).eps * float(np.prod(np.ptp(points, axis=0))):
        return points, middle, 0.0
    center = volumes @ corners.sum(axis=1) / 4.0 / volume
    return np.unique(corners.reshape(-1, 3), axis=0) + middle, center + middle, volume


def _solid(name: str, corners: Array, center: Array, turn: Quaternion, **more: Any) -> Prop:
    """A prop with the hull of corners, along the axes of an object."""
    hull = np.round(corners - center, DECIMALS)
    position = np.round(np.array(turn.to_matrix()) @ center, DECIMALS)
    return Prop(
        name, "mesh", vertices=tuple(map(tuple, hull.tolist())),
        position=tuple(position.tolist()), orientation=tuple(turn), **more,
    )  # fmt: skip


def _with_handles(
    prop: Prop, handles: Iterable[bpy.types.Object], rig: Rig, frame: float
) -> Prop:  # fmt: skip
    """The prop with empties as handles, in the prop's frame."""
    axes, found = np.array(Quaternion(prop.orientation).to_matrix()), {}
    for handle in handles:
        place = in_shot(matrix_at(handle, frame)[None, :3, 3], rig)[0]
        if not np.isfinite(place).all():
            raise InvalidInput(f"The handle {handle.name!r} is nowhere (NaN): move it.")
        found[handle.name] = tuple(np.round((place - prop.position) @ axes, DECIMALS).tolist())
    return replace(prop, handles=found)


def handles_of(
    thing: bpy.types.Object, things: Sequence[bpy.types.Object], frame: float
) -> list[bpy.types.Object]:
    """The empties that are handles of one of the movable objects, by name."""
    empties = [other for other in bpy.context.scene.objects if other.type == "EMPTY"]
    own = [empty for empty in empties if _holder(empty, things, frame) is thing]
    return sorted(own, key=lambda empty: empty.name)


def _holder(
    empty: bpy.types.Object, things: Sequence[bpy.types.Object], frame: float
) -> bpy.types.Object | None:
    """The object whose handle an empty is: its parent, or by name the nearest object."""
    if empty.parent is not None:
        return empty.parent if empty.parent in things else None
    if not empty.name.lower().startswith(HANDLE):
        return None
    place = matrix_at(empty, frame)[:3, 3]

    def away(thing: bpy.types.Object) -> float:
        return float(np.linalg.norm(matrix_at(thing, frame)[:3, 3] - place))

    return min(things, key=away)
