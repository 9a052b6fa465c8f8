"""The bone map of an armature, cached until its bones or the artist's picks change."""

from __future__ import annotations

from dataclasses import dataclass

import bpy

from ..base.errors import RigError
from ..bodies.kinds import BIPED
from ..rigs.blender import rigify
from ..rigs.blender.armature import check_armature, read_skeleton
from ..rigs.blender.rig import check_bones_of, map_bones
from ..rigs.blender.subjects import bones_of
from ..rigs.bone_map import BoneMap

MOST_KEPT = 8
_kept: dict[tuple[object, ...], Finding] = {}


@dataclass(frozen=True)
class Finding:
    """The result of mapping an armature's bones.

    Attributes:
        bone_map: None where the bones cannot be mapped.
        trouble: one sentence on why the bones make no body; empty where they do.
        is_rigify_human: whether the armature is a generated Rigify human.
    """

    bone_map: BoneMap | None
    trouble: str = ""
    is_rigify_human: bool = False


def find_bones(armature: bpy.types.Object, picks: dict[str, str]) -> Finding:
    """The map with the artist's picks. Fast enough for every redraw."""
    try:
        check_armature(armature)
    except RigError as error:  # edit mode or a scale, which the cache's key does not include
        return Finding(None, str(error))
    key = (armature.name_full, armature.data.name_full, bones_of(armature), repr(picks))
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = _look(armature, picks)
    return _kept[key]


def kind_of_body(armature: bpy.types.Object | None) -> str:
    """The kind of body of an armature; without one, the usual kind."""
    if armature is None or armature.type != "ARMATURE":
        return BIPED
    bone_map = find_bones(armature, armature.footfall.picks_that_exist()).bone_map
    return bone_map.kind if bone_map else BIPED


def forget_bones() -> None:
    """Clear the cache: the rest pose may have changed."""
    _kept.clear()


def _look(armature: bpy.types.Object, picks: dict[str, str]) -> Finding:
    bone_map = None
    try:
        bone_map = map_bones(armature, picks)
        check_bones_of(armature, picks)
    except RigError as error:
        return Finding(bone_map, str(error))
    return Finding(bone_map, is_rigify_human=rigify.is_human(read_skeleton(armature)))
