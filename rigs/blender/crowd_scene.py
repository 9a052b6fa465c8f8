"""A crowd stored in the scene: its description, its members, and their replacement."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import bpy

from ...base.errors import InvalidInput
from ...catalogue.crowds import FULL
from ...crowd.data import crowd_from_data, crowd_to_data
from ...crowd.description import Crowd
from ...crowd.groups import groups_that_meet, split
from ...shots.feasibility import ready_to_run
from ...shots.shot import Shot
from ...shots.shot_key import shot_key
from ...shots.take import Take
from .crowd_light import Added, add_light, drop_light
from .crowd_light_object import light_objects, members_in
from .crowd_light_points import LightMember
from .crowd_looks import check_looks, dressed, parts_shown
from .crowd_members import add_members, remove_member
from .crowd_motion import CrowdPlacement, MovingMember, moving_members, to_light
from .crowd_plan import CrowdPlan
from .hidden_rigs import shown
from .light_rig import LightRig, make_light_rig
from .unfinished_crowd import forget_unfinished, unfinished_of

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
    """The groups of the plan whose members are not in the scene already with the same motion.

    Where the plan is for some members only, the groups that have one of these.
    """
    check_looks(plan.crowd.looks)
    shot, numbers = ready_to_run(plan.shot), plan.crowd.numbers
    present = _keys_of(plan.collection) if plan.collection is not None else {}
    parts = groups_that_meet(shot)
    groups = [
        Group(shot_key(part), [numbers[place] for place in places], part)
        for places, part in zip(parts, split(shot, parts), strict=True)
    ]
    wanted = set(numbers if plan.only is None else plan.only)
    return [
        group
        for group in groups
        if not (wanted.isdisjoint(group.numbers) or _is_there(group, present))
    ]


def _is_there(group: Group, present: Mapping[int, str]) -> bool:
    return all(present.get(number) == group.key for number in group.numbers)


def split_finished(
    groups: Sequence[Group], kept: Mapping[str, Take]
) -> tuple[list[Group], list[Take], list[int]]:
    """The groups that have a Take, their Takes, and the numbers of the other groups' members.

    Args:
        kept: Takes by the keys of groups.
    """
    done = [group for group in groups if group.key in kept]
    left = [number for group in groups if group.key not in kept for number in group.numbers]
    return done, [kept[group.key] for group in done], left


def _keys_of(collection: bpy.types.Collection) -> dict[int, str]:
    """Of each member, the key of the group that it was simulated in."""
    full = {number: member.get(GROUP, "") for number, member in members_of(collection).items()}
    return {**full, **{member.number: member.group for member in light_members_of(collection)}}


def write_crowd(
    plan: CrowdPlan, groups: Sequence[Group], takes: Sequence[Take],
    hanging: Sequence[Sequence[HungChain]] = (),
) -> bpy.types.Collection:  # fmt: skip
    """Put groups into the crowd's collection, replacing their members there.

    Args:
        hanging: of each rig, what hangs on its members; none: their parts are stiff.
    """
    looks = plan.crowd.looks
    check_looks(looks)
    collection = plan.collection or _new_collection()
    locked, kinds = locked_in(collection), kinds_of(collection)
    with shown([rig.armature for rig in plan.rigs]), parts_shown(looks):
        lights = [make_light_rig(rig, looks) for rig in plan.rigs]
        parts = light_parts_of(lights, hanging) if hanging else []
    placement = CrowdPlacement(
        collection=collection,
        start_frame=plan.start_frame,
        metres_per_unit=plan.rigs[0].bone_map.metres_per_unit,
        ground=plan.rigs[0].ground_height,
    )
    added: list[Added] = []
    for group, take in zip(groups, takes, strict=True):
        wanted = {number: kinds.get(number, plan.kind) for number in group.numbers}
        moving = moving_members(lights, group.shot, take, group.numbers, plan.start_frame)
        moving = dressed(moving, plan.crowd, lights)
        added += _write_group(group, moving, lights, placement, locked, parts, wanted)
    add_light(lights, added, collection, plan.start_frame)
    for light in lights:
        light.remove()
    collection[CROWD] = json.dumps({**_stored(plan), "hanging": bool(hanging)})
    return collection


def light_parts_of(
    lights: Sequence[LightRig], hanging: Sequence[Sequence[HungChain]]
) -> list[list[LightPart]]:
    """What hangs on the rigs of a crowd, as bones of its members."""
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
        "kind": plan.kind,
        "metres_per_unit": plan.rigs[0].bone_map.metres_per_unit,
        "read_at": bpy.context.scene.frame_current,
    }


def _new_collection() -> bpy.types.Collection:
    collection = bpy.data.collections.new("Crowd")
    bpy.context.scene.collection.children.link(collection)
    return collection


def _write_group(
    group: Group, moving: Sequence[MovingMember], lights: Sequence[LightRig],
    placement: CrowdPlacement,
    locked: set[int], parts: Sequence[Sequence[LightPart]], kinds: Mapping[int, str],
) -> list[Added]:  # fmt: skip
    """Write the full members of a group; returns the others, which are written together."""
    present = members_of(placement.collection)
    for number in group.numbers:
        if number in present:
            remove_member(present[number])
    full = [member for member in moving if kinds[member.number] == FULL]
    has_floor = group.shot.ground.kind == "flat"
    for member, made in zip(
        full, add_members(lights, full, placement, parts, has_floor), strict=True
    ):
        number = member.number
        made[NUMBER], made[LOCKED], made[GROUP] = number, number in locked, group.key
    return [
        (
            LightMember(
                number=member.number, kind=kinds[member.number], group=group.key,
                locked=member.number in locked, present=member.present, look=member.look,
            ),
            to_light(member, lights[member.number % len(lights)], placement),
        )
        for member in moving
        if kinds[member.number] != FULL
    ]  # fmt: skip


def members_of(collection: bpy.types.Collection) -> dict[int, bpy.types.Object]:
    """The armatures of the full members in a collection, by number."""
    return {thing[NUMBER]: thing for thing in collection.objects if NUMBER in thing}


def light_members_of(collection: bpy.types.Collection) -> list[LightMember]:
    """The members in a collection that have no armatures."""
    return [member for thing in light_objects(collection) for member in members_in(thing)]


def kinds_of(collection: bpy.types.Collection) -> dict[int, str]:
    """The kind of each member in a collection, by number."""
    full = dict.fromkeys(members_of(collection), FULL)
    return {**full, **{member.number: member.kind for member in light_members_of(collection)}}


def locked_in(collection: bpy.types.Collection) -> set[int]:
    """Numbers of the members that stay when all are rolled again."""
    full = {number for number, member in members_of(collection).items() if member.get(LOCKED)}
    return full | {member.number for member in light_members_of(collection) if member.locked}


def remove_members(collection: bpy.types.Collection, numbers: Collection[int]) -> None:
    """Remove members of any kind, and those that are still to be simulated."""
    for number, member in members_of(collection).items():
        if number in numbers:
            remove_member(member)
    drop_light(collection, numbers)
    forget_unfinished(collection, numbers)


def crowd_of(thing: bpy.types.Object) -> bpy.types.Collection | None:
    """The crowd that a member, one of its meshes, or an object of light members belongs to."""
    return next((c for c in thing.users_collection if CROWD in c), None)


class StoredCrowd(NamedTuple):
    """The crowd that a collection stores; members deleted since are marked as removed.

    `kind` is that of new members. `read_at` is the frame at which its rigs were read, whose poses
    may be animated; None: unknown.
    """

    crowd: Crowd
    rigs: list[bpy.types.Object]
    around: dict[str, Any]
    start_frame: int
    hangs: bool
    kind: str
    read_at: int | None


def read_crowd(collection: bpy.types.Collection) -> StoredCrowd:
    """The crowd that a collection stores; raises InvalidInput where its rigs are gone."""
    stored = json.loads(collection[CROWD])
    crowd = crowd_from_data(stored["crowd"])
    there = {*kinds_of(collection), *unfinished_of(collection)}
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
        kind=stored.get("kind", FULL),
        read_at=stored.get("read_at"),
    )


def metres_per_unit_of(collection: bpy.types.Collection) -> float:
    """Of the scene, as a crowd was made in it."""
    return float(json.loads(collection[CROWD]).get("metres_per_unit", 1.0))


@contextmanager
def as_read(stored: StoredCrowd) -> Iterator[None]:
    """Show the rigs of a crowd for a while, in the pose in which they were read."""
    scene = bpy.context.scene
    present, subframe = scene.frame_current, scene.frame_subframe
    moves = stored.read_at not in (None, present) and any(rig.animation_data for rig in stored.rigs)
    with shown(stored.rigs):
        if moves:
            scene.frame_set(stored.read_at)
        try:
            yield
        finally:
            if moves:
                scene.frame_set(present, subframe=subframe)
