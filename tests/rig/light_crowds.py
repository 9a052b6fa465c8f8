"""Crowds with synthetic takes, and what of their light members is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from synthetic import make_take

from footfall.crowd.description import Crowd
from footfall.crowd.surfaces import Rectangle

COUNT = 3
FRAMES = (1.0, 3.0, 5.5, 13.0)


def make_crowd(armature, kind: str = "full", plan=None, present: Sequence = ()):
    """A crowd with synthetic takes: its plan and its collection.

    Args:
        present: as in `Performance`, of each member; (): all are there all the time.
    """
    from footfall.rigs.blender.crowd_plan import CrowdPlan
    from footfall.rigs.blender.crowd_scene import groups_to_simulate, write_crowd
    from footfall.rigs.blender.rig import read_rig

    if plan is None:
        field = Rectangle((300.0, 300.0))
        crowd = Crowd(count=COUNT, variation=0.3, surface=field, spacing=60.0)
        plan = CrowdPlan([read_rig(armature)], crowd, start_frame=1, kind=kind)
    groups = groups_to_simulate(plan)
    present = present or [None] * len(groups)
    takes = [
        take_of(group.shot.performers[0], frames)
        for group, frames in zip(groups, present, strict=True)
    ]
    return plan, write_crowd(plan, groups, takes)


def take_of(performer, present=None):
    take = make_take(
        performer.character, performer.position, performer.heading, seconds=0.2, seed=4
    )
    return replace(take, performances=[replace(take.performances[0], present=present)])


def two_side_by_side(mannequin, present=None):
    """A plan of two members close to each other, and a collection with them, light."""
    import bpy

    from footfall.rigs.blender.crowd_light import write_light
    from footfall.rigs.blender.crowd_motion import CrowdPlacement
    from footfall.rigs.blender.crowd_plan import CrowdPlan
    from footfall.rigs.blender.light_rig import make_light_rig
    from footfall.rigs.blender.rig import read_rig

    rig = read_rig(mannequin)
    field = Rectangle((3.0, 3.0))
    plan = CrowdPlan([rig], Crowd(count=2, spacing=1.5, surface=field), 1)
    takes = [
        take_of(performer, (present or {}).get(number))
        for number, performer in enumerate(plan.shot.performers)
    ]
    take = replace(takes[0], performances=[take.performances[0] for take in takes])
    collection = bpy.data.collections.new("Two")
    bpy.context.scene.collection.children.link(collection)
    placement = CrowdPlacement(
        collection=collection, start_frame=1, metres_per_unit=1.0, ground=0.0
    )
    light = make_light_rig(rig)
    write_light([light], plan.shot, take, [0, 1], placement)
    return plan, collection


def at(frame: float):
    import bpy

    bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
    return bpy.context.evaluated_depsgraph_get()


def instances(collection, frame: float) -> dict[int, list[np.ndarray]]:
    """The matrices of all shown parts, by the place of the part in its collection."""
    from footfall.rigs.blender.crowd_light_object import light_objects

    shown: dict[int, list[np.ndarray]] = {}
    lights = light_objects(collection)
    for seen in at(frame).object_instances:
        if seen.is_instance and seen.parent.original in lights:
            part = int(seen.object.name[:3])
            shown.setdefault(part, []).append(np.array(seen.matrix_world))
    return shown
