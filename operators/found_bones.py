"""The bone map of an armature, kept until its bones or the artist's picks change."""

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
    """What an armature's bones are.

    Attributes:
        bone_map: None where the bones cannot be told.
        trouble: one sentence on why they make no body; empty where they do.
        is_rigify_human: whether it is a generated Rigify rig of one.
    """

    bone_map: BoneMap | None
    trouble: str = ""
    is_rigify_human: bool = False


def find_bones(armature: bpy.types.Object, picks: dict[str, str]) -> Finding:
    """The map with the artist's picks; quick enough to be asked for at every redraw."""
    try:
        check_armature(armature)
    except RigError as error:  # it is edited, or scaled: which the key does not tell
        return Finding(None, str(error))
    key = (armature.name_full, armature.data.name_full, bones_of(armature), repr(picks))
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = _look(armature, picks)
    return _kept[key]


def kind_of_body(armature: bpy.types.Object | None) -> str:
    """Of the chosen armature, "biped" or "quadruped"; that of most where there is none."""
    if armature is None or armature.type != "ARMATURE":
        return BIPED
    bone_map = find_bones(armature, armature.footfall.picks_that_exist()).bone_map
    return bone_map.kind if bone_map else BIPED


def forget_bones() -> None:
    """Look again at the next question: the rest pose may have changed."""
    _kept.clear()


def _look(armature: bpy.types.Object, picks: dict[str, str]) -> Finding:
    bone_map = None
    try:
        bone_map = map_bones(armature, picks)
        check_bones_of(armature, picks)
    except RigError as error:
        return Finding(bone_map, str(error))
    return Finding(bone_map, is_rigify_human=rigify.is_human(read_skeleton(armature)))
