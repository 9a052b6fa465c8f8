"""Feet and hands that stay where they bear: what slides, floats or sinks is taken out of a clip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d, maximum_filter1d

from ..arm_kinematics import move_wrists
from ..biped_frames import SIDES, Figure, Placed, Posture, Z
from ..leg_kinematics import move_ankles
from .support import Flags, Touches, runs_in
from .track import RATE

Array = NDArray[np.float64]
FADES = 0.06  # [s] in which a hand leaves its correction; tuned: bench performing
# Depth of a leg in the ground [m] from which on its foot slides, and the time around it [s].
SINKS, LETS_GO = 0.02, 0.1  # tuned: bench performing
SMOOTHED = 0.015  # [s] over which a correction sets in; tuned: bench performing


def with_planted_feet(
    figure: Figure, posture: Posture, placed: Placed, touches: Touches, bears: Flags
) -> Posture:
    """The same postures with feet that roll on the ground without sliding where they bear.

    Where that would push a leg into the ground they slide as in the clip: lying bodies drag them.
    """
    shape = (len(bears), len(figure.legs), 3)
    joints, corrections = np.empty(shape), np.empty(shape)
    for s, (joint, places, stands) in enumerate(
        _limbs(figure, placed, touches, bears, ("foot", "toes"), figure.legs)
    ):
        joints[:, s], corrections[:, s] = joint, _correction(places, stands)
    planted = _with_ankles(figure, posture, placed, joints + corrections)
    sinks = _sunk_legs(figure, planted, touches) > SINKS
    if not sinks.any():
        return planted
    near = maximum_filter1d(sinks, 2 * round(LETS_GO * RATE) + 1, axis=0)
    corrections[..., :2] *= 1.0 - _smooth(near.astype(float), LETS_GO / 3)[..., None]
    return _with_ankles(figure, posture, placed, joints + corrections)


def _with_ankles(figure: Figure, posture: Posture, placed: Placed, ankles: Array) -> Posture:
    turns = posture.turns.copy()
    move_ankles(figure, turns, posture.root, placed, ankles)
    return Posture(posture.root, turns)


def _sunk_legs(figure: Figure, posture: Posture, touches: Touches) -> Array:
    """(frames, legs) depth of thigh and shank below the ground [m]."""
    heights, sunk = touches.places(figure.place(posture))[..., Z], []
    for side in figure.legs:
        parts = [figure.index[part + side] for part in ("upper_leg", "lower_leg")]
        sunk.append(-heights[:, np.isin(touches.segments, parts)].min(axis=1))
    return np.stack(sunk, axis=1)


def with_planted_hands(
    figure: Figure, posture: Posture, placed: Placed, touches: Touches, bears: Flags
) -> Posture:
    """The same postures with hands that stay where they bear, and never below the ground."""
    if not touches.on_hands.any():
        return posture
    turns, wrists = posture.turns.copy(), np.empty((len(bears), 2, 3))
    for s, (joint, places, stands) in enumerate(
        _limbs(figure, placed, touches, bears, ("hand", "lower_arm"), SIDES)
    ):
        share = _smooth(stands.any(axis=1).astype(float), FADES)
        correction = share[:, None] * _correction(places, stands)
        sunk = _smooth(np.maximum(-places[..., Z].min(axis=1), 0.0), SMOOTHED)
        correction[:, Z] = np.maximum(correction[:, Z], sunk)
        wrists[:, s] = joint + correction
    move_wrists(figure, turns, placed, wrists)
    return Posture(posture.root, turns)


def _limbs(
    figure: Figure, placed: Placed, touches: Touches, bears: Flags, parts: tuple[str, str],
    ends: Sequence[str],
) -> Iterator[tuple[Array, Array, Flags]]:  # fmt: skip
    """Of each limb: places (frames, 3) of the first part's joint, those of both parts' points
    (frames, k, 3) [m], and whether each bears (frames, k).
    """
    places = touches.places(placed)
    for side in ends:
        own = np.isin(touches.segments, figure.numbers_of(parts, [side]))
        joint = placed.origins[:, figure.index[parts[0] + side]]
        yield joint, places[:, own], bears[:, own]


def _smooth(values: Array, time: float) -> Array:
    """Values (frames, ...) smoothed over a time [s]."""
    smooth: Array = gaussian_filter1d(values, time * RATE, axis=0, mode="nearest")
    return smooth


def _correction(places: Array, bears: Flags) -> Array:
    """(frames, 3) displacement of a foot [m]: in each contact against its slip, between by shares.

    Args:
        places: (frames, k, 3) of the foot's points [m]; bears: (frames, k).
    """
    frames = np.arange(len(places))
    stands = bears.any(axis=1)
    if not stands.any():
        return np.zeros((len(places), 3))
    lowest = np.argmin(np.where(bears, places[..., Z], np.inf), axis=1)
    at = places[frames, lowest]
    steps = np.zeros_like(at)
    # A point's own step, not the way from one lowest point to the next: the foot rolls.
    steps[1:] = at[1:] - places[frames[1:] - 1, lowest[1:]]
    moved = np.zeros_like(at)
    for first, end in runs_in(stands):
        slip = np.cumsum(steps[first:end], axis=0)
        moved[first:end] = slip[(end - first) // 2] - slip
        moved[first:end, Z] = -at[first:end, Z]
    between = [np.interp(frames, frames[stands], moved[stands, k]) for k in range(3)]
    return _smooth(np.stack(between, axis=1), SMOOTHED)
