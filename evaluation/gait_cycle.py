"""Sagittal joint curves over the gait cycle, of a take and of a captured clip alike.

Angles lie in the vertical plane that the pelvis faces. 0 is the standing pose, where all segments'
frames are parallel: legs straight, feet flat, arms hanging. The cycle runs from footstrike to
footstrike of the same foot. For the usual curves see Winter 2009, "Biomechanics and Motor Control
of Human Movement", 4th ed., ch. 4.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..motion.footstrikes import footstrikes
from ..motion.walking_motion import SIDES, Motion, X, Z, soles_of
from ..shots.take import Take

Array = NDArray[np.float64]
JOINTS = ("hip", "knee", "ankle", "shoulder")
CYCLE_POINTS = 101  # 0 to 100 % of the cycle
LONGEST_CYCLE = 1.5  # of the median: a longer one has lost a footstrike


def motion_of_take(character: Character, take: Take, start: float) -> Motion:
    """What the first performer does from a time [s] on."""
    performance, first = take.performances[0], int(np.searchsorted(take.times, start))
    axes = {
        name: matrices_from_quaternions(performance.segment_orientations[first:, i])
        for i, name in enumerate(performance.segment_names)
    }
    ankles = {
        side: performance.joint_positions[first:, performance.joint_names.index("ankle" + side)]
        for side in SIDES
    }
    return Motion(
        rate=float(1.0 / (take.times[1] - take.times[0])),
        axes=axes,
        pelvis=performance.root_position[first:],
        soles=soles_of(character, axes, ankles),
        ankles=ankles,
    )


def sagittal_angles(motion: Motion, side: str) -> dict[str, Array]:
    """Flexion [rad] of hip, knee, ankle (dorsiflexion) and shoulder (forward), each (frames,)."""
    pelvis = _pitch(motion, "pelvis")
    thigh, shin = _pitch(motion, "upper_leg" + side), _pitch(motion, "lower_leg" + side)
    foot = _pitch(motion, "foot" + side, X)
    angles = {
        "hip": pelvis - thigh,
        "knee": shin - thigh,
        "ankle": shin - foot,
        "shoulder": _pitch(motion, "torso") - _pitch(motion, "upper_arm" + side),
    }
    return {joint: np.unwrap(angle) for joint, angle in angles.items()}


def _pitch(motion: Motion, segment: str, axis: int = Z) -> Array:
    """How far a segment's z or x axis leans forward in the sagittal plane (frames,) [rad]."""
    facing = motion.axes["pelvis"][:, :2, X]
    facing = facing / np.linalg.norm(facing, axis=1, keepdims=True)
    along = motion.axes[segment][:, :, axis]
    ahead, up = np.sum(along[:, :2] * facing, axis=1), along[:, 2]
    return np.arctan2(ahead, up) if axis == Z else np.arctan2(-up, ahead)


def cut_cycles(signal: Array, strikes: Sequence[int]) -> Array:
    """(cycles, points) a signal from each strike to the next, stretched to one length."""
    lengths = np.diff(strikes)
    cycles = []
    for start, length in zip(strikes[:-1], lengths, strict=True):
        if length <= LONGEST_CYCLE * np.median(lengths):
            at = np.linspace(start, start + length, CYCLE_POINTS)
            cycles.append(np.interp(at, np.arange(len(signal)), signal))
    return np.array(cycles).reshape(-1, CYCLE_POINTS)


def mean_curves(motion: Motion) -> dict[str, Array]:
    """Joint -> its mean angle over the gait cycle (points,) [rad], over both sides' strides.

    Raises ValueError when no whole stride is seen.
    """
    cycles: dict[str, list[Array]] = {joint: [] for joint in JOINTS}
    for side in SIDES:
        strikes, angles = footstrikes(motion, side), sagittal_angles(motion, side)
        for joint in JOINTS:
            cycles[joint].extend(cut_cycles(angles[joint], strikes))
    if not cycles["hip"]:
        raise ValueError("No foot strikes the ground twice: there is no stride to measure.")
    return {joint: np.mean(found, axis=0) for joint, found in cycles.items()}


def difference_share(curve: Array, reference: Array) -> float:
    """RMS difference of two curves as a share of the reference's standard deviation."""
    return float(np.sqrt(np.mean((curve - reference) ** 2)) / reference.std())


def correlation(curve: Array, reference: Array) -> float:
    """Pearson's; 0 for a curve that does not move."""
    if curve.std() < 1e-9 or reference.std() < 1e-9:
        return 0.0
    return float(np.corrcoef(curve, reference)[0, 1])
