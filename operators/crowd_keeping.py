"""Crowds of which only some groups are simulated: what is said of them, and how they go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import bpy

from ..rigs.blender.crowd_plan import CrowdPlan
from ..rigs.blender.crowd_scene import kinds_of
from ..rigs.blender.unfinished_crowd import PLAN, plan_key, unfinished_of
from ..rollout.wording import count

NONE_FINISHED = "The crowd was cancelled before one of its groups was finished: nothing is written"


def say_unfinished(collection: bpy.types.Collection, left: Sequence[int], total: int) -> str:
    """How many of a plan's members are not simulated, and what completes the crowd."""
    return (
        f"{len(left)} of the {count(total, 'member')} of {collection.name} are still to be "
        "simulated: Complete Crowd goes on with them"
    )


def continued(plan: CrowdPlan) -> CrowdPlan:
    """The plan for the unfinished crowd of the scene that was made by the same plan; else itself.

    Members of that crowd that were deleted stay away.
    """
    begun = [c for c in bpy.context.scene.collection.children_recursive if PLAN in c]
    if not begun:
        return plan
    key = plan_key(plan)
    for collection in begun:
        if collection[PLAN] == key:
            left = unfinished_of(collection)
            known = {*kinds_of(collection), *left}
            removed = [number for number in plan.crowd.numbers if number not in known]
            crowd = replace(plan.crowd, removed=removed)
            return replace(plan, crowd=crowd, collection=collection, only=left)
    return plan
