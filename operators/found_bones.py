"""The bone map of an armature, kept until its bones or the artist's picks change."""

from __future__ import annotations

from dataclasses import dataclass

import bpy

from ..errors import RigError
from ..rigs.blender.rig import map_bones
from ..rigs.bone_map import BoneMap
from ..rigs.kinds import BIPED

MOST_KEPT = 8
_kept: dict[tuple[str, ...], Finding] = {}


@dataclass(frozen=True)
class Finding:
    """A bone map, or one sentence on why there is none."""

    bone_map: BoneMap | None
    trouble: str = ""


def find_bones(armature: bpy.types.Object, picks: dict[str, str]) -> Finding:
    """The map with the artist's picks; quick enough to be asked for at every redraw."""
    bones = armature.data.bones
    key = (armature.name_full, armature.data.name_full, "\n".join(bones.keys()), repr(picks))
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
    try:
        return Finding(map_bones(armature, picks))
    except RigError as error:
        return Finding(None, str(error))
