"""Where the character stands in the scene, and where it is when a cue begins."""

from __future__ import annotations

import math
from typing import NamedTuple

import bpy
import numpy as np
from mathutils import Matrix, Vector

from ...base.errors import FootfallError
from ...base.rotations import matrices_from_quaternions
from ...catalogue import CUES
from ...rigs.blender.rig import measure_rig
from ...rigs.blender.scene import frame_rate
from ...rigs.blender.subjects import bones_of
from ..chosen import chosen_armature
from ..kept_takes import KeptTake, take_of
from .cue_times import scene_strips
from .strips import Strip

MOST_KEPT = 8
CHEST = 0.72  # of the height: where the body is pushed


class Standing(NamedTuple):
    """A character on the ground, in the scene's space and units.

    Attributes:
        place: on the ground below the pelvis.
        heading: [rad], 0 along +x.
        metre: the length of a metre.
        height: of the standing body.
    """

    place: Vector
    heading: float
    metre: float
    height: float

    @property
    def chest(self) -> Vector:
        return self.place + Vector((0.0, 0.0, CHEST * self.height))

    def ahead(self, metres: float) -> Standing:
        """The character after a straight way."""
        way = Vector((math.cos(self.heading), math.sin(self.heading), 0.0))
        return self._replace(place=self.place + way * metres * self.metre)


_kept: dict[tuple[object, ...], tuple[Standing, Matrix] | None] = {}


def begin_of(context: bpy.types.Context, index: int) -> Standing | None:
    """The character when a cue begins: as in the preview or the last bake, else an estimate from
    the speeds and headings of the cues before it; None without a rig that can be simulated.
    """
    armature = chosen_armature(context)
    start = standing_of(armature) if armature is not None else None
    if start is None:
        return None
    strips = scene_strips(context)
    strip = next(s for s in strips if s.index == index)
    kept = take_of(armature)
    if kept is not None:
        found = _in_take(context.scene, kept, strip.first, start)
        if found is not None:
            return found
    return _estimated(context.scene, strips, strip, start)


def standing_of(armature: bpy.types.Object) -> Standing | None:
    """Where a rig stands; measured once, and moved as the rig is since. Fast enough for redraws."""
    if armature.type != "ARMATURE" or armature.mode == "EDIT":
        return None
    world = armature.matrix_world
    scale = tuple(round(size, 6) for size in world.to_scale())
    picks = armature.footfall.picks_that_exist()
    key = (armature.name_full, bones_of(armature), scale, repr(picks))
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = _measured(armature, picks)
    found = _kept[key]
    if found is None:
        return None
    standing, then = found
    moved = world @ then.inverted_safe()
    ahead = moved.to_3x3() @ Vector((math.cos(standing.heading), math.sin(standing.heading), 0.0))
    return standing._replace(
        place=moved @ standing.place, heading=math.atan2(ahead.y, ahead.x)
    )


def _measured(armature: bpy.types.Object, picks: dict[str, str]) -> tuple[Standing, Matrix] | None:
    try:
        rig = measure_rig(armature, picks)
    except FootfallError:
        return None
    metre = 1.0 / rig.bone_map.metres_per_unit
    place = Vector((*rig.position, rig.ground_height)) * metre
    standing = Standing(place, rig.heading, metre, rig.character.height * metre)
    return standing, armature.matrix_world.copy()


def _in_take(
    scene: bpy.types.Scene, kept: KeptTake, frame: float, start: Standing
) -> Standing | None:
    """The character on a frame of a take; None outside of it."""
    times, time = kept.take.times, kept.time_of(scene, frame)
    if not times[0] - 1e-3 <= time <= times[-1] + 1e-3:
        return None
    performance, at = kept.take.performances[0], int(np.abs(times - time).argmin())
    turn = matrices_from_quaternions(performance.root_orientation[at])
    x, y, _ = performance.root_position[at] / kept.metres_per_unit
    ground = kept.ground_height / kept.metres_per_unit
    heading = math.atan2(turn[1, 0], turn[0, 0])
    return start._replace(place=Vector((x, y, ground)), heading=heading)


def _estimated(
    scene: bpy.types.Scene, strips: list[Strip], until: Strip, start: Standing
) -> Standing:
    """The character after the straight ways of the cues before one."""
    now, rate = start, frame_rate(scene)
    for strip in strips:
        if strip.is_event or strip.first >= until.first or strip.index == until.index:
            continue
        cue = scene.footfall.cues[strip.index]
        group, skill = cue.parameters, CUES[cue.skill]
        if not skill.takes("heading"):
            continue
        if group.use_heading:
            now = now._replace(heading=group.heading)
        begin = max(strip.first, scene.footfall.start_frame)
        seconds = (min(strip.last, until.first) - begin) / rate
        if skill.takes("speed") and seconds > 0.0:
            now = now.ahead(group.speed * seconds)
    return now
