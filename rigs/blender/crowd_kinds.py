"""The kinds of a crowd's members: full, light or boxes, changed without simulating again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...bodies.character import Character
from ...catalogue.crowds import FULL, KINDS, LIGHT
from ...crowd.members import make_shot
from .crowd_light import Added, add_light, change_light, drop_light
from .crowd_light_object import light_objects, read_light_crowd, rig_of
from .crowd_light_points import LightMember
from .crowd_looks import check_looks, look_of, parts_shown
from .crowd_members import PRESENT, add_members, remove_member
from .crowd_motion import CrowdPlacement, MovingMember, from_light, read_member
from .crowd_scene import (
    GROUP,
    LOCKED,
    NUMBER,
    StoredCrowd,
    as_read,
    kinds_of,
    light_parts_of,
    members_of,
    read_crowd,
)
from .light_rig import LightRig, make_light_rig
from .rig import Rig, read_rig

if TYPE_CHECKING:
    from .hanging_pose import HungChain

Array = NDArray[np.float64]


def make_light(
    collection: bpy.types.Collection, numbers: Collection[int], kind: str = LIGHT,
    rigs: Sequence[Rig] | None = None,
) -> None:  # fmt: skip
    """Make members light, or boxes; what is on their Actions' curves of segments' bones stays.

    Args:
        rigs: of the crowd, as read; None: they are read with no picks of the artist's.

    Raises InvalidInput where the crowd has no such members, or its rigs are gone.
    """
    set_kinds(collection, dict.fromkeys(numbers, kind), rigs)


def make_full(
    collection: bpy.types.Collection, numbers: Collection[int],
    rigs: Sequence[Rig] | None = None, hanging: Sequence[Sequence[HungChain]] = (),
) -> None:  # fmt: skip
    """Give light members and boxes an armature with an Action, with the motion that they have.

    Args:
        rigs: as in `make_light`.
        hanging: of each rig, what hangs on its members; none: their parts are stiff.

    Raises InvalidInput where the crowd has no such members, or its rigs are gone.
    """
    set_kinds(collection, dict.fromkeys(numbers, FULL), rigs, hanging)


def set_kinds(
    collection: bpy.types.Collection, kinds: Mapping[int, str],
    rigs: Sequence[Rig] | None = None, hanging: Sequence[Sequence[HungChain]] = (),
) -> int:  # fmt: skip
    """Change members to these kinds, by number; returns how many were of another kind before."""
    present = kinds_of(collection)
    _check(collection, kinds, present)
    changes = {number: kind for number, kind in kinds.items() if present[number] != kind}
    to_full = [number for number, kind in changes.items() if kind == FULL]
    from_full = [number for number in changes if present[number] == FULL]
    if to_full or from_full:
        stored = read_crowd(collection)
        looks = stored.crowd.looks
        check_looks(looks)
        with as_read(stored), parts_shown(looks):
            rigs = rigs or [read_rig(rig) for rig in stored.rigs]
            lights = [make_light_rig(rig, looks) for rig in rigs]
        _lighten(collection, lights, {number: changes[number] for number in from_full})
        _promote(collection, lights, to_full, stored, hanging)
        for light in lights:
            light.remove()
    change_light(
        collection, lambda member: replace(member, kind=changes.get(member.number, member.kind))
    )
    return len(changes)


def _check(
    collection: bpy.types.Collection, kinds: Mapping[int, str], present: Mapping[int, str]
) -> None:
    unknown = sorted(number for number in kinds if number not in present)
    if unknown:
        raise InvalidInput(f"{collection.name} has no member {unknown[0] + 1}.")
    for kind in kinds.values():
        if kind not in KINDS:
            raise InvalidInput(f"Unknown kind of members {kind!r}; allowed: {', '.join(KINDS)}.")


def _lighten(
    collection: bpy.types.Collection, lights: Sequence[LightRig], kinds: Mapping[int, str]
) -> None:
    """Replace members that have armatures by light ones or boxes."""
    if not kinds:
        return
    members = members_of(collection)
    ranges = [_range(members[number]) for number in kinds]
    start = min(first for first, _ in ranges)
    frames = max(last for _, last in ranges) + 1 - start
    added: list[Added] = []
    for number, kind in kinds.items():
        armature, light = members[number], lights[number % len(lights)]
        present = armature.get(PRESENT)
        member = LightMember(
            number=number, kind=kind, group=armature.get(GROUP, ""),
            locked=bool(armature.get(LOCKED)), present=tuple(present) if present else None,
            look=look_of(armature),
        )  # fmt: skip
        added.append((member, read_member(armature, light, start, frames)))
    add_light(lights, added, collection, start)
    for number in kinds:
        remove_member(members[number])


def _range(member: bpy.types.Object) -> tuple[int, int]:
    """First and last frame of a member's Action."""
    data = member.animation_data
    if data is None or data.action is None:
        return (bpy.context.scene.frame_start,) * 2
    first, last = data.action.frame_range
    return int(np.floor(first)), int(np.ceil(last))


def _promote(
    collection: bpy.types.Collection, lights: Sequence[LightRig], numbers: Collection[int],
    stored: StoredCrowd, hanging: Sequence[Sequence[HungChain]],
) -> None:  # fmt: skip
    """Replace light members and boxes by members that have armatures."""
    parts = light_parts_of(lights, hanging) if hanging else []
    bodies = _bodies(lights, stored) if hanging else {}
    by_rig = {light.rig.armature.name: light for light in lights}
    for thing in light_objects(collection):
        light, crowd = by_rig[rig_of(thing)], read_light_crowd(thing)
        placement = CrowdPlacement(
            collection=collection, start_frame=crowd.start,
            metres_per_unit=lights[0].rig.bone_map.metres_per_unit,
            ground=lights[0].rig.ground_height,
        )  # fmt: skip
        places = [place for place, m in enumerate(crowd.members) if m.number in numbers]
        moving: list[MovingMember] = []
        for place in places:
            number = crowd.members[place].number
            one = from_light(crowd.motion, place, number, light, placement)
            known = crowd.members[place]
            moving.append(
                replace(
                    one, character=bodies.get(number), present=known.present, look=known.look
                )
            )  # fmt: skip
        has_floor = stored.around["ground"].kind == "flat"
        made = add_members(lights, moving, placement, parts, has_floor)
        for place, armature in zip(places, made, strict=True):
            member = crowd.members[place]
            armature[NUMBER], armature[GROUP] = member.number, member.group
            armature[LOCKED] = member.locked
    drop_light(collection, numbers)


def _bodies(lights: Sequence[LightRig], stored: StoredCrowd) -> dict[int, Character]:
    """The members' bodies, by number."""
    shot = make_shot([light.rig.character for light in lights], stored.crowd, **stored.around)
    numbers = stored.crowd.numbers
    return {n: p.character for n, p in zip(numbers, shot.performers, strict=True)}
