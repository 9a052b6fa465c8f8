"""What a scene says about a shot: its frame rate, what is played, and what stands in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np

from ...shots.shot import Cue, Performer, Shot
from .rig import Rig
from .scene_parts import GROUND, PUSH, parts_of, read_ground, read_pushes
from .scene_props import read_props


def frame_rate(scene: bpy.types.Scene) -> float:
    """Frames per second; 24 / 1.001 is shown as 23.976."""
    return scene.render.fps / scene.render.fps_base


def extend_range(scene: bpy.types.Scene, last: float) -> None:
    """Let the scene end no earlier than with this frame."""
    scene.frame_end = max(scene.frame_end, math.ceil(last))


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
    rig: Rig,
    cues: Sequence[Cue],
    *,
    duration: float | None,
    rate: float,
    seed: int = 0,
    recover: bool = False,
    plans: Sequence[str] = (),
    **around: Any,
) -> Shot:
    """One performer with its cues, from where the rig stands; `around` as the shot's attributes."""
    performer = Performer(
        rig.character, cues, position=rig.position, heading=rig.heading, recover=recover,
        plans=plans,
    )  # fmt: skip
    return Shot([performer], duration=duration, frame_rate=rate, seed=seed, **around)


def read_surroundings(
    scene: bpy.types.Scene,
    rig: Rig,
    *,
    start_frame: int,
    duration: float,
    friction: float,
    cues: Sequence[Cue] = (),
) -> dict[str, Any]:
    """Ground, props, pushes and gravity of the scene, by the shot's names for them.

    Args:
        cues: which may name further things to sit on or to move.
    """
    rate = frame_rate(scene)
    frames = math.ceil(duration * rate)
    return {
        "ground": read_ground(parts_of(scene, GROUND), rig, friction),
        "props": read_props(scene, cues, rig, start_frame),
        "pushes": [
            push
            for thing in parts_of(scene, PUSH)
            for push in read_pushes(thing, start_frame, frames, rate)
        ],
        "gravity": gravity_of(scene),
    }


def gravity_of(scene: bpy.types.Scene) -> tuple[float, float, float]:
    """[m/s2], as the scene's own; single precision would make 9.8100004 of 9.81."""
    x, y, z = (float(str(np.float32(value))) for value in scene.gravity)
    return (x, y, z) if scene.use_gravity else (0.0, 0.0, 0.0)
