"""Crowds of which some groups are simulated only: what is said of them, and how they go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import bpy

from ..rigs.blender.crowd_plan import CrowdPlan
from ..rigs.blender.crowd_scene import members_of
from ..rigs.blender.unfinished_crowd import PLAN, plan_key, unfinished_of
from ..rollout.wording import count

NONE_FINISHED = "The crowd was cancelled before one of its groups was finished: nothing is written"


def say_unfinished(collection: bpy.types.Collection, left: Sequence[int], total: int) -> str:
    """How many of a plan's members are missing, and what completes the crowd."""
    return (
        f"{len(left)} of the {count(total, 'member')} of {collection.name} are missing, the "
        "others are kept. Make Crowd with the same settings, or Complete Crowd, simulates the rest"
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
            known = {*members_of(collection), *unfinished_of(collection)}
            removed = [number for number in plan.crowd.numbers if number not in known]
            crowd = replace(plan.crowd, removed=removed)
            return replace(plan, crowd=crowd, collection=collection)
    return plan
