"""The clips of the panel's cues: read from Actions once for a run, since that plays them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import bpy

from ..base.errors import FootfallError
from ..catalogue import CUES, IN_CLIP, ClipParameter, PoseParameter
from ..motion.performing.clip import PerformedClip, from_text, to_text
from ..rigs.blender.action_slots import digest_of
from ..rigs.blender.contact_marks import markers_on
from ..rigs.blender.performed_clip import (
    FoundClip,
    check_animated,
    read_clip,
    read_first_pose,
    stand_in_clip,
)
from ..rigs.blender.rig import Rig
from ..rigs.blender.scene import frame_rate
from ..shots.cue import Cue, skills_among
from .skill_properties import slot_name

MOST_KEPT = 8
Key = tuple[object, ...]
_kept: dict[Key, _Kept | FootfallError] = {}  # of each clip, or why it cannot be performed


class _Kept(NamedTuple):
    found: FoundClip
    text: str


def read_clip_text(cue: bpy.types.PropertyGroup, rig: Rig) -> str:
    """The content of a cue's clip, as its Action shows it on a rig. Raises FootfallError."""
    return _read(cue, rig).text


def read_found_clip(cue: bpy.types.PropertyGroup, rig: Rig) -> FoundClip:
    """A cue's clip, as its Action shows it on a rig. Raises FootfallError."""
    return _read(cue, rig).found


def _read(cue: bpy.types.PropertyGroup, rig: Rig) -> _Kept:
    return _known(_key(cue, rig), lambda: read_clip(rig, _picked(cue), _slot(cue)))


def read_pose_text(cue: bpy.types.PropertyGroup, parameter: PoseParameter, rig: Rig) -> str:
    """The content of a pose, as a cue's Action begins with it on a rig; "" where none is picked.
    Raises FootfallError.
    """
    action = getattr(cue.parameters, parameter.name)
    if action is None:
        return ""
    slot = getattr(cue.parameters, slot_name(parameter))

    def read() -> FoundClip:
        return FoundClip(read_first_pose(rig, action, slot), 0, "")

    return _known(_pose_key(cue, parameter, rig), read).text


def _known(key: Key, read: Callable[[], FoundClip]) -> _Kept:
    """What was read before, or is read now. Raises FootfallError."""
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        try:
            clip = read()
            _kept[key] = _Kept(clip, to_text(clip.clip))
        except FootfallError as error:
            _kept[key] = error
    found = _kept[key]
    if isinstance(found, FootfallError):
        raise found
    return found


def forget_clips() -> None:
    """Read all clips anew: poses and constraints may have changed, which no digest tells."""
    _kept.clear()


def clips_are_read(cues: Sequence[bpy.types.PropertyGroup], rig: Rig) -> bool:
    """Whether the clips and poses of these cues are known without playing their Actions."""
    keys = [_key(cue, rig) for cue in cues if CUES[cue.skill].clip]
    poses = [(cue, parameter) for cue in cues for parameter in CUES[cue.skill].poses]
    keys += [_pose_key(*pose, rig) for pose in poses if getattr(pose[0].parameters, pose[1].name)]
    return all(key in _kept for key in keys)


def check_clips(cues: Iterable[bpy.types.PropertyGroup], armature: bpy.types.Object) -> None:
    """Raise RigError for a cue without an Action to perform. Fast enough for every redraw."""
    for cue in cues:
        if CUES[cue.skill].clip:
            check_animated(armature, _picked(cue))


def action_of(
    cue: bpy.types.PropertyGroup, armature: bpy.types.Object
) -> bpy.types.Action | None:  # fmt: skip
    """The Action that a cue performs: the picked one, else that of the armature."""
    if not CUES[cue.skill].clip:
        return None
    data = armature.animation_data
    return _picked(cue) or (data.action if data is not None else None)


def where_clip_begins(rig: Rig, cues: Sequence[Cue]) -> Rig:
    """The rig, standing where its first cue's clip begins, for a cue that begins with the shot."""
    first = next(iter(skills_among(cues)), None)
    if first is None or CUES[first.skill].start != IN_CLIP or first.earliest > 0.0:
        return rig
    values = first.values()
    return stand_in_clip(rig, _clip_from(values[CUES[first.skill].clip]), values["begin"])


@lru_cache(MOST_KEPT)
def _clip_from(text: str) -> PerformedClip:
    return from_text(text)


def _picked(cue: bpy.types.PropertyGroup) -> bpy.types.Action | None:
    return getattr(cue.parameters, CUES[cue.skill].clip)


def _slot(cue: bpy.types.PropertyGroup) -> str:
    """The name of the picked Action's slot; "" where it is found by itself."""
    parameter = next(p for p in CUES[cue.skill].parameters if isinstance(p, ClipParameter))
    return getattr(cue.parameters, slot_name(parameter)) if _picked(cue) else ""


def _key(cue: bpy.types.PropertyGroup, rig: Rig) -> Key:
    """All that a cue's clip is read from, as far as it can be seen without playing it."""
    played = _played(rig, _picked(cue), _slot(cue))
    return *played, frame_rate(bpy.context.scene), markers_on(action_of(cue, rig.armature))


def _pose_key(cue: bpy.types.PropertyGroup, parameter: PoseParameter, rig: Rig) -> Key:
    """The same of a cue's pose, for which an Action is picked."""
    group = cue.parameters
    slot = getattr(group, slot_name(parameter))
    return "pose", *_played(rig, getattr(group, parameter.name), slot)


def _played(rig: Rig, action: bpy.types.Action | None, slot: str) -> Key:
    """What an Action shows on a rig, as far as it can be seen without playing it."""
    return (
        rig.armature.name_full, tuple(sorted(rig.bone_map.roles.items())),
        rig.rest.skeleton.matrices.tobytes(), slot, action.name_full if action else "",
        digest_of(rig.armature, action),
    )  # fmt: skip
