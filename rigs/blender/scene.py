"""A scene's data for a shot: frame rate, frame range, and surroundings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np

from ...shots.shot import Cue, Performer, Shot
from .rig import Rig
from .scene_movers import floor_below
from .scene_parts import GROUND, PUSH, parts_of, read_ground, read_pushes
from .scene_props import read_props


def frame_rate(scene: bpy.types.Scene) -> float:
    """Frames per second; 24 / 1.001 is shown as 23.976."""
    return scene.render.fps / scene.render.fps_base


def extend_range(scene: bpy.types.Scene, last: float) -> None:
    """Extend the scene's end to at least this frame."""
    scene.frame_end = max(scene.frame_end, math.ceil(last))


def set_frame_rate(scene: bpy.types.Scene, rate: float) -> None:
    """Set any frame rate: Blender stores an integer and its divisor."""
    scene.render.fps = math.ceil(rate)
    scene.render.fps_base = scene.render.fps / rate


def set_frame_range(scene: bpy.types.Scene, start: int, count: int) -> None:
    """Set the scene's range to the baked frames."""
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
    """A shot with one performer, where the rig stands; `around`: other attributes of a Shot."""
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
    """Ground, props, pushes and gravity of the scene, by the names of the Shot's attributes.

    Args:
        cues: these may name further objects to sit on or to move.
    """
    rate = frame_rate(scene)
    frames, grounds = math.ceil(duration * rate), parts_of(scene, GROUND)
    ground = read_ground(grounds, rig, friction)
    props = read_props(scene, cues, rig, range(start_frame, start_frame + frames + 2), rate)
    return {
        "ground": ground if grounds else floor_below(ground, props, rig),
        "props": props,
        "pushes": [
            push
            for thing in parts_of(scene, PUSH)
            for push in read_pushes(thing, start_frame, frames, rate)
        ],
        "gravity": gravity_of(scene),
    }


def gravity_of(scene: bpy.types.Scene) -> tuple[float, float, float]:
    """The scene's gravity [m/s2]; rounded, since single precision gives 9.8100004 for 9.81."""
    x, y, z = (float(str(np.float32(value))) for value in scene.gravity)
    return (x, y, z) if scene.use_gravity else (0.0, 0.0, 0.0)
