"""Members of a crowd that are still to be simulated, noted in its collection."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import bpy

from ...shots.feasibility import ready_to_run
from ...shots.shot_key import shot_key
from ...shots.take import Take
from .crowd_plan import CrowdPlan

if TYPE_CHECKING:
    from .crowd_scene import Group

# Custom properties of a crowd's collection: members' numbers, and the key of the plan.
UNFINISHED, PLAN = "footfall_unfinished", "footfall_plan"


def split_finished(
    groups: Sequence[Group], takes: Sequence[Take | None]
) -> tuple[list[Group], list[Take], list[int]]:
    """The groups that have a Take, their Takes, and the numbers of the other groups' members."""
    pairs = list(zip(groups, takes, strict=True))
    done = [(group, take) for group, take in pairs if take is not None]
    left = [number for group, take in pairs if take is None for number in group.numbers]
    return [group for group, _ in done], [take for _, take in done], left


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
    what = [shot_key(ready_to_run(whole.shot)), rigs, plan.start_frame, plan.hangs]
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()
