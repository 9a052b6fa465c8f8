"""A way of the center of mass that gravity and the contacts of a clip can carry."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline
from scipy.ndimage import gaussian_filter1d
from scipy.optimize import nnls
from scipy.sparse import coo_array, csr_array, diags_array, vstack
from scipy.sparse.linalg import spsolve

from ..biped_frames import X, Y, Z
from .support import Flags
from .track import RATE

Array = NDArray[np.float64]
EVERY = 4  # frames of a track for each of the plan
STEP = EVERY / RATE  # [s]
# What a deviation costs as much as the others; tuned: bench performing.
NEAR, NEAR_ASIDE = 0.02, 0.06  # [m] from the clip in height, and over the ground
SMOOTH = 300.0  # [m/s3] of jerk
BALLISTIC = 0.5  # [m/s2] from gravity in flight, and beyond friction
CARRIED = 0.04  # [m] of the center of pressure from where the contacts are
# Contacts are half trusted where others, of points lower than this [m], would be nearer to the
# center of pressure by this [m].
DOUBTFUL, MAY_BEAR = 0.3, 0.12
LEAST_PUSH = 0.2  # of gravity: below it the center of pressure says nothing
EXACT = 0.01  # [m] within which contacts give the center of pressure that is asked for
FRICTION = 0.5  # that the ground surely has
ROUNDS = 4  # of bounding accelerations by friction
SMOOTHED = 0.03  # [s] of the clip's own path and angular momentum
SUM_WEIGHT = 1e3  # of shares that must sum to one
FEWEST = 8  # frames of a plan


class Carried(NamedTuple):
    """What the contacts allow in each of n frames.

    Attributes:
        place: (n, 2) center of mass less its lever times its acceleration [m], for the center of
            pressure nearest to what the clip asks for.
        lever: (n,) height over vertical acceleration [s2]; NaN where nothing presses.
        trust: (n,) share of the weight: contacts were misread where others would be nearer to what
            the clip asks for. Where none would, it is the clip that no contacts can carry.
    """

    place: Array
    lever: Array
    trust: Array


def carried_path(
    com: Array, turning: Array, places: Array, bears: Flags, flies: Flags, gravity: float,
    ground: Array | float = 0.0,
) -> Array:  # fmt: skip
    """(frames, 3) center of mass [m] near the clip's: least squares in distance and jerk, ballistic
    in flight, within friction, with the center of pressure among the points that bear.

    Args:
        com: (frames, 3) of the clip [m].
        turning: (frames, 3) angular momentum about it over the mass [m2/s].
        places: (frames, k, 3) of the points that may bear [m]; bears: (frames, k).
        gravity: [m/s2].
        ground: (frames,) height of the ground under the body [m].
    """
    told = com[::EVERY]
    if len(told) < FEWEST:
        return com
    smooth = gaussian_filter1d(told, SMOOTHED / STEP, axis=0, mode="nearest")
    acceleration = np.gradient(np.gradient(smooth, STEP, axis=0), STEP, axis=0)
    moment = gaussian_filter1d(turning[::EVERY], SMOOTHED / STEP, axis=0, mode="nearest")
    moment = np.gradient(moment, STEP, axis=0)
    level = np.broadcast_to(ground, len(com))[::EVERY]
    carried = _carried(
        smooth - np.outer(level, [0.0, 0.0, 1.0]), acceleration, moment,
        places[::EVERY] - np.outer(level, [0.0, 0.0, 1.0])[:, None], bears[::EVERY], gravity,
    )  # fmt: skip
    flying = flies[::EVERY]
    planned, bounds = np.empty_like(told), np.full((len(told), 2), np.nan)
    planned[:, Z] = _planned(told[:, Z], flying, -gravity)
    for _ in range(ROUNDS):
        for axis in (X, Y):
            planned[:, axis] = _planned(told[:, axis], flying, 0.0, carried, axis, bounds[:, axis])
        bounds = _bounds(planned, bounds, flying, gravity)
    between: Array = CubicSpline(np.arange(len(told)) * EVERY, planned)(np.arange(len(com)))
    return between


def _bounds(planned: Array, bounds: Array, flies: Flags, gravity: float) -> Array:
    """(n, 2) accelerations [m/s2] to which friction bounds a path; NaN where it does not."""
    acceleration = np.gradient(np.gradient(planned, STEP, axis=0), STEP, axis=0)
    most = FRICTION * np.maximum(gravity + acceleration[:, Z], 0.0)
    size = np.linalg.norm(acceleration[:, :2], axis=1)
    beyond = ((size > most) | np.isfinite(bounds[:, X])) & ~flies
    share = np.minimum(most / np.maximum(size, 1e-9), 1.0)
    bounded: Array = np.where(beyond[:, None], share[:, None] * acceleration[:, :2], np.nan)
    return bounded


def _planned(
    told: Array, flies: Flags, falls: float, carried: Carried | None = None, axis: int = X,
    bounds: Array | None = None,
) -> Array:  # fmt: skip
    """(n,) the best path along one axis [m].

    Args:
        falls: acceleration in flight [m/s2].
        bounds: (n,) accelerations to keep to [m/s2]; NaN where any will do.
    """
    count = len(told)
    second, third = _difference(count, 2), _difference(count, 3)
    near = NEAR if carried is None else NEAR_ASIDE
    rows = [diags_array(np.full(count, 1.0 / near)), third / SMOOTH]
    sides = [told / near, np.zeros(count - 3)]
    asked = np.where(flies, falls, np.nan if bounds is None else bounds)[1:-1]
    inside = np.flatnonzero(np.isfinite(asked))
    rows.append(second[inside] / BALLISTIC)
    sides.append(asked[inside] / BALLISTIC)
    if carried is not None:
        pressed = np.flatnonzero(np.isfinite(carried.lever[1:-1]))
        here = csr_array(diags_array(np.ones(count)))[pressed + 1]
        weights = diags_array(carried.trust[pressed + 1] / CARRIED)
        rows.append(weights @ (here - diags_array(carried.lever[pressed + 1]) @ second[pressed]))
        sides.append(weights @ carried.place[pressed + 1, axis])
    matrix, side = vstack(rows).tocsr(), np.concatenate(sides)
    path: Array = spsolve((matrix.T @ matrix).tocsc(), matrix.T @ side)
    return path


def _difference(count: int, order: int) -> csr_array:
    """(count - order, count) finite difference of an order, by time [1/s^order]."""
    weights = {2: (1.0, -2.0, 1.0), 3: (-1.0, 3.0, -3.0, 1.0)}[order]
    rows = np.arange(count - order)
    parts = [(np.full(len(rows), w) / STEP**order, rows, rows + k) for k, w in enumerate(weights)]
    values, at, columns = (np.concatenate(part) for part in zip(*parts, strict=True))
    return csr_array(coo_array((values, (at, columns)), shape=(count - order, count)))


def _carried(
    com: Array, acceleration: Array, moment: Array, places: Array, bears: Flags, gravity: float
) -> Carried:
    """What the contacts allow, by the balance of moments about the center of pressure.

    Args:
        com: (n, 3) center of mass, its height over the ground [m].
        moment: (n, 3) rate of the angular momentum over the mass [m2/s2].
    """
    push = gravity + acceleration[:, Z]
    pressed = bears.any(axis=1) & (push > LEAST_PUSH * gravity)
    lever, trust, place = np.full(len(com), np.nan), np.ones(len(com)), com[:, :2].copy()
    lever[pressed] = com[pressed, Z] / push[pressed]
    for i in np.flatnonzero(pressed):
        turned = np.array([-moment[i, Y], moment[i, X]]) / push[i]
        asked = com[i, :2] - lever[i] * acceleration[i, :2] + turned
        pressure = nearest_inside(asked, places[i, bears[i], :2])
        place[i] = pressure - turned
        off = float(np.linalg.norm(pressure - asked))
        if off > EXACT:
            may_bear = bears[i] | (places[i, :, Z] < MAY_BEAR)
            other = nearest_inside(asked, places[i, may_bear, :2])
            off -= float(np.linalg.norm(other - asked))
        trust[i] = 1.0 / (1.0 + (off / DOUBTFUL) ** 2)
    return Carried(place, lever, trust)


def nearest_inside(point: Array, corners: Array) -> Array:
    """(2,) the point of the convex hull of corners (k, 2) that is nearest to a point."""
    matrix = np.vstack([corners.T, np.full(len(corners), SUM_WEIGHT)])
    shares, _ = nnls(matrix, np.append(point, SUM_WEIGHT))
    nearest: Array = shares @ corners
    return nearest
