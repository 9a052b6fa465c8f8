"""Feet that are clear of the ground while they swing, so that they do not scuff where a body is off
its clip.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from ...bodies.clearance import ANKLES_PASS
from ..biped_frames import SIDES, Figure, Placed, Posture, X, Y, Z
from ..leg_kinematics import move_ankles
from .joint_range import within_range
from .support import Flags, Touches, runs_in
from .track import RATE

Array = NDArray[np.float64]
# Numbers without a source: tuned: bench performing_loops.
PASSING = 0.15  # [m] ahead between ankles, within which legs pass each other
RISES = 0.12  # [s] after a contact, and before one, in which a foot becomes clear
SMOOTHED = 0.012  # [s] over which it is raised
ROUNDS = 3  # of raising sunk feet, and bounding joints to their range


def with_free_swings(
    figure: Figure, posture: Posture, touches: Touches, bears: Flags, clearance: float
) -> Posture:
    """The same postures with feet raised where they swing lower than so high [m], and further out
    where legs that pass each other would collide.
    """
    wide = _with_wider_track(figure, posture, figure.place(posture))
    return _with_clear_feet(figure, wide, figure.place(wide), touches, bears, clearance)


def _with_clear_feet(
    figure: Figure, posture: Posture, placed: Placed, touches: Touches, bears: Flags,
    clearance: float,
) -> Posture:  # fmt: skip
    places, raised = touches.places(placed)[..., Z], np.zeros((len(bears), 2))
    ankles = placed.origins[:, [figure.index["foot" + side] for side in SIDES]].copy()
    for s, side in enumerate(SIDES):
        own = np.isin(touches.segments, [figure.index[part + side] for part in ("foot", "toes")])
        lacks = _clearance(~bears[:, own].any(axis=1), clearance) - places[:, own].min(axis=1)
        raised[:, s] = np.where(bears[:, own].any(axis=1), 0.0, np.maximum(lacks, 0.0))
    ankles[..., Z] += gaussian_filter1d(raised, SMOOTHED * RATE, axis=0, mode="nearest")
    turns = posture.turns.copy()
    move_ankles(figure, turns, posture.root, placed, ankles)
    return Posture(posture.root, turns)


def _clearance(swings: Flags, most: float) -> Array:
    """(frames,) height [m] that a foot should have over the ground: none at the ends of a swing."""
    clear = np.zeros(len(swings))
    for first, end in runs_in(swings):
        frames = np.arange(first, end)
        near = np.minimum(frames - first + 1, end - frames) / (RISES * RATE)
        share = np.minimum(near, 1.0)
        clear[first:end] = most * share * share * (3.0 - 2.0 * share)
    return clear


def _with_wider_track(figure: Figure, posture: Posture, placed: Placed) -> Posture:
    """Both feet further out in all frames by the same way, so that those that stand do not slide.
    """
    feet = placed.origins[:, [figure.index["foot" + side] for side in SIDES]]
    ahead = placed.axes[:, 0, :2, X].mean(axis=0)
    ahead /= np.linalg.norm(ahead)
    apart = feet[:, 0, :2] - feet[:, 1, :2]
    passing = np.abs(apart @ ahead) < PASSING
    left = np.array([-ahead[Y], ahead[X]])
    least = float((apart @ left)[passing].min()) if passing.any() else ANKLES_PASS
    if not 0.0 < least < ANKLES_PASS:
        return posture
    ankles, turns = feet.copy(), posture.turns.copy()
    ankles[:, :, :2] += np.outer([0.5, -0.5], (ANKLES_PASS - least) * left)
    move_ankles(figure, turns, posture.root, placed, ankles)
    return Posture(posture.root, turns)


def above_ground(figure: Figure, posture: Posture, touches: Touches) -> Posture:
    """The same postures with feet raised that are below the ground z = 0, within the joints' range.

    Legs that a joint's range has turned back may have got there.
    """
    feet = [figure.index["foot" + side] for side in SIDES]
    for _ in range(ROUNDS):
        placed = figure.place(posture)
        places, ankles = touches.places(placed)[..., Z], placed.origins[:, feet].copy()
        for s, side in enumerate(SIDES):
            own = np.isin(touches.segments, [feet[s], figure.index["toes" + side]])
            sunk = np.maximum(-places[:, own].min(axis=1), 0.0)
            ankles[:, s, Z] += gaussian_filter1d(sunk, SMOOTHED * RATE, mode="nearest")
        turns = posture.turns.copy()
        move_ankles(figure, turns, posture.root, placed, ankles)
        posture = Posture(posture.root, within_range(figure, turns))
    return posture
