"""The points of the object that shows light members: one for each bone of each member, and one more
for each further part there that belongs to the member's look.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ...catalogue.crowds import BOXES, LIGHT
from ...crowd.looks import Look
from ...retarget.light_motion import LightMotion
from . import crowd_light_nodes as nodes
from .crowd_light_variants import variant_of
from .light_materials import COLOR, MEMBER, VARIATION

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
SATURATION, BRIGHTNESS = 0.45, 0.9  # of the members' colors
GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0  # step of the hue from one member to the next
ALWAYS = (-(2**20), 2**20)  # frames in which a member is present that neither enters nor leaves
FIELDS = {"INT": "value", "FLOAT": "value", "FLOAT_VECTOR": "vector", "FLOAT_COLOR": "color"}
SIZES = {"INT": 1, "FLOAT": 1, "FLOAT_VECTOR": 3, "FLOAT_COLOR": 4}


@dataclass(frozen=True, kw_only=True)
class LightMember:
    """What is known of a light member besides its motion.

    Attributes:
        number: in the crowd.
        kind: LIGHT or BOXES.
        group: the key of what determined its motion.
        locked: whether it is kept when all members are rolled again.
        present: first and last frame in which it is in the shot; None: always.
        look: None: it has all of its rig's meshes, as they are.
    """

    number: int
    kind: str = LIGHT
    group: str = ""
    locked: bool = False
    present: tuple[int, int] | None = None
    look: Look | None = None


def member_color(number: int) -> tuple[float, float, float, float]:
    hue = number * GOLDEN % 1.0
    return (*colorsys.hsv_to_rgb(hue, SATURATION, BRIGHTNESS), 1.0)


def write_points(
    mesh: bpy.types.Mesh, motion: LightMotion, members: Sequence[LightMember],
    things: Sequence[bpy.types.Object],
) -> None:  # fmt: skip
    """Replace a mesh by the points of these members, with their attributes.

    Args:
        things: the parts, in their order.
    """
    count, bones, free = motion.members, len(motion.parents), len(motion.free)
    firsts = np.arange(count)[:, None]
    rows = np.full((count, bones), nodes.FIXED)
    rows[:, list(motion.free)] = count * bones + free * firsts + np.arange(free)
    numbers = np.array([member.number for member in members])
    present = np.array([member.present or ALWAYS for member in members], float)
    further, their_parts = _further_parts(members, bones, things)
    columns = {
        nodes.PARENT: ("INT", np.maximum(motion.parents, 0) + bones * firsts),
        nodes.ROW: ("INT", np.arange(count * bones)), nodes.PLACE: ("INT", rows),
        nodes.OFFSET: ("FLOAT_VECTOR", motion.offsets),
        nodes.SCALE: ("FLOAT_VECTOR", motion.scales),
        nodes.FIRST: ("FLOAT", _each(present[:, 0], bones)),
        nodes.LAST: ("FLOAT", _each(present[:, 1], bones)),
        COLOR: ("FLOAT_COLOR", _each([member_color(n) for n in numbers.tolist()], bones)),
        VARIATION: ("FLOAT", _each(numbers * GOLDEN % 1.0, bones)),
        MEMBER: ("INT", _each(numbers, bones)),
    }  # fmt: skip
    mesh.clear_geometry()
    mesh.vertices.add(count * bones + len(further))
    for name, (kind, values) in columns.items():
        values = np.asarray(values).reshape(-1, SIZES[kind])
        _give(mesh, name, kind, np.concatenate([values, values[further]]))
    parts = np.concatenate([_common_parts(members, bones, things).ravel(), their_parts])
    _give(mesh, nodes.PART, "INT", parts)
    mesh.update()


def _common_parts(
    members: Sequence[LightMember], bones: int, things: Sequence[bpy.types.Object]
) -> Indices:
    """The part or the box at each bone of each member (members, bones)."""
    has_faces = np.array([len(thing.data.polygons) > 0 for thing in things])
    firsts = np.array([member.kind == BOXES for member in members])[:, None] * bones
    parts = firsts + np.arange(bones)
    return np.where(has_faces[parts], parts, nodes.FIXED)


def _further_parts(
    members: Sequence[LightMember], bones: int, things: Sequence[bpy.types.Object]
) -> tuple[Indices, Indices]:
    """Points of bones that have a part more by their member's look, and these parts."""
    variants = [(part, variant_of(thing)) for part, thing in enumerate(things)]
    found = [
        (place * bones + variant.bone, part)
        for place, member in enumerate(members)
        if member.kind != BOXES
        for part, variant in variants
        if variant is not None and variant.suits(member.look)
    ]
    points, parts = np.array(found, np.int64).reshape(-1, 2).T
    return points, parts


def _each(values: Array | Sequence[Sequence[float]], bones: int) -> Array:
    """A member's value for each of its bones."""
    return np.repeat(np.asarray(values), bones, axis=0)


def _give(mesh: bpy.types.Mesh, name: str, kind: str, values: Array | Indices) -> None:
    present = mesh.attributes.get(name)
    if present is not None:
        mesh.attributes.remove(present)
    made = mesh.attributes.new(name, kind, "POINT")
    number = np.int32 if kind == "INT" else np.float32
    made.data.foreach_set(FIELDS[kind], np.ascontiguousarray(values, number).ravel())
