"""Footprints in the scene: empties of a collection, stepped on in the order of their names.

The side in the name selects the foot, or the hand where the name says "hand". The empty's place is
the middle of the sole or palm, its Y axis the direction of toes or fingers, and its property
"duration" [s] the duration of the step.
"""

from __future__ import annotations

import math
from typing import Any

import bpy
import numpy as np

from ...base.errors import InvalidInput
from ...bodies.footprints import print_size
from ...shots.footstep_reach import start_places
from ..naming.spelling import plain
from .rig import Rig
from .scene_parts import in_shot

DURATION, HEIGHT = "duration", "height"  # names of the objects' properties
USUAL_DURATION = 0.7  # [s]
THICKNESS = 0.005  # [m] of a drawn footprint
# Distance between footprints ahead, in leg lengths: on feet, and in a handstand.
STRIDE, STRIDE_ON_HANDS = 0.35, 0.1
COLLECTION = "Footprints"
SIDES = {"l": "L", "left": "L", "r": "R", "right": "R"}


def find_collection(scene: bpy.types.Scene, name: str) -> bpy.types.Collection:
    """A collection of the scene by its name; raises InvalidInput."""
    found = {collection.name: collection for collection in scene.collection.children_recursive}
    if name not in found:
        known = ", ".join(sorted(found)) or "none"
        raise InvalidInput(f"There is no collection {name!r} in the scene; it has {known}.")
    return found[name]


def lay_footprints(
    scene: bpy.types.Scene, rig: Rig, count: int, limb: str = "foot"
) -> bpy.types.Collection:
    """Lay footprints straight ahead of the rig, left and right in turn, for the artist to drag.

    Each is an empty as long and wide as the sole, or as the palm where `limb` is "hand", and shows
    its number and side.
    """
    collection = bpy.data.collections.new(COLLECTION)
    scene.collection.children.link(collection)
    word, stride = ("Hand", STRIDE_ON_HANDS) if limb == "hand" else ("Step", STRIDE)
    start = start_places(rig.character, rig.position, rig.heading, limb)
    ahead = np.array([math.cos(rig.heading), math.sin(rig.heading)])
    for number in range(1, count + 1):
        side = "LR"[(number - 1) % 2]
        far = stride * rig.character.leg_length * min(number, count - 1)  # the last two abreast
        place = start[side] + far * ahead
        collection.objects.link(_lay(f"{word} {number:02}.{side}", place, rig))
    return collection


def _lay(name: str, place: np.ndarray, rig: Rig) -> bpy.types.Object:
    foot = bpy.data.objects.new(name, None)
    foot.empty_display_type, foot.show_name = "CUBE", True
    units = 1.0 / rig.bone_map.metres_per_unit
    foot.location = (place[0] * units, place[1] * units, rig.ground_height * units)
    foot.rotation_euler.z = rig.heading - math.pi / 2  # the Y axis points ahead
    length, width = print_size(rig.character, _limb(name), _side(name) or "L")
    if length > 0.0:  # an empty cube extends by its size to both sides
        foot.scale = (0.5 * width * units, 0.5 * length * units, THICKNESS * units)
    return foot


def read_footprints(collection: bpy.types.Collection | None, rig: Rig) -> list[dict[str, Any]]:
    """A "step" cue's footsteps. Raises InvalidInput where there are none or a side is missing."""
    check_footprints(collection)
    things = sorted(collection.all_objects, key=lambda thing: thing.name)
    return [_read(thing, rig) for thing in things]


def check_footprints(collection: bpy.types.Collection | None) -> None:
    """Raise InvalidInput where there are no footprints, or one has no side in its name."""
    if collection is None or not collection.all_objects:
        raise InvalidInput("There are no footprints yet: choose a collection of some in the cue.")
    for thing in sorted(collection.all_objects, key=lambda thing: thing.name):
        if _side(thing.name) is None:
            raise InvalidInput(
                f"The footprint {thing.name!r} does not show which foot it is for: "
                "end its name in .L or .R."
            )


def _read(thing: bpy.types.Object, rig: Rig) -> dict[str, Any]:
    side = _side(thing.name)
    world = np.array(thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world)
    if not np.isfinite(world).all():
        raise InvalidInput(f"The footprint {thing.name!r} is nowhere (NaN): move it.")
    x, y, _ = in_shot(world[:3, 3][None], rig)[0].tolist()
    step = {
        _limb(thing.name): side,
        "position": (x, y),
        "heading": math.atan2(world[1, 1], world[0, 1]),
        "duration": float(thing.get(DURATION, USUAL_DURATION)),
    }
    if HEIGHT in thing:
        step["height"] = float(thing[HEIGHT])
    return step


def _limb(name: str) -> str:
    """The limb of a footprint: a foot, or a hand as in "Hand 01.L"."""
    return "hand" if "hand" in plain(name).split("_") else "foot"


def _side(name: str) -> str | None:
    """The side in a name, as in "Step.001.L" or "left 3"; None without one."""
    told = [SIDES[word] for word in plain(name).split("_") if word in SIDES]
    return told[-1] if told else None
