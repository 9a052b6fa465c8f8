"""What a cue names, drawn beside the body: paths, footprints, places, pushes, and props."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from footfall import Cue, Prop, Push, Shot, Take
from footfall.catalogue import CUES, FootstepsParameter, PlaceParameter, TargetParameter
from footfall.rigs.blender.drawn_body import colored

WOOD, STATIC, MARK = (0.72, 0.52, 0.32, 1.0), (0.45, 0.50, 0.56, 1.0), (0.05, 0.55, 0.25, 1.0)
FORCE = (0.85, 0.10, 0.10, 1.0)
ABOVE = 0.004  # [m] of marks over the ground
RIBBON, DISC, BALL = 0.07, 0.14, 0.06  # [m] width of a path, radii of its ends and of a place
SOLE = (0.27, 0.11)  # [m]
ARROW, THICK = 0.7, 0.07  # [m]
SEEN = 0.4  # [s] that the arrow of a push is shown at least
LEG = 0.04  # [m] of a seat's
SIDES = 16
Update = Callable[[int], None]  # of what moves, for a frame of the take


def add_marks(scene: bpy.types.Scene, shot: Shot, take: Take) -> list[Update]:
    """Draw what the shot has beside its body; returns what moves it."""
    for cue in shot.performers[0].cues:
        _add_places(scene, cue)
    moves = [_prop(scene, prop, take) for prop in shot.props]
    return moves + [_arrow(scene, push, take) for push in shot.all_pushes()]


def _add_places(scene: bpy.types.Scene, cue: Cue) -> None:
    values = cue.values()
    for parameter in CUES[cue.skill].parameters:
        value = values[parameter.name]
        if value is None or isinstance(value, str):
            continue
        if isinstance(parameter, FootstepsParameter):
            for step in value:
                _add_print(scene, step)
        elif isinstance(parameter, PlaceParameter):
            _add_path(scene, value if parameter.least > 1 else [value])
        elif isinstance(parameter, TargetParameter):
            ball = _add(scene, "Place", _ball(BALL), MARK)
            ball.location = value


def _add(
    scene: bpy.types.Scene, name: str, mesh: bpy.types.Mesh, color: Sequence[float]
) -> bpy.types.Object:  # fmt: skip
    thing = colored(name, mesh, tuple(color))
    scene.collection.objects.link(thing)
    return thing


def _add_path(scene: bpy.types.Scene, path: Sequence[tuple[float, float]]) -> None:
    for start, end in pairwise(path):
        along = Vector(end) - Vector(start)
        piece = _add(scene, "Path", _box((along.length + RIBBON / 2, RIBBON, 0.001)), MARK)
        middle = (Vector(start) + Vector(end)) / 2
        piece.location = (*middle, ABOVE)
        piece.rotation_euler.z = float(np.arctan2(along.y, along.x))
    for place in (path[0], path[-1]) if len(path) > 5 else path:
        disc = _add(scene, "Place", _cone(DISC, DISC, 0.001), MARK)
        disc.location = (*place, ABOVE)


def _add_print(scene: bpy.types.Scene, step: dict[str, Any]) -> None:
    sole = _add(scene, "Print", _box((*SOLE, 0.001)), MARK)
    sole.location = (*step["position"], ABOVE)
    sole.rotation_euler.z = step["heading"]


def _prop(scene: bpy.types.Scene, prop: Prop, take: Take) -> Update:
    thing = _add(scene, prop.name, _box(prop.size), STATIC if prop.is_static else WOOD)
    thing.rotation_mode = "QUATERNION"
    if prop.is_static:
        _add_legs(scene, prop)
    motion = take.props.get(prop.name)

    def update(frame: int) -> None:
        place, turn = prop.position, prop.orientation
        if motion is not None:
            place, turn = motion.position[frame], motion.orientation[frame]
        thing.location, thing.rotation_quaternion = place, turn

    return update


def _add_legs(scene: bpy.types.Scene, prop: Prop) -> None:
    """Four legs under a board."""
    (x, y, _), under = prop.position, prop.position[2] - 0.5 * prop.size[2]
    if under < LEG:
        return
    reach_x, reach_y = (0.5 * (length - LEG) for length in prop.size[:2])
    for aside, ahead in ((a, b) for a in (-1, 1) for b in (-1, 1)):
        leg = _add(scene, "Leg", _box((LEG, LEG, under)), STATIC)
        leg.location = (x + aside * reach_x, y + ahead * reach_y, 0.5 * under)


def _arrow(scene: bpy.types.Scene, push: Push, take: Take) -> Update:
    """An arrow whose tip is at the pushed part of the body."""
    performance = take.performances[push.performer]
    segment = performance.segment_names.index(push.segment)
    first = min(int(np.searchsorted(take.times, push.time)), len(take.times) - 1)
    force = Vector(push.force)
    if push.heading_frame:
        ahead = Quaternion(performance.root_orientation[first]) @ Vector((1.0, 0.0, 0.0))
        force.rotate(Matrix.Rotation(float(np.arctan2(ahead.y, ahead.x)), 4, "Z"))
    turn = force.normalized().to_track_quat("Z", "Y")
    parts = [_add(scene, "Push", _cone(2.0 * THICK, 0.0, 0.3 * ARROW), FORCE),
             _add(scene, "Push", _cone(0.8 * THICK, 0.8 * THICK, 0.7 * ARROW), FORCE)]  # fmt: skip
    behind = (0.15 * ARROW, 0.65 * ARROW)
    gap = 0.16  # [m] from the middle of the part to its skin

    def update(frame: int) -> None:
        seen = push.time - 0.1 <= take.times[frame] <= push.time + max(push.duration, SEEN)
        tip = Vector(performance.segment_positions[frame, segment]) - gap * force.normalized()
        for part, back in zip(parts, behind, strict=True):
            part.hide_render = not seen
            part.location = tip - back * force.normalized()
            part.rotation_mode, part.rotation_quaternion = "QUATERNION", turn

    return update


def _box(size: Sequence[float]) -> bpy.types.Mesh:
    x, y, z = (0.5 * length for length in size)
    points = [(a * x, b * y, c * z) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return _mesh(points, faces)


def _cone(low: float, high: float, height: float) -> bpy.types.Mesh:
    """A cone or cylinder along z about its middle."""
    angles = np.linspace(0.0, 2.0 * np.pi, SIDES, endpoint=False)
    ends = (low, -0.5 * height), (high, 0.5 * height)
    points = [(r * np.cos(a), r * np.sin(a), z) for r, z in ends for a in angles]
    sides = [(i, (i + 1) % SIDES, SIDES + (i + 1) % SIDES, SIDES + i) for i in range(SIDES)]
    caps = [tuple(range(SIDES))[::-1], tuple(range(SIDES, 2 * SIDES))]
    return _mesh(points, [*sides, *caps])


def _ball(radius: float) -> bpy.types.Mesh:
    rings = [(radius * np.sin(t), radius * np.cos(t)) for t in np.linspace(0.02, np.pi - 0.02, 10)]
    angles = np.linspace(0.0, 2.0 * np.pi, SIDES, endpoint=False)
    points = [(r * np.cos(a), r * np.sin(a), z) for r, z in rings for a in angles]
    faces = [(k * SIDES + i, (k + 1) * SIDES + i, (k + 1) * SIDES + (i + 1) % SIDES,
              k * SIDES + (i + 1) % SIDES) for k in range(9) for i in range(SIDES)]  # fmt: skip
    return _mesh(points, faces)


def _mesh(points: Sequence[Sequence[float]], faces: Sequence[Sequence[int]]) -> bpy.types.Mesh:
    mesh = bpy.data.meshes.new("Mark")
    mesh.from_pydata([tuple(map(float, point)) for point in points], [], faces)
    mesh.update()
    return mesh
