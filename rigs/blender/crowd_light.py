"""Light members of a crowd: added, taken out, and changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import bpy

from ...catalogue.crowds import LIGHT
from ...retarget.light_motion import LightMotion, chosen, joined, over_frames
from ...shots.shot import Shot
from ...shots.take import Take
from .crowd_light_object import (
    LightCrowd,
    light_objects,
    read_light_crowd,
    remove_light_object,
    rig_of,
    write_light_crowd,
)
from .crowd_light_points import LightMember
from .crowd_motion import CrowdPlacement, moving_members, to_light
from .light_rig import LightRig

Added = tuple[LightMember, LightMotion]  # the motion of this member alone


def write_light(
    lights: Sequence[LightRig], shot: Shot, take: Take, numbers: Sequence[int],
    placement: CrowdPlacement, kind: str = LIGHT,
) -> list[bpy.types.Object]:
    """Add light members with their simulated proportions; returns the objects that show them.

    Args:
        lights: the light rigs, which members use in turn.
        shot, take: of these members and no others.
        numbers: the members' numbers in the whole crowd.
        kind: LIGHT or BOXES.
    """
    moving = moving_members(lights, shot, take, numbers, placement.start_frame)
    added = [
        (
            LightMember(number=one.number, kind=kind, present=one.present),
            to_light(one, lights[one.number % len(lights)], placement),
        )
        for one in moving
    ]
    return add_light(lights, added, placement.collection, placement.start_frame)


def add_light(
    lights: Sequence[LightRig], added: Sequence[Added], collection: bpy.types.Collection,
    start: int,
) -> list[bpy.types.Object]:  # fmt: skip
    """Add light members, in place of those with the same numbers; returns the objects.

    Args:
        start: first frame of their motions.
    """
    things = []
    for place, light in enumerate(lights):
        some = [one for one in added if one[0].number % len(lights) == place]
        if some:
            things.append(_add(light, some, collection, start))
    return things


def _add(
    light: LightRig, added: Sequence[Added], collection: bpy.types.Collection, start: int
) -> bpy.types.Object:  # fmt: skip
    name = light.rig.armature.name
    members = [member for member, _ in added]
    crowds = [(members, [motion for _, motion in added], start)]
    present = _object_of(collection, name)
    if present is not None:
        old = _without(read_light_crowd(present), {member.number for member in members})
        crowds.insert(0, (list(old.members), [old.motion], old.start))
    first = min(begun for _, _, begun in crowds)
    end = max(begun + motion.frames for _, motions, begun in crowds for motion in motions)
    motion = joined(
        [
            over_frames(motion, begun, first, end - first)
            for _, motions, begun in crowds
            for motion in motions
        ]
    )
    everyone = [member for some, _, _ in crowds for member in some]
    return write_light_crowd(collection, name, LightCrowd(motion, everyone, first), light)


def drop_light(collection: bpy.types.Collection, numbers: Collection[int]) -> None:
    """Take light members out; an object that shows no others is removed."""
    for thing in light_objects(collection):
        crowd = read_light_crowd(thing)
        left = _without(crowd, numbers)
        if not left.members:
            remove_light_object(thing)
        elif len(left.members) < len(crowd.members):
            write_light_crowd(collection, rig_of(thing), left)


def change_light(
    collection: bpy.types.Collection, change: Callable[[LightMember], LightMember]
) -> None:
    """Change what is known of light members besides their motion."""
    for thing in light_objects(collection):
        crowd = read_light_crowd(thing)
        members = [change(member) for member in crowd.members]
        if members != crowd.members:
            write_light_crowd(collection, rig_of(thing), replace(crowd, members=members))


def _object_of(collection: bpy.types.Collection, rig: str) -> bpy.types.Object | None:
    return next((thing for thing in light_objects(collection) if rig_of(thing) == rig), None)


def _without(crowd: LightCrowd, numbers: Collection[int]) -> LightCrowd:
    left = [place for place, m in enumerate(crowd.members) if m.number not in numbers]
    return LightCrowd(
        chosen(crowd.motion, left), [crowd.members[place] for place in left], crowd.start
    )
