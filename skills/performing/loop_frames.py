"""A loop's cycle as the law reads it: feet that are led, and accelerations ahead of the targets."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from ...base.rotations import quaternions_from_matrices
from ...controllers.performing.following import JOINT_STIFFNESS, ROOT_STIFFNESS
from ...controllers.performing.leading import PLACE_STIFFNESS, TURN_STIFFNESS
from ...controllers.performing.records import AIRBORNE, ClipFrame
from ...motion.biped_frames import SIDES, Y
from ...motion.performing.loop import LoopReference
from ...motion.performing.reference import spin_of
from ...motion.performing.support import runs_in
from ...motion.performing.track import RATE
from ...simulation.records import Rows
from .follower import frames_of
from .stiffness import Stiffness

Array = NDArray[np.float64]
LEG = ("upper_leg", "lower_leg", "foot")
SWING_WEIGHT = 0.1  # of a led leg's joints; tuned: bench performing_loops
LANDS = 0.1  # [s] before a contact in which a swinging foot may bear
SMOOTHED, SPAN = 0.008, 2  # [s], [frames] around each one over which accelerations are taken


class LoopFrames(NamedTuple):
    """
    Attributes:
        frames: of one cycle.
        to_land: (frames, 2) frames until each swinging foot lands; 0 of one that stands.
        progress: (frames, 2) of its swing, from 0 to 1.
    """

    frames: Rows[ClipFrame]
    to_land: NDArray[np.int64]
    progress: Array


def loop_frames(loop: LoopReference, stiffness: Stiffness) -> LoopFrames:
    """The frames of a loop over the origin, which faces along x."""
    reference = loop.reference
    held: Any = frames_of(reference, stiffness)
    frames: Any = held[: reference.frames]
    to_land, progress = _swings(frames["swings"].astype(bool))
    feet = [reference.figure.index["foot" + side] for side in SIDES]
    frames["feet_velocity"][0] = frames["feet_velocity"][1]
    frames["feet_velocity"][-1] = frames["feet_velocity"][-2]
    for s, side in enumerate(SIDES):
        swings = frames["swings"][:, s] == 1
        axes = reference.placed.axes[:, feet[s]]
        frames["leads"][:, s] = swings
        frames["feet_turn"][:, s] = quaternions_from_matrices(axes)
        frames["feet_spin"][:, s] = spin_of(axes)
        for name in LEG:
            frames["joint_weight"][swings, reference.figure.index[name + side]] = SWING_WEIGHT
        own = np.isin(reference.touches.segments, [feet[s], reference.figure.index["toes" + side]])
        aloft = to_land[:, s] > LANDS * RATE
        frames["support"][np.ix_(aloft, np.flatnonzero(own))] = AIRBORNE
    apart = frames["feet"][:, 0] - frames["feet"][:, 1]
    left = np.where(apart[:, Y] >= 0.0, 1.0, -1.0)
    frames["feet_side"] = np.column_stack([left, -left])
    _hurry(frames)
    return LoopFrames(frames, to_land, progress)


def _hurry(frames: Any) -> None:
    """Add to all rates what makes a critically damped task have its target's acceleration."""
    stiffness = {
        "rates": JOINT_STIFFNESS, "root_rate": ROOT_STIFFNESS, "feet_velocity": PLACE_STIFFNESS,
        "feet_spin": TURN_STIFFNESS,
    }  # fmt: skip
    for name, squared_frequency in stiffness.items():
        rates = frames[name].reshape(len(frames), -1)
        slope = (np.roll(rates, -SPAN, axis=0) - np.roll(rates, SPAN, axis=0)) * RATE / (2 * SPAN)
        slope = gaussian_filter1d(slope, SMOOTHED * RATE, axis=0, mode="wrap")
        frames[name] += (slope / (2.0 * math.sqrt(squared_frequency))).reshape(frames[name].shape)


def _swings(swings: NDArray[np.bool_]) -> tuple[NDArray[np.int64], Array]:
    """Frames until each foot lands, and the progress of its swing, over a cycle that goes on."""
    count = len(swings)
    to_land, progress = np.zeros((3 * count, 2), dtype=np.int64), np.zeros((3 * count, 2))
    for s in range(2):
        for first, end in runs_in(np.tile(swings[:, s], 3)):
            frames = np.arange(first, end)
            to_land[first:end, s] = end - frames
            progress[first:end, s] = (frames - first) / (end - first)
    return to_land[count : 2 * count], progress[count : 2 * count]
