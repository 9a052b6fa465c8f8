"""Takes that are shown: that of the preview, and those that were baked since Blender was started.

A baked take is found by a mark on the Action that it became, so that an undo takes it back as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import bpy

from ..bodies.body import Body
from ..rigs.blender.rig import Rig
from ..rigs.blender.scene import frame_rate
from ..shots.take import Take

MARK = "footfall_take"  # property of an Action: the key of its take
MOST_KEPT = 8
_kept: dict[str, KeptTake] = {}
_previewed: tuple[str, KeptTake] | None = None  # with the armature's name


@dataclass(frozen=True, eq=False)
class KeptTake:
    """A take with what is needed to draw it.

    Attributes:
        take: of one performer.
        body: the performer's.
        start_frame: the frame of the take's first frame.
        cues: for each of the shot's cues, its index in the panel's list.
        metres_per_unit, ground_height: of the rig: see Rig.
    """

    take: Take
    body: Body
    start_frame: int
    cues: Sequence[int]
    metres_per_unit: float
    ground_height: float

    def began(self, scene: bpy.types.Scene, index: int, skill: str) -> float | None:
        """The frame on which a cue of the list began; None where it did not."""
        for record in self.take.performances[0].cues:
            if record.place is None or record.began is None or record.skill != skill:
                continue
            if record.place < len(self.cues) and self.cues[record.place] == index:
                return self.start_frame + record.began * frame_rate(scene)
        return None

    def time_of(self, scene: bpy.types.Scene, frame: float) -> float:
        """The time in the take [s] of a frame of the scene."""
        return (frame - self.start_frame) / frame_rate(scene)


def keep_take(
    rig: Rig, take: Take, start_frame: int, cues: Sequence[int], action: bpy.types.Action
) -> None:
    """Keep a take that was written to an Action."""
    key = hashlib.sha256(take.performances[0].segment_positions.tobytes()).hexdigest()[:16]
    _kept.pop(key, None)
    _kept[key] = _as_kept(rig, take, start_frame, cues)
    action[MARK] = key
    while len(_kept) > MOST_KEPT:
        del _kept[next(iter(_kept))]


def show_take(rig: Rig, take: Take, start_frame: int, cues: Sequence[int]) -> None:
    """Show the take of a preview, or the part of it that is there, until `hide_take`."""
    global _previewed
    _previewed = rig.armature.name, _as_kept(rig, take, start_frame, cues)


def hide_take() -> None:
    global _previewed
    _previewed = None


def forget_takes() -> None:
    hide_take()
    _kept.clear()


def take_of(armature: bpy.types.Object | None) -> KeptTake | None:
    """The take of an armature's preview, else the one that its Action holds; None: there is none.
    """
    if armature is None:
        return None
    if _previewed is not None and _previewed[0] == armature.name:
        return _previewed[1]
    data = armature.animation_data
    if data is None:
        return None
    actions = [data.action, *(s.action for track in data.nla_tracks for s in track.strips)]
    keys = [action[MARK] for action in actions if action is not None and MARK in action]
    return next((_kept[key] for key in keys if key in _kept), None)


def _as_kept(rig: Rig, take: Take, start_frame: int, cues: Sequence[int]) -> KeptTake:
    unit = rig.bone_map.metres_per_unit
    return KeptTake(take, rig.character, start_frame, cues, unit, rig.ground_height)
