"""A crowd stored in the scene: its description, its members, and their replacement."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import bpy

from ...base.errors import InvalidInput
from ...crowd.data import crowd_from_data, crowd_to_data
from ...crowd.groups import groups_that_meet, split
from ...crowd.members import Crowd
from ...shots.feasibility import ready_to_run
from ...shots.shot import Shot
from ...shots.shot_key import shot_key
from ...shots.take import Take
from .crowd_members import CrowdPlacement, remove_member, write_members
from .crowd_plan import CrowdPlan
from .hidden_rigs import shown
from .light_rig import LightRig, make_light_rig
from .unfinished_crowd import unfinished_of

if TYPE_CHECKING:
    from ...retarget.light_hanging import LightPart
    from .hanging_pose import HungChain

# Custom properties of a crowd's collection and of its members' armatures.
CROWD = "footfall_crowd"
NUMBER, LOCKED, GROUP = "footfall_member", "footfall_locked", "footfall_group"


class Group(NamedTuple):
    """Members that may meet: a key of what determines their motion, their numbers, their shot."""

    key: str
    numbers: Sequence[int]
    shot: Shot


def groups_to_simulate(plan: CrowdPlan) -> list[Group]:
    """The groups of the plan whose members are not in the scene already with the same motion."""
    shot, numbers = ready_to_run(plan.shot), plan.crowd.numbers
    present = members_of(plan.collection) if plan.collection is not None else {}
    parts = groups_that_meet(shot)
    groups = [
        Group(shot_key(part), [numbers[place] for place in places], part)
        for places, part in zip(parts, split(shot, parts), strict=True)
    ]
    return [group for group in groups if not _is_there(group, present)]


def _is_there(group: Group, present: Mapping[int, bpy.types.Object]) -> bool:
    found = [present.get(number) for number in group.numbers]
    return all(member is not None and member.get(GROUP) == group.key for member in found)


def write_crowd(
    plan: CrowdPlan, groups: Sequence[Group], takes: Sequence[Take],
    hanging: Sequence[Sequence[HungChain]] = (),
) -> bpy.types.Collection:  # fmt: skip
    """Put groups into the crowd's collection, replacing their members there.

    Args:
        hanging: of each rig, what hangs on its members; none: their parts are stiff.
    """
    collection = plan.collection or _new_collection()
    locked = {n for n, member in members_of(collection).items() if member.get(LOCKED)}
    with shown([rig.armature for rig in plan.rigs]):
        lights = [make_light_rig(rig) for rig in plan.rigs]
        parts = _light_parts(lights, hanging) if hanging else []
    placement = CrowdPlacement(
        collection=collection,
        start_frame=plan.start_frame,
        metres_per_unit=plan.rigs[0].bone_map.metres_per_unit,
        ground=plan.rigs[0].ground_height,
    )
    for group, take in zip(groups, takes, strict=True):
        _write_group(group, take, lights, placement, locked, parts)
    for light in lights:
        light.remove()
    collection[CROWD] = json.dumps({**_stored(plan), "hanging": bool(hanging)})
    return collection


def _light_parts(
    lights: Sequence[LightRig], hanging: Sequence[Sequence[HungChain]]
) -> list[list[LightPart]]:
    # Imported here: it loads numba.
    from .crowd_hanging import light_parts

    return [
        light_parts(light.rig.armature, light.skeleton, parts)
        for light, parts in zip(lights, hanging, strict=True)
    ]


def _stored(plan: CrowdPlan) -> dict[str, Any]:
    shot = plan.shot
    one = replace(shot, performers=shot.performers[:1])  # surroundings are the same for all
    return {
        "crowd": crowd_to_data(plan.crowd),
        "rigs": [rig.armature.name for rig in plan.rigs],
        "shot": one.to_data(),
        "start_frame": plan.start_frame,
    }


def _new_collection() -> bpy.types.Collection:
    collection = bpy.data.collections.new("Crowd")
    bpy.context.scene.collection.children.link(collection)
    return collection


def _write_group(
    group: Group, take: Take, lights: Sequence[LightRig], placement: CrowdPlacement,
    locked: set[int], parts: Sequence[Sequence[LightPart]],
) -> None:  # fmt: skip
    present = members_of(placement.collection)
    for number in group.numbers:
        if number in present:
            remove_member(present[number])
    members = write_members(lights, group.shot, take, group.numbers, placement, parts)
    for number, member in zip(group.numbers, members, strict=True):
        member[NUMBER], member[LOCKED], member[GROUP] = number, number in locked, group.key


def members_of(collection: bpy.types.Collection) -> dict[int, bpy.types.Object]:
    """The armatures of the members in a collection, by number."""
    return {thing[NUMBER]: thing for thing in collection.objects if NUMBER in thing}


def crowd_of(thing: bpy.types.Object) -> bpy.types.Collection | None:
    """The crowd that a member, or one of its meshes, belongs to."""
    return next((c for c in thing.users_collection if CROWD in c), None)


class StoredCrowd(NamedTuple):
    """The crowd that a collection stores; members deleted since are marked as removed."""

    crowd: Crowd
    rigs: list[bpy.types.Object]
    around: dict[str, Any]
    start_frame: int
    hangs: bool


def read_crowd(collection: bpy.types.Collection) -> StoredCrowd:
    """The crowd that a collection stores; raises InvalidInput where its rigs are gone."""
    stored = json.loads(collection[CROWD])
    crowd = crowd_from_data(stored["crowd"])
    there = {*members_of(collection), *unfinished_of(collection)}
    rigs = [bpy.data.objects.get(name) for name in stored["rigs"]]
    if None in rigs:
        gone = stored["rigs"][rigs.index(None)]
        raise InvalidInput(f"The rig {gone!r} of this crowd is gone: make a new crowd.")
    shot = Shot.from_data(stored["shot"])
    return StoredCrowd(
        crowd=replace(crowd, removed=[n for n in range(crowd.count) if n not in there]),
        rigs=rigs,
        around={"ground": shot.ground, "props": shot.props, "gravity": shot.gravity},
        start_frame=stored["start_frame"],
        hangs=stored.get("hanging", False),
    )
