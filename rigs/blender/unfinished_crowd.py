"""Members of a crowd that are still to be simulated, noted in its collection."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, replace

import bpy

from ...shots.shot_key import shot_key
from .crowd_plan import CrowdPlan

# Custom properties of a crowd's collection: members' numbers, and the key of the plan.
UNFINISHED, PLAN = "footfall_unfinished", "footfall_plan"


def note_unfinished(
    collection: bpy.types.Collection, plan: CrowdPlan, numbers: Sequence[int]
) -> None:
    """Note which members of the plan are not simulated; none: the crowd is finished."""
    if numbers:
        collection[UNFINISHED], collection[PLAN] = sorted(numbers), plan_key(plan)
        return
    for name in (UNFINISHED, PLAN):
        if name in collection:
            del collection[name]


def unfinished_of(collection: bpy.types.Collection) -> list[int]:
    """Numbers of the members that are not simulated, or not as the crowd is now."""
    return list(collection.get(UNFINISHED, ()))


def forget_unfinished(collection: bpy.types.Collection, numbers: Collection[int]) -> None:
    """Members that were deleted are not to be simulated any more."""
    left = [number for number in unfinished_of(collection) if number not in numbers]
    if left:
        collection[UNFINISHED] = left
    elif UNFINISHED in collection:
        del collection[UNFINISHED], collection[PLAN]


def plan_key(plan: CrowdPlan) -> str:
    """A digest of what a plan makes, members that were deleted included."""
    whole = replace(plan, crowd=replace(plan.crowd, removed=()))
    rigs = [rig.armature.name for rig in plan.rigs]
    looks = asdict(plan.crowd.looks)
    what = [shot_key(whole.shot), rigs, plan.start_frame, plan.hangs, plan.kind, looks]
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()
