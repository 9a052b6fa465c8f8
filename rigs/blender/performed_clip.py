"""From an Action of a rig to the clip that a performer performs, and where it begins."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import NamedTuple

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput, RigError
from ...base.rotations import matrices_from_quaternions, rotation_angles
from ...motion.performing.clip import (
    LONGEST,
    PerformedClip,
    checked,
    clip_of_segments,
    pose_of_segments,
)
from .action_slots import performing, span_of
from .contact_marks import marks_on
from .live_state import read_state, write_state
from .motion import animated_range, read_segments
from .rig import Rig, measured_body
from .scene import frame_rate

Array = NDArray[np.float64]
BETWEEN_FRAMES = 0.01  # of a frame: an Action that ends so close to a frame ends on it
# A first frame with the rest pose: turn [rad] of some segment to the second frame, and factor on
# the turns from frame to frame among the next ones.
JUMP, JUMPS, SOON = 0.5, 4.0, 10
STILL = 1e-3  # change of a segment's axes against the pelvis below which it does not move


class FoundClip(NamedTuple):
    """A clip, the frame of the scene on which it begins, and the contacts that its Action's markers
    show (see `contact_marks`).
    """

    clip: PerformedClip
    first: int
    marks: str


def read_clip(rig: Rig, action: bpy.types.Action | None = None, slot: str = "") -> FoundClip:
    """The clip that an Action shows on a rig, frame by frame; the scene is left as it was.

    Args:
        action: None: the animation that the rig carries.
        slot: name of the Action's slot; "": found by itself.

    Raises RigError or InvalidInput with one sentence where there is nothing to perform.
    """
    armature = rig.armature
    acting = performing(armature, action, slot) if action else nullcontext()
    with _unchanged(armature), acting:
        name = _name_of(armature)
        own = armature.animation_data.action if armature.animation_data is not None else None
        first, last = frames_of(armature)
        axes, origins = read_segments(rig, list(range(first, last + 1)))
        rate = frame_rate(bpy.context.scene)
    clip = clip_of_segments(axes, origins["pelvis"], rate, measured_body(rig), name)
    _check_moves(clip, armature)
    if begins_in_rest_pose(clip):
        clip, first = _without_first_frame(clip), first + 1
    return FoundClip(clip, first, marks_on(own, first, len(clip.pelvis), clip.rate))


def read_first_pose(rig: Rig, action: bpy.types.Action, slot: str = "") -> PerformedClip:
    """The pose with which an Action begins on a rig, as a clip that holds it; the scene is left as
    it was. An Action with keys on a single frame will do.

    Args:
        slot: name of the Action's slot; "": found by itself.

    Raises RigError or InvalidInput with one sentence where there is none.
    """
    armature = rig.armature
    with _unchanged(armature), performing(armature, action, slot):
        span = span_of(armature)
        assert span is not None
        axes, origins = read_segments(rig, [span[0]])
    return pose_of_segments(axes, origins["pelvis"], measured_body(rig), action.name)


def begins_in_rest_pose(clip: PerformedClip) -> bool:
    """Whether a clip jumps from its first frame to the second, and not again soon after.

    Files of motion capture often have the pose for rigging in their first frame: performed, it
    would be thrown into the motion.
    """
    soon = {role: turns[: SOON + 2] for role, turns in clip.turns.items()}
    steps = np.max([rotation_angles(turns[1:], turns[:-1]) for turns in soon.values()], axis=0)
    return len(steps) > 1 and bool(steps[0] > max(JUMP, JUMPS * steps[1:].max()))


def _without_first_frame(clip: PerformedClip) -> PerformedClip:
    turns = {role: values[1:] for role, values in clip.turns.items()}
    return checked(replace(clip, pelvis=clip.pelvis[1:], turns=turns))


def check_animated(armature: bpy.types.Object, action: bpy.types.Action | None = None) -> None:
    """Raise RigError where there is neither an Action nor any other animation to perform."""
    if action is None and animated_range(armature) is None:
        raise RigError(
            f"The armature {armature.name!r} has no animation to perform: give it an Action, or "
            "choose one."
        )


def frames_of(armature: bpy.types.Object) -> tuple[int, int]:
    """First and last whole frame of the armature's animation; raises RigError or InvalidInput."""
    check_animated(armature)
    name = _name_of(armature)
    span = span_of(armature) or animated_range(armature)
    assert span is not None
    first = math.ceil(span[0] - BETWEEN_FRAMES)
    last = math.floor(span[1] + BETWEEN_FRAMES)
    if last <= first:
        raise RigError(
            f"The Action {name!r} has keys on a single frame, {span[0]:g}: choose one that moves."
        )
    seconds = (last - first) / frame_rate(bpy.context.scene)
    if seconds > LONGEST:
        raise InvalidInput(
            f"The Action {name!r} lasts {seconds:.0f} s: choose one of up to {LONGEST:g} s."
        )
    return first, last


def stand_in_clip(rig: Rig, clip: PerformedClip, begin: float) -> Rig:
    """The rig with the place and heading of a clip's pelvis after `begin` seconds of it."""
    frame = min(round(begin * clip.rate), len(clip.pelvis) - 1)
    x, y, _ = clip.pelvis[frame]
    ahead = matrices_from_quaternions(clip.turns["pelvis"][frame])[:, 0]
    return replace(
        rig, position=(float(x), float(y)), heading=float(np.arctan2(ahead[1], ahead[0]))
    )


def _name_of(armature: bpy.types.Object) -> str:
    data = armature.animation_data
    return data.action.name if data and data.action else armature.name


def _check_moves(clip: PerformedClip, armature: bpy.types.Object) -> None:
    """Raise RigError for a clip in which no segment moves against the pelvis."""
    pelvis = matrices_from_quaternions(clip.turns["pelvis"])
    for role, turns in clip.turns.items():
        inside = np.swapaxes(pelvis, 1, 2) @ matrices_from_quaternions(turns)
        if role != "pelvis" and np.abs(inside - inside[:1]).max() > STILL:
            return
    raise RigError(
        f"The Action {clip.name!r} moves no bone of {armature.name!r} that is a part of its body: "
        "choose an Action of this rig."
    )


@contextmanager
def _unchanged(armature: bpy.types.Object) -> Iterator[None]:
    """Restore the armature's channels afterwards: playing an Action changes those that it keys."""
    before = read_state(armature)
    try:
        yield
    finally:
        write_state(armature, before)
        bpy.context.view_layer.update()
