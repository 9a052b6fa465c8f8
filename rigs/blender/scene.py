"""What a scene says about a shot: its frame rate and the frames that are played."""

from __future__ import annotations

import math
from collections.abc import Sequence

import bpy

from ...shot import Cue, Performer, Shot
from .rig import Rig


def frame_rate(scene: bpy.types.Scene) -> float:
    """Frames per second; 24 / 1.001 is shown as 23.976."""
    return scene.render.fps / scene.render.fps_base


def set_frame_rate(scene: bpy.types.Scene, rate: float) -> None:
    """Play the scene at any rate: Blender holds a whole number and what divides it."""
    scene.render.fps = math.ceil(rate)
    scene.render.fps_base = scene.render.fps / rate


def set_frame_range(scene: bpy.types.Scene, start: int, count: int) -> None:
    """Play what was baked."""
    scene.frame_start = start
    scene.frame_end = start + count - 1
    scene.frame_set(start)


def make_shot(
    rig: Rig, cues: Sequence[Cue], *, duration: float, rate: float, seed: int = 0
) -> Shot:
    """One performer with its cues, from where the rig stands."""
    performer = Performer(rig.character, cues, position=rig.position, heading=rig.heading)
    return Shot([performer], duration=duration, frame_rate=rate, seed=seed)
