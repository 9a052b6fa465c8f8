"""Which points of a body bear load in a clip: by their heights and speeds, and by its flights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import (
    binary_closing,
    binary_dilation,
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
FALLS = 0.4  # of gravity: a body that falls at more, off the ground, flies
OFF_GROUND = 0.015  # [m] above the lowest that the body usually is
BEARS_BELOW, BEARS_UNDER = 0.03, 1.0  # [m], [m/s] of a point that bears
# Of the body's speed, below which a point of a paw bears: it rolls, and has no toes that stay.
PAWS_PACE = 0.5
PAWS_FLIGHT = 0.03  # [s]: shortest flight between the steps of four legs
GAP, SHORTEST = 0.06, 0.05  # [s]: gaps in a contact that are closed, and the shortest contact
HANGS = 0.1  # [s] without flight or contact from which the lowest points bear
SHORTEST_FLIGHT, NOISE = 0.06, 0.1  # [s]: of a flight, and of gaps in it that are closed
LOCAL, USUAL = 2.0, 15.0  # [s] around a moment, and the percentile of heights that is the ground's
COARSE = 10  # frames of a track for each of the ground's
# Height of trunk and legs from which hands may bear alone, where they are lower by this.
HIGH, LOWER = 0.15, 0.1  # [m]
CHANGES = 0.1  # [s] in which the ground is taken from the hands
# Height of the lowest point from which nothing can push [m], and between two flights there the time
# [s] that is a flight too; height that a flight comes to at least.
SURELY_OFF, BETWEEN, LIFTED = 0.1, 0.2, 0.005
EDGE = 0.06  # [s] of a flight that smoothing hides at either end
MASS_SMOOTHED, LIFT_SMOOTHED = 0.025, 0.03  # [s]


@dataclass(frozen=True, eq=False)
class Touches:
    """The points of a body that may touch the ground.

    Attributes:
        segments: (k,) that the points are on; points: (k, 3) in its frame [m].
        radii: (k,) of the balls around them [m].
        may_stay: (k,) whether a point is kept from sliding where it bears.
        on_hands, on_toes: (k,) whether a point is on these parts.
    """

    segments: NDArray[np.int64]
    points: Array
    radii: Array
    may_stay: Flags
    on_hands: Flags
    on_toes: Flags

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
        np.isin(names, ["hand"]) | _is_wrist(found, names),
        np.isin(names, ["toes"]),
    )


def _is_wrist(found: list[tuple[int, Array, float]], names: list[str]) -> Flags:
    """(k,) whether a point is the lower end of a forearm."""
    return np.array([n == "lower_arm" and bool(point[Z] < -0.5 * _length(found, s))
                     for n, (s, point, _) in zip(names, found, strict=True)])  # fmt: skip


def _length(found: list[tuple[int, Array, float]], segment: int) -> float:
    """Farthest of a segment's points below its joint [m]."""
    return max(-float(point[Z]) for s, point, _ in found if s == segment)


@dataclass(frozen=True, eq=False)
class Support:
    """
    Attributes:
        bears: (frames, k) whether each point bears.
        flies: (frames,) whether nothing does, and the body falls freely.
    """

    bears: Flags
    flies: Flags


class Given(Protocol):
    """Contacts that are given in place of those that are found: `contact_marks.Marked`."""

    def of_points(self) -> Flags:
        """(k,) whether a point's contacts are given."""

    def in_place_of(self, found: Flags, heights: Array, size: float) -> Flags:
        """(frames, k) which points bear."""


def support_of(
    places: Array, com: Array, size: float, gravity: float, given: Given | None = None,
    on_paws: bool = False,
) -> Support:  # fmt: skip
    """The points that bear in each frame of a clip on the ground z = 0.

    Where none is low and slow enough, the body flies if it falls; else its lowest points bear.

    Args:
        places: (frames, k, 3) of the points [m]; com: (frames, 3) center of mass [m].
        size: of the body, relative to an adult.
        on_paws: whether the body has round paws, and steps as quickly as four legs do.
    """
    heights = places[..., Z]
    slow = BEARS_UNDER * np.sqrt(size)
    if on_paws:
        pace = np.linalg.norm(np.gradient(com[:, :2], axis=0), axis=1, keepdims=True) * RATE
        slow = np.maximum(slow, PAWS_PACE * pace)
    speed = np.linalg.norm(np.gradient(places, axis=0), axis=2) * RATE
    near = heights < BEARS_BELOW * size
    bears = _without_blinks(near & (speed < slow))
    if given is not None:
        bears = given.in_place_of(bears, heights, size)
    empty = ~bears.any(axis=1)
    shortest = PAWS_FLIGHT if on_paws else SHORTEST_FLIGHT
    flies = _flights(empty, heights.min(axis=1) / size, com[:, Z], gravity, shortest)
    low = heights < heights.min(axis=1, keepdims=True) + OFF_GROUND * size
    if given is not None:
        low &= ~given.of_points()
    hangs = binary_opening(empty & ~flies, np.ones(round(HANGS * RATE)))
    return Support(np.where(hangs[:, None], low, bears), flies)


def _flights(
    off: Flags, lowest: Array, height: Array, gravity: float, shortest: float = SHORTEST_FLIGHT
) -> Flags:
    """(frames,) whether the body flies: off the ground, and falling but for moments of noise.

    A clip of few frames may show one flight as two, with a push between them high in the air; and
    feet that slide as a flight in which they are never lifted.

    Args:
        off: (frames,) whether it is off the ground.
        lowest: (frames,) height of the lowest point over the ground, of an adult [m].
        height: (frames,) of the center of mass [m]; shortest: of a flight [s].
    """
    smooth = gaussian_filter1d(height, MASS_SMOOTHED * RATE, mode="nearest")
    falls = np.gradient(np.gradient(smooth)) * RATE**2 < -FALLS * gravity
    gap, least, between = (np.ones(round(time * RATE)) for time in (NOISE, shortest, BETWEEN))
    flies = binary_opening(binary_closing(falls & off, gap) & off, least)
    flies |= binary_closing(flies, between) & off & (lowest > SURELY_OFF)
    grown: Flags = binary_dilation(flies, np.ones(2 * round(EDGE * RATE) + 1)) & off
    for first, end in runs_in(grown):
        grown[first:end] &= lowest[first:end].max() > LIFTED
    return grown


def runs_in(flags: Flags) -> list[tuple[int, int]]:
    """First frame and end of every run of true flags (frames,)."""
    edges = np.flatnonzero(np.diff(np.pad(flags.astype(int), 1)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def lift_of(touches: Touches, heights: Array, com: Array, size: float, gravity: float) -> Array:
    """(frames,) by which a clip is raised so that what bears is on the ground [m].

    Where the ground is, trunk and legs show, or hands where nothing else is low.

    Hands and toes of a clip's body are often shorter, or not there at all.

    Args:
        heights: (frames, k) of the points [m]; com: (frames, 3) [m].
    """
    body = heights[:, ~(touches.on_hands | touches.on_toes)].min(axis=1)
    hands = heights[:, touches.on_hands].min(axis=1, initial=np.inf)
    usual = np.clip(_usual(body), -HIGH * size, HIGH * size)  # else it stands on its hands
    above = np.minimum(body, hands) - usual
    flies = _flights(above > OFF_GROUND * size, above / size, com[:, Z], gravity)
    high = (body - usual > HIGH * size) & (hands < body - LOWER * size) & ~flies
    share = gaussian_filter1d(high.astype(float), CHANGES * RATE, mode="nearest")
    by_body = _lift(body, ~flies & ~high)
    by_hands = _lift(hands, high) if high.any() else by_body
    lift: Array = (1.0 - share) * by_body + share * by_hands
    return lift


def _usual(lowest: Array) -> Array:
    """(frames,) height [m] of the ground around each moment, as the body shows it."""
    coarse = percentile_filter(
        lowest[::COARSE], USUAL, round(2 * LOCAL * RATE / COARSE), mode="nearest"
    )
    usual: Array = np.interp(np.arange(len(lowest)), np.arange(len(coarse)) * COARSE, coarse)
    return usual


def _lift(lowest: Array, bears: Flags) -> Array:
    """(frames,) by which to raise the body so that its lowest point is on the ground [m], from
    where it bears and between.
    """
    if not bears.any():
        return np.full(len(lowest), -lowest.min())
    between = np.interp(np.arange(len(lowest)), np.flatnonzero(bears), -lowest[bears])
    smooth: Array = gaussian_filter1d(between, LIFT_SMOOTHED * RATE, mode="nearest")
    return smooth


def _without_blinks(bears: Flags) -> Flags:
    """Contacts without short gaps, and without those that are too short."""
    gap, least = (np.ones((round(time * RATE), 1)) for time in (GAP, SHORTEST))
    edge = len(gap)
    padded = np.pad(bears, ((edge, edge), (0, 0)), mode="edge")
    steady: Flags = binary_opening(binary_closing(padded, gap), least)[edge:-edge]
    return steady
