"""A clip moved to another body: its postures at the rate of the law, placed in the shot."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline
from scipy.ndimage import gaussian_filter1d

from ...base.rotations import matrices_from_quaternions
from ...bodies.kinds import QUADRUPED
from ..biped_frames import SIDES, Figure, Posture, X, Y, Z
from ..clip import skeleton_turns
from ..hinged_limbs import KNEE, hinged_limb
from ..joint_numbers import about
from .clip import PerformedClip
from .four_legs import four_legged_turns
from .treadmill import ground_covered

Array = NDArray[np.float64]
RATE = 500.0  # frames of a track a second: one each time that the law of `follow_clip` is asked
SMOOTHED = 0.012  # [s]: width of the smoothing of a clip that has many frames a second
GETS_GOING = 1.0  # [s] in which a body at rest comes to the tempo; tuned: bench performing_pushes
OTHER = {"L": "R", "R": "L"}  # sides
DENSE = 100.0  # frames a second from which a clip is smoothed


@dataclass(frozen=True)
class Placing:
    """Where and how a clip is performed.

    Attributes:
        position: (x, y) of the pelvis at the start [m].
        heading: that the pelvis faces at the start [rad].
        start: first second of the clip that is performed.
        tempo: seconds of the clip that pass in a second.
        mirrored: whether left and right are exchanged.
        from_rest: whether the body is at rest at the start, and comes to the tempo from there.
    """

    position: tuple[float, float] = (0.0, 0.0)
    heading: float = 0.0
    start: float = 0.0
    tempo: float = 1.0
    mirrored: bool = False
    from_rest: bool = False

    @classmethod
    def of_cue(
        cls, values: Mapping[str, Any], tempo: float, position: tuple[float, float],
        heading: float, later: float = 0.0,
    ) -> Placing:  # fmt: skip
        """That of a cue that begins at a place, or some time `later` [s] within its clip.

        Args:
            values: of all parameters of the cue.
        """
        start = values["begin"] + later * tempo
        return cls(position, heading, start, tempo, values["mirrored"] == "yes", later > 0.0)

    @property
    def first_frame(self) -> int:
        """The frame of the whole clip's track that is performed first."""
        return round(self.start / self.tempo * RATE)


def track_of(clip: PerformedClip, figure: Figure, placing: Placing) -> Posture:
    """Postures (frames, ...) of a body that performs the whole clip, `RATE` a second.

    Angles are those of the clip; the pelvis's way is scaled by the length of the leg.
    """
    at = seconds_of(clip.duration, placing) * clip.rate
    axes, pelvis = resampled(_smoothed(clip), at, placing.mirrored)
    pelvis = pelvis * (figure.character.leg_length / clip.leg)
    axes, root = placed_axes(axes, pelvis, placing.first_frame, placing)
    if figure.character.kind != QUADRUPED:
        return Posture(root, _joined(figure, axes))
    posture = Posture(root, four_legged_turns(figure, axes))
    way = ground_covered(figure, posture, RATE)
    return Posture(root + way - way[placing.first_frame], posture.turns)


def placed_axes(
    axes: Mapping[str, Array], pelvis: Array, first: int, placing: Placing
) -> tuple[dict[str, Array], Array]:
    """Axes by segment and places of the pelvis [m], moved so that a frame is where it begins."""
    facing = axes["pelvis"][first, :, X]
    turn = about(Z, np.array(placing.heading - math.atan2(facing[Y], facing[X])))
    root = (pelvis - pelvis[first] * [1.0, 1.0, 0.0]) @ turn.T + [*placing.position, 0.0]
    return {role: turn @ own for role, own in axes.items()}, root


def _smoothed(clip: PerformedClip) -> PerformedClip:
    if clip.rate < DENSE:
        return clip

    def smooth(values: Array) -> Array:
        mean: Array = gaussian_filter1d(values, SMOOTHED * clip.rate, axis=0, mode="nearest")
        return mean

    turns = {role: smooth(turns) for role, turns in clip.turns.items()}
    return replace(clip, pelvis=smooth(clip.pelvis), turns=turns)


def resampled(
    clip: PerformedClip, at: Array, is_mirrored: bool
) -> tuple[dict[str, Array], Array]:
    """Axes (frames, 3, 3) by segment and the pelvis's places (frames, 3) [m], in clip frames at."""

    def resample(values: Array) -> Array:
        between: Array = CubicSpline(np.arange(len(values)), values)(at)
        return between

    axes = {role: matrices_from_quaternions(resample(turns)) for role, turns in clip.turns.items()}
    pelvis = resample(clip.pelvis)
    return _mirrored(axes, pelvis) if is_mirrored else (axes, pelvis)


def seconds_of(duration: float, placing: Placing) -> Array:
    """(frames,) the second of the clip that each frame shows."""
    seconds = np.arange(int(duration / placing.tempo * RATE) + 1) * placing.tempo / RATE
    if not placing.from_rest:
        return seconds
    first, gained = placing.first_frame, np.arange(round(GETS_GOING * RATE)) / RATE / GETS_GOING
    # The tempo grows as a cubic from 0: half of the time it takes is lost.
    going = GETS_GOING * placing.tempo * (gained**3 - 0.5 * gained**4)
    start = seconds[first]
    later = start + going[-1] + placing.tempo / RATE * np.arange(1, len(seconds))
    whole = np.concatenate([np.full(first, start), start + going, later])
    return whole[whole <= duration]


def _mirrored(axes: Mapping[str, Array], pelvis: Array) -> tuple[dict[str, Array], Array]:
    """The motion reflected in the plane of x and z, left and right exchanged."""
    flip = np.diag([1.0, -1.0, 1.0])
    reflected = {other_side(role): flip @ own @ flip for role, own in axes.items()}
    return reflected, pelvis @ flip


def other_side(segment: str) -> str:
    """The segment of the other side; the same one where it is in the middle."""
    name, dot, end = segment.partition(".")
    return name + dot + end[:-1] + OTHER[end[-1]] if dot else segment


def _joined(figure: Figure, axes: Mapping[str, Array]) -> Array:
    """(frames, n, 3, 3) turns as in `Posture`; elbows and knees are hinges."""
    turns = skeleton_turns(figure, axes)
    for side in SIDES:
        upper, lower = hinged_limb(axes["upper_leg" + side], axes["lower_leg" + side], KNEE)
        foot = axes.get("foot" + side, lower)
        chain = {"upper_leg": upper, "lower_leg": lower, "foot": foot,
                 "toes": axes.get("toes" + side, foot)}  # fmt: skip
        above = axes["pelvis"]
        for name, own in chain.items():
            turns[:, figure.index[name + side]] = np.swapaxes(above, 1, 2) @ own
            above = own
    return turns
