"""Which points of a body bear load in a clip: by their heights and speeds, and by its flights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import (
    binary_closing,
    binary_opening,
    gaussian_filter1d,
    percentile_filter,
)

from ...bodies.touch_points import touches_of
from ..biped_frames import Figure, Placed, Z
from .track import RATE

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
PLANTED_PARTS = ("foot", "toes", "hand")  # what bears without rolling
# Numbers without a source: tuned: bench performing. Lengths are of an adult.
FALLS = 0.65  # of gravity: a body that falls at more, off the ground, flies
OFF_GROUND = 0.015  # [m] above the lowest that the body usually is
BEARS_BELOW, BEARS_UNDER = 0.03, 1.0  # [m], [m/s] of a point that bears
GAP, SHORTEST = 0.06, 0.05  # [s]: gaps in a contact that are closed, and the shortest contact
SHORTEST_FLIGHT = 0.06  # [s]
LOCAL, USUAL = 2.0, 15.0  # [s] around a moment, and the percentile of heights that is the ground's
COARSE = 10  # frames of a track for each of the ground's
MASS_SMOOTHED, LIFT_SMOOTHED = 0.025, 0.03  # [s]


@dataclass(frozen=True, eq=False)
class Touches:
    """The points of a body that may touch the ground.

    Attributes:
        segments: (k,) that the points are on; points: (k, 3) in its frame [m].
        radii: (k,) of the balls around them [m].
        may_stay: (k,) whether a point is kept from sliding where it bears.
    """

    segments: NDArray[np.int64]
    points: Array
    radii: Array
    may_stay: Flags

    def places(self, placed: Placed) -> Array:
        """(frames, k, 3) lowest places of the points [m]."""
        turned = np.einsum("fkij,kj->fki", placed.axes[:, self.segments], self.points)
        places: Array = placed.origins[:, self.segments] + turned
        places[..., Z] -= self.radii
        return places


def touches_on(figure: Figure) -> Touches:
    """All points of a body that may touch the ground, in the order of its segments."""
    found = [t for i, s in enumerate(figure.character.segments) for t in touches_of(s, i)]
    segments = np.array([segment for segment, _, _ in found])
    names = [figure.names[segment].split(".")[0] for segment in segments]
    return Touches(
        segments,
        np.array([point for _, point, _ in found]),
        np.array([radius for _, _, radius in found]),
        np.isin(names, PLANTED_PARTS),
    )


@dataclass(frozen=True, eq=False)
class Support:
    """
    Attributes:
        bears: (frames, k) whether each point bears.
        flies: (frames,) whether nothing does, and the body falls freely.
        lift: (frames,) by which the clip is raised so that what bears is on the ground [m].
    """

    bears: Flags
    flies: Flags
    lift: Array


def support_of(places: Array, com: Array, size: float, gravity: float) -> Support:
    """The points that bear in each frame.

    Args:
        places: (frames, k, 3) of the points [m].
        com: (frames, 3) center of mass [m].
        size: of the body, relative to an adult.
    """
    heights = places[..., Z]
    lowest = heights.min(axis=1)
    flies = _flights(lowest, com[:, Z], size, gravity)
    lift = _lift(lowest, flies)
    speed = np.linalg.norm(np.gradient(places, axis=0), axis=2) * RATE
    near = heights + lift[:, None] < BEARS_BELOW * size
    bears = near & (speed < BEARS_UNDER * np.sqrt(size)) & ~flies[:, None]
    return Support(_without_blinks(bears) & ~flies[:, None], flies, lift)


def _flights(lowest: Array, height: Array, size: float, gravity: float) -> Flags:
    """(frames,) whether the body flies: off the ground, and falling almost freely."""
    smooth = gaussian_filter1d(height, MASS_SMOOTHED * RATE, mode="nearest")
    falls = np.gradient(np.gradient(smooth)) * RATE**2 < -FALLS * gravity
    off = lowest > _usual(lowest) + OFF_GROUND * size
    width = round(SHORTEST_FLIGHT * RATE)
    flies: Flags = binary_opening(falls & off, np.ones(width))
    return flies


def _usual(lowest: Array) -> Array:
    """(frames,) height [m] of the ground around each moment, as the body shows it."""
    coarse = percentile_filter(
        lowest[::COARSE], USUAL, round(2 * LOCAL * RATE / COARSE), mode="nearest"
    )
    usual: Array = np.interp(np.arange(len(lowest)), np.arange(len(coarse)) * COARSE, coarse)
    return usual


def _lift(lowest: Array, flies: Flags) -> Array:
    """(frames,) by which to raise the body so that its lowest point is on the ground [m]."""
    frames = np.arange(len(lowest))
    if flies.all():
        return np.full(len(lowest), -lowest.min())
    between = np.interp(frames, frames[~flies], -lowest[~flies])
    smooth: Array = gaussian_filter1d(between, LIFT_SMOOTHED * RATE, mode="nearest")
    return smooth


def _without_blinks(bears: Flags) -> Flags:
    """Contacts without short gaps, and without those that are too short."""
    gap, least = (np.ones((round(time * RATE), 1)) for time in (GAP, SHORTEST))
    edge = len(gap)
    padded = np.pad(bears, ((edge, edge), (0, 0)), mode="edge")
    steady: Flags = binary_opening(binary_closing(padded, gap), least)[edge:-edge]
    return steady
