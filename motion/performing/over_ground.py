"""A movement over the plane z = 0 moved to the shot's ground: slopes, steps, rough ground."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d, maximum_filter1d

from ...base.rotations import matrices_from_rotation_vectors
from ..arm_kinematics import move_wrists
from ..biped_frames import SIDES, Figure, Placed, Posture, X, Y, Z
from ..leg_kinematics import leg_reach, move_ankles
from .footholds import displacement, footholds_of
from .support import Flags, Touches, runs_in
from .surface import Surface
from .track import RATE

Array = NDArray[np.float64]
SPAN = 0.2  # [s] before and after, of the ground that the body's height follows
SPREAD, UNLOADED = 0.1, 1e-3  # [m] of supports that show a slope; share of nothing that bears
TURNS = 0.15  # [s] in which a body that gets down turns with the ground
REACHES, EASES = 0.08, 0.08  # [s] before and after, in which a leg that is too short is helped
CLEARS, CLEARED = 0.06, 0.05  # [s] around an edge in which a foot is up; width of its way up
LEAST_CLEARANCE = 0.03  # [m] of a swinging foot, where the clip's is not lower; of an adult
RAISES = 2  # rounds of raising a foot
# [m] that a foot lacks from which its swing is slower at its ends, and slowest; of an adult
HELD_BACK = 0.02, 0.05
BESIDE = 0.015  # [m] from a swinging foot, of an edge that it must clear; of an adult
FADES = 0.06  # [s] in which a hand leaves its place on the ground


class OverGround(NamedTuple):
    """
    Attributes:
        posture: on the shot's ground.
        height: (frames,) of the ground that the body is over [m].
    """

    posture: Posture
    height: Array


def over_ground(
    figure: Figure, posture: Posture, touches: Touches, bears: Flags, surface: Surface, size: float
) -> OverGround:
    """Postures over the plane z = 0 moved to a ground: what bears is on it, the pelvis follows its
    height, and what swings stays clear of it.

    Args:
        bears: (frames, k) of the points.
        size: of the body, relative to an adult.
    """
    level = figure.place(posture)
    places = touches.places(level)
    height, gradient = _local_plane(places, bears, surface.under(places[..., :2]), level.com)
    posture = _raised(figure, posture, touches, bears, level, height, gradient)
    feet = _feet(figure, touches, bears, level, surface, size)
    lower = _out_of_reach(figure, posture, level, feet.ankles, bears, touches)
    posture = Posture(posture.root - [0.0, 0.0, 1.0] * lower[:, None], posture.turns)
    placed = figure.place(posture)
    axes = placed.axes.copy()
    for s, side in enumerate(SIDES):
        foot = figure.index["foot" + side]
        axes[:, foot] = feet.turns[:, s] @ level.axes[:, foot]
    turns = posture.turns.copy()
    move_ankles(figure, turns, posture.root, replace(placed, axes=axes), feet.ankles)
    posture = Posture(posture.root, turns)
    return OverGround(_with_hands(figure, posture, touches, bears, level, surface, size), height)


def _local_plane(
    places: Array, bears: Flags, under: Array, com: Array
) -> tuple[Array, Array]:
    """Height [m] under the body (frames,) and gradient (frames, 2) of a plane through the ground
    under what bears around each moment.

    A ridge regression: supports at one place show no gradient.

    Args:
        under: (frames, k) height of the ground under the points [m].
    """
    count = bears.sum(axis=1)
    at = np.where(bears[..., None], places[..., :2], 0.0)
    z = np.where(bears, under, 0.0)
    x, y = at[..., X], at[..., Y]
    sums = [count, x.sum(1), y.sum(1), z.sum(1), (x * x).sum(1), (x * y).sum(1), (y * y).sum(1),
            (x * z).sum(1), (y * z).sum(1)]  # fmt: skip
    smooth = [gaussian_filter1d(s.astype(float), SPAN * RATE, mode="nearest") for s in sums]
    weight = np.maximum(smooth[0], UNLOADED)
    mx, my, mz, xx, xy, yy, xz, yz = (s / weight for s in smooth[1:])
    ridge = SPREAD**2
    a, b, c = xx - mx * mx + ridge, xy - mx * my, yy - my * my + ridge
    along = np.stack([xz - mx * mz, yz - my * mz], axis=1)
    inverse = np.stack([np.stack([c, -b], 1), np.stack([-b, a], 1)], 1)
    gradient = np.einsum("fij,fj->fi", inverse, along) / (a * c - b * b)[:, None]
    off = com[:, :2] - np.stack([mx, my], axis=1)
    height = mz + np.sum(gradient * off, axis=1)
    seen = np.flatnonzero(smooth[0] > UNLOADED)
    if not len(seen):
        return np.zeros(len(com)), np.zeros((len(com), 2))
    frames = np.arange(len(com))
    gradient = np.stack([np.interp(frames, seen, gradient[seen, k]) for k in (X, Y)], axis=1)
    return np.interp(frames, seen, height[seen]), gradient


def _raised(
    figure: Figure, posture: Posture, touches: Touches, bears: Flags, level: Placed,
    height: Array, gradient: Array,
) -> Posture:  # fmt: skip
    """The postures at the ground's height, turned with it where more than limbs bears."""
    limbs = [figure.index[name + side] for name in ("foot", "toes", "hand", "lower_arm")
             for side in SIDES]  # fmt: skip
    lies = bears[:, ~np.isin(touches.segments, limbs)].any(axis=1)
    share = gaussian_filter1d(lies.astype(float), TURNS * RATE, mode="nearest")
    tilt = share[:, None] * np.stack([gradient[:, Y], -gradient[:, X], 0.0 * height], axis=1)
    turn = matrices_from_rotation_vectors(tilt)
    pivot = level.com * [1.0, 1.0, 0.0]
    root = np.einsum("fij,fj->fi", turn, posture.root - pivot) + pivot
    root[:, Z] += height
    turns = posture.turns.copy()
    turns[:, 0] = turn @ turns[:, 0]
    return Posture(root, turns)


class _Feet(NamedTuple):
    """Ankles (frames, 2, 3) [m] and rotations of the feet from the clip's (frames, 2, 3, 3)."""

    ankles: Array
    turns: Array


def _feet(
    figure: Figure, touches: Touches, bears: Flags, level: Placed, surface: Surface, size: float
) -> _Feet:
    ankles, turns = np.empty((len(bears), 2, 3)), np.empty((len(bears), 2, 3, 3))
    places = touches.places(level)
    for s, side in enumerate(SIDES):
        own = np.isin(touches.segments, [figure.index[n + side] for n in ("foot", "toes")])
        joint = level.origins[:, figure.index["foot" + side]]
        footholds = footholds_of(places[:, own], bears[:, own], surface, size)
        moved, tilts = displacement(joint, footholds)
        turns[:, s] = matrices_from_rotation_vectors(tilts)
        arms = np.einsum("fij,fkj->fki", turns[:, s], places[:, own] - joint[:, None])
        swings, least = ~bears[:, own].any(axis=1), places[:, own, Z]
        least = np.minimum(least, LEAST_CLEARANCE * size)
        ankle = joint + moved
        ankle = _held_back(ankle, _lacks(ankle, arms, least, surface, size), swings, size)
        for _ in range(RAISES):
            ankle[:, Z] += _lift(_lacks(ankle, arms, least, surface, size), swings)
        ankles[:, s] = ankle
    return _Feet(ankles, turns)


def _lacks(ankle: Array, arms: Array, least: Array, surface: Surface, size: float) -> Array:
    """(frames,) by which a foot would have to be higher, to be as clear as in the clip [m].

    Args:
        arms: (frames, k, 3) of its points from the ankle [m]; least: (frames, k) to be clear by.
    """
    points = ankle[:, None] + arms
    under = surface.highest(points[..., :2], BESIDE * size)
    lacks: Array = np.maximum((under + least - points[..., Z]).max(axis=1), 0.0)
    return lacks


def _held_back(ankle: Array, lacks: Array, swings: Flags, size: float) -> Array:
    """The ankle's way (frames, 3), slower over the ground at both ends of swings that have to go
    over something: the foot first rises.
    """
    held = ankle.copy()
    for first, end in runs_in(swings):
        if first == 0 or end == len(ankle):
            continue
        frames = np.arange(first - 1, end + 1)
        share = (frames - frames[0]) / (len(frames) - 1)
        slow = frames[0] + (len(frames) - 1) * share * share * (3.0 - 2.0 * share)
        most, (little, much) = float(lacks[first:end].max()) / size, HELD_BACK
        held_back = min(max((most - little) / (much - little), 0.0), 1.0)
        at = frames + held_back * (slow - frames)
        for k in (X, Y):
            held[frames, k] = np.interp(at, frames, ankle[frames, k])
    return held


def _lift(lacks: Array, swings: Flags) -> Array:
    """(frames,) by which a swinging foot is raised, early enough to pass over the ground [m]."""
    wide = maximum_filter1d(np.where(swings, lacks, 0.0), 2 * round(CLEARS * RATE) + 1)
    lift = gaussian_filter1d(wide, CLEARED * RATE, mode="nearest")
    inside = gaussian_filter1d(swings.astype(float), CLEARED * RATE, mode="nearest")
    raised: Array = lift * np.clip(2.0 * inside - 1.0, 0.0, 1.0)
    return raised


def _out_of_reach(
    figure: Figure, posture: Posture, level: Placed, ankles: Array, bears: Flags, touches: Touches
) -> Array:
    """(frames,) by which the pelvis is lowered, so that legs reach the ground where they bear [m].
    """
    lower = np.zeros(len(bears))
    for s, side in enumerate(SIDES):
        own = [figure.index[name + side] for name in ("foot", "toes")]
        stands = bears[:, np.isin(touches.segments, own)].any(axis=1)
        thigh, foot = figure.index["upper_leg" + side], own[0]
        reach = leg_reach(figure, side)
        hip = posture.root + posture.turns[:, 0] @ figure.offsets[thigh]
        before = level.origins[:, foot] - level.origins[:, thigh]
        longest = np.clip(np.linalg.norm(before, axis=1), 0.97 * reach, reach)
        way = ankles[:, s] - hip
        most = np.sqrt(np.maximum(longest**2 - np.sum(way[:, :2] ** 2, axis=1), 0.0))
        lower = np.maximum(lower, np.where(stands, -way[:, Z] - most, 0.0))
    wide = maximum_filter1d(lower, 2 * round(REACHES * RATE) + 1)
    smooth: Array = gaussian_filter1d(wide, EASES * RATE, mode="nearest")
    return smooth


def _with_hands(
    figure: Figure, posture: Posture, touches: Touches, bears: Flags, level: Placed,
    surface: Surface, size: float,
) -> Posture:  # fmt: skip
    """The postures with hands on the ground where they bear, and never below it."""
    placed = figure.place(posture)
    places, own_places = touches.places(level), touches.places(placed)
    turns, wrists = posture.turns.copy(), np.empty((len(bears), 2, 3))
    for s, side in enumerate(SIDES):
        own = np.isin(touches.segments, [figure.index[n + side] for n in ("hand", "lower_arm")])
        hand = figure.index["hand" + side]
        joint, now = level.origins[:, hand], placed.origins[:, hand]
        footholds = footholds_of(places[:, own], bears[:, own], surface, size)
        moved, _ = displacement(joint, footholds)
        stands = bears[:, own].any(axis=1).astype(float)
        share = gaussian_filter1d(stands, FADES * RATE, mode="nearest")[:, None]
        wrists[:, s] = now + share * (joint + moved - now)
        points = own_places[:, own] + (wrists[:, s] - now)[:, None]
        sunk = (surface.under(points[..., :2]) - points[..., Z]).max(axis=1)
        wrists[:, s, Z] += gaussian_filter1d(np.maximum(sunk, 0.0), CLEARED * RATE, mode="nearest")
    move_wrists(figure, turns, placed, wrists)
    return Posture(posture.root, turns)
