"""Steering, written as keys of the panel's cues."""

from __future__ import annotations

from collections.abc import Sequence

import bpy

from ..rigs.blender.scene import frame_rate
from ..rigs.blender.scene_keys import Key, write_keys
from ..shots.cue import Cue
from .scene_shot import cues_in_play


def key_cues(scene: bpy.types.Scene, before: Sequence[Cue], steered: Sequence[Cue]) -> None:
    """Key what steering has changed in the active cues of the panel.

    Args:
        before: as read from the panel.
        steered: the same cues with steering.
    """
    channels: dict[str, list[Key]] = {}
    for (index, first, _), old, new in zip(cues_in_play(scene), before, steered, strict=True):
        for name, value in new.parameters.items():
            if value == old.parameters.get(name):
                continue
            if name == "heading":
                scene.footfall.cues[index].parameters.use_heading = True
            path = f"footfall.cues[{index}].{new.skill}.{name}"
            channels[path] = _frames_of(scene, value, first)
    write_keys(scene, "Cues", channels)


def _frames_of(scene: bpy.types.Scene, value: float | tuple[Key, ...], first: int) -> list[Key]:
    """A channel's keys by frames; a number is one key at the cue's first frame."""
    if not isinstance(value, tuple):
        return [(first, value)]
    start, rate = scene.footfall.start_frame, frame_rate(scene)
    return [(start + round(time * rate), number) for time, number in value]
