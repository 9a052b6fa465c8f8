"""Legs that pass through each other in a clip are moved around each other.

Rigs with hips narrower than a body's legs are thick, or with thinner legs, cross their own shanks
and feet. A body cannot: its legs hit each other and ankles are turned to the end of their range.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_closing, gaussian_filter1d, maximum_filter1d

from ...bodies.kinds import BIPED
from ...bodies.segments import Segment
from ..biped_frames import SIDES, Figure, Placed, Posture, X, Y
from ..leg_kinematics import move_ankles
from .support import Flags, Touches, runs_in
from .track import RATE

Array = NDArray[np.float64]
PARTS = ("lower_leg", "foot", "toes")
GAP = 0.005  # [m] between the legs
ROUNDS = 5  # of moving the ankles apart
MOST = 0.15  # [m] that an ankle is moved
FURTHER = 0.05  # [s] before and after
SMOOTHED = 0.02  # [s]
ONE_WAY = 0.1  # [s] between two overlaps that are one
PASSES = 0.05  # [m] from which on one ankle passes the other
OWN_SIDE = 0.03  # [m] that a leg may be on the other's side, and still passes on its own
STEEPEST = 0.4  # least share of the way that parts them


def with_legs_apart(
    figure: Figure, posture: Posture, touches: Touches, bears: Flags
) -> Posture:
    """The same postures with ankles moved over the ground where shanks or feet of a biped would
    overlap; those of other bodies, whose legs do not collide, as they are.

    A foot that swings makes room for one that stands; one that stands does so in its whole contact.
    """
    if figure.character.kind != BIPED:
        return posture
    placed = figure.place(posture)
    feet = [figure.index["foot" + side] for side in SIDES]
    ankles, by = placed.origins[:, feet], np.zeros(len(bears))
    stands = _stands(figure, touches, bears)
    apart = _Apart(figure, placed)
    if not apart.overlaps.any():
        return posture
    way, moved = _ways(ankles, placed.axes[:, 0, :2, Y], apart), posture
    for _ in range(ROUNDS):
        lacks = apart.lacking(way)
        if not lacks.any():
            break
        by = np.minimum(by + maximum_filter1d(lacks, 2 * round(FURTHER * RATE) + 1), MOST)
        turns, targets = posture.turns.copy(), ankles.copy()
        targets[..., :2] += _shared(by, way, stands)
        move_ankles(figure, turns, posture.root, placed, targets)
        moved = Posture(posture.root, turns)
        apart = _Apart(figure, figure.place(moved))
    return moved


def _stands(figure: Figure, touches: Touches, bears: Flags) -> Flags:
    """(frames, 2) whether the left and the right foot bears."""
    own = [
        np.isin(touches.segments, [figure.index[part + side] for part in ("foot", "toes")])
        for side in SIDES
    ]
    return np.stack([bears[:, points].any(axis=1) for points in own], axis=1)


class _Apart:
    """How far the legs are apart, as capsules.

    Attributes:
        overlaps: (frames,) whether they are too close.
        toward: (frames, 3) from the right leg's axis to the left one's where they are nearest [m].
    """

    def __init__(self, figure: Figure, placed: Placed) -> None:
        left, right = ([_capsule(figure, placed, p + side) for p in PARTS] for side in SIDES)
        ways, sizes = zip(*(_between(a, b) for a in left for b in right), strict=True)
        distances = np.linalg.norm(ways, axis=2)
        nearest = np.argmin(distances - np.array(sizes)[:, None], axis=0)
        frames = np.arange(distances.shape[1])
        self.toward = np.array(ways)[nearest, frames]
        self._size = np.array(sizes)[nearest] + GAP
        self._distance = distances[nearest, frames]
        self.overlaps: Flags = self._distance < self._size

    def lacking(self, way: Array) -> Array:
        """(frames,) by which the left leg has to go further along ways (frames, 2) [m]."""
        along = np.einsum("fk,fk->f", self.toward[:, :2], way)
        share = np.maximum(np.abs(along) / np.maximum(self._distance, 1e-6), STEEPEST)
        lacks = (self._size - np.sign(along) * self._distance) / share
        found: Array = np.where(self.overlaps, lacks, 0.0)
        return found


def _capsule(figure: Figure, placed: Placed, name: str) -> tuple[Array, Array, float]:
    """Both ends (frames, 3) and the radius [m] of the capsule in or around a segment's shape."""
    i = figure.index[name]
    segment: Segment = figure.character.segments[i]
    assert segment.shape is not None
    radius, axis = segment.shape.size[Y] / 2, np.zeros(3)
    axis[segment.long_axis] = max(segment.shape.size[segment.long_axis] / 2 - radius, 0.0)
    middle = placed.origins[:, i] + placed.axes[:, i] @ np.array(segment.shape.center)
    half = placed.axes[:, i] @ axis
    return middle - half, middle + half, radius


def _between(
    left: tuple[Array, Array, float], right: tuple[Array, Array, float]
) -> tuple[Array, float]:
    """Ways (frames, 3) [m] from the right capsule's axis to the left one's where they are nearest,
    and the sum of both radii.
    """
    (a, b, own), (c, d, other) = left, right
    u, v, w = b - a, d - c, a - c
    uu, vv = (np.maximum((x * x).sum(axis=1), 1e-12) for x in (u, v))
    uv, uw, vw = ((x * y).sum(axis=1) for x, y in ((u, v), (u, w), (v, w)))
    on_left = np.clip((uv * vw - vv * uw) / np.maximum(uu * vv - uv**2, 1e-12), 0.0, 1.0)
    on_right = np.clip((uv * on_left + vw) / vv, 0.0, 1.0)
    on_left = np.clip((uv * on_right - uw) / uu, 0.0, 1.0)
    return w + on_left[:, None] * u - on_right[:, None] * v, own + other


def _ways(ankles: Array, left: Array, legs: _Apart) -> Array:
    """(frames, 2) direction over the ground in which the left leg makes room, one for each overlap:
    across the way on which an ankle passes the other.

    Args:
        left: (frames, 2) the pelvis's left.
    """
    apart, ways = (ankles[:, 0] - ankles[:, 1])[:, :2], np.zeros((len(ankles), 2))
    gap, further = round(ONE_WAY * RATE), round(FURTHER * RATE)
    runs = runs_in(binary_closing(np.pad(legs.overlaps, gap), np.ones(gap))[gap:-gap])
    for first, end in runs:
        begin, last = max(first - further, 0), min(end + further, len(ankles)) - 1
        side, passed = left[first:end].mean(axis=0), apart[last] - apart[begin]
        side = side / max(float(np.linalg.norm(side)), 1e-9)
        across = np.array([-passed[Y], passed[X]])
        way = across / np.linalg.norm(across) if np.linalg.norm(across) > PASSES else side
        if legs.toward[first:end, :2].mean(axis=0) @ way + OWN_SIDE * (side @ way) < 0.0:
            way = -way
        ways[begin : last + 1] = way
    return ways


def _shared(by: Array, way: Array, stands: Flags) -> Array:
    """(frames, 2, 2) displacement of both ankles over the ground [m]."""
    alone = stands[:, 0] != stands[:, 1]
    moved = np.zeros((len(by), 2, 2))
    for s, sign in enumerate((1.0, -1.0)):
        share = np.where(alone, ~stands[:, s], 0.5)
        wish = sign * (share * by)[:, None] * way
        moved[:, s] = _steady(wish, stands[:, s])
    return gaussian_filter1d(moved, SMOOTHED * RATE, axis=0, mode="nearest")


def _steady(wish: Array, stands: Flags) -> Array:
    """(frames, 2) displacement of a foot [m]: constant in each contact, between at least by shares.
    """
    steady, frames = np.zeros_like(wish), np.arange(len(wish))
    for first, end in runs_in(stands):
        most = first + int(np.argmax(np.linalg.norm(wish[first:end], axis=1)))
        steady[first:end] = wish[most]
    if stands.any():
        between = [np.interp(frames, frames[stands], steady[stands, k]) for k in range(2)]
        steady = np.stack(between, axis=1)
    further = ~stands & (np.linalg.norm(wish, axis=1) > np.linalg.norm(steady, axis=1))
    return np.where(further[:, None], wish, steady)
