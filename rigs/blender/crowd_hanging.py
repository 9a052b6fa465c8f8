"""Which bones of a crowd's light rigs hang, from what hangs on the rigs themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import bpy

from ...retarget.light_hanging import LightPart
from ...retarget.light_skeleton import LightSkeleton
from ..generated_rig import designed_name
from .hanging_pose import HungChain, only_turns
from .light_rig import moving_bones

DEFORMS = "DEF-"  # prefix of the bones that move a generated rig's mesh


def with_meshes(
    armature: bpy.types.Object, parts: Sequence[HungChain], options: Collection[str] = ()
) -> list[HungChain]:
    """The parts of a rig that move a mesh, which is what its members have of it.

    Args:
        options: names of meshes that only some members have.
    """
    moving = dict.fromkeys(moving_bones(armature, options), 0)
    return [part for part in parts
            if any(_light_bone(moving, name) is not None for name in part.found.bones)]  # fmt: skip


def light_parts(
    armature: bpy.types.Object, skeleton: LightSkeleton, parts: Sequence[HungChain]
) -> list[LightPart]:
    """The parts whose bones move meshes, as bones of a light skeleton.

    Bones at a tip that move no mesh are left out, and so are parts that several segments carry.
    """
    index = {name: i for i, name in enumerate(skeleton.names) if i >= skeleton.count}
    found = []
    for part in parts:
        bones = [_light_bone(index, name) for name in part.found.bones]
        while bones and bones[-1] is None:
            bones.pop()
        moved = tuple(bone for bone in bones if bone is not None)
        carriers = {skeleton.parents[bone] for bone in moved}
        if len(moved) == len(bones) and len(carriers) == 1:
            found.append((part, moved))
    taken = {bone for _, bones in found for bone in bones}
    return [
        LightPart(
            bones=bones,
            hanging=part.hanging,
            row=part.found.row,
            turns=part.found.kind == "soft" and only_turns(armature, part),
            riders=_riders(armature, skeleton, bones, taken),
        )
        for part, bones in found
    ]


def _light_bone(index: dict[str, int], name: str) -> int | None:
    return index.get(name, index.get(DEFORMS + designed_name(name)))


def _riders(
    armature: bpy.types.Object, skeleton: LightSkeleton, bones: tuple[int, ...], taken: set[int]
) -> dict[int, int]:
    """The other bones that the rig hangs on a part's, with the place in the part of their carrier.

    They are those that the same segment carries: bones that follow others too are left to them.
    """
    place = {skeleton.names[bone]: i for i, bone in enumerate(bones)}
    riders = {}
    for bone in range(skeleton.count, len(skeleton.names)):
        own = armature.data.bones.get(skeleton.names[bone])
        if bone in taken or own is None or skeleton.parents[bone] != skeleton.parents[bones[0]]:
            continue
        above = next((b.name for b in own.parent_recursive if b.name in place), None)
        if above is not None:
            riders[bone] = place[above]
    return riders
