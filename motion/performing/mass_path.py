"""A way of the center of mass that gravity and the contacts of a clip can carry."""

from __future__ import annotations

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
NEAR = 0.02  # [m] from the clip
SMOOTH = 300.0  # [m/s3] of jerk
BALLISTIC = 0.5  # [m/s2] from gravity in flight
CARRIED = 0.04  # [m] of the center of pressure from where the contacts are
DOUBTFUL = 0.1  # [m] that contacts are off the center of pressure when they are half trusted
LEAST_PUSH = 0.2  # of gravity: below it the center of pressure says nothing
MASS_SMOOTHED = 0.03  # [s] of the clip's own path
SUM_WEIGHT = 1e3  # of shares that must sum to one


def carried_path(com: Array, places: Array, bears: Flags, flies: Flags, gravity: float) -> Array:
    """(frames, 3) center of mass [m] near the clip's: least squares in distance and jerk, ballistic
    in flight, with the center of pressure among the points that bear.

    Args:
        com: (frames, 3) of the clip [m]; places: (frames, k, 3) of the points that may bear [m].
        gravity: [m/s2].
    """
    told = com[::EVERY]
    if len(told) < 8:
        return com
    smooth = gaussian_filter1d(told, MASS_SMOOTHED / STEP, axis=0, mode="nearest")
    acceleration = np.gradient(np.gradient(smooth, STEP, axis=0), STEP, axis=0)
    pressure, lever, trust = _pressure(smooth, acceleration, places[::EVERY], bears[::EVERY], gravity)
    planned = np.empty_like(told)
    for axis in (X, Y, Z):
        planned[:, axis] = _planned(
            told[:, axis], pressure[:, axis], lever, trust, flies[::EVERY],
            -gravity if axis == Z else 0.0, carries=axis != Z,
        )  # fmt: skip
    between: Array = CubicSpline(np.arange(len(told)) * EVERY, planned)(np.arange(len(com)))
    return between


def _planned(
    told: Array, pressure: Array, lever: Array, trust: Array, flies: Flags, falls: float,
    carries: bool,
) -> Array:  # fmt: skip
    """(n,) the best path along one axis [m].

    Args:
        pressure: (n,) center of pressure that the contacts allow [m]; lever: (n,) height over
            vertical acceleration [s2], NaN where nothing presses.
        trust: (n,) share of the weight of each center of pressure.
        falls: acceleration in flight [m/s2].
    """
    count = len(told)
    second, third = _difference(count, 2), _difference(count, 3)
    rows = [diags_array(np.full(count, 1.0 / NEAR)), third / SMOOTH]
    sides = [told / NEAR, np.zeros(count - 3)]
    inside = np.flatnonzero(flies[1:-1])
    rows.append(second[inside] / BALLISTIC)
    sides.append(np.full(len(inside), falls / BALLISTIC))
    if carries:
        pressed = np.flatnonzero(np.isfinite(lever[1:-1]))
        here = csr_array(diags_array(np.ones(count)))[pressed + 1]
        weights = diags_array(trust[pressed + 1] / CARRIED)
        rows.append(weights @ (here - diags_array(lever[pressed + 1]) @ second[pressed]))
        sides.append(weights @ pressure[pressed + 1])
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


def _pressure(
    com: Array, acceleration: Array, places: Array, bears: Flags, gravity: float
) -> tuple[Array, Array, Array]:
    """(n, 3) center of pressure nearest to what the clip asks for [m], the (n,) lever [s2], and the
    (n,) trust in it: contacts far from what the clip asks for were misread.
    """
    push = gravity + acceleration[:, Z]
    pressed = bears.any(axis=1) & (push > LEAST_PUSH * gravity)
    lever = np.full(len(com), np.nan)
    lever[pressed] = com[pressed, Z] / push[pressed]
    pressure, trust = com.copy(), np.ones(len(com))
    for i in np.flatnonzero(pressed):
        asked = com[i, :2] - lever[i] * acceleration[i, :2]
        pressure[i, :2] = _nearest_inside(asked, places[i, bears[i], :2])
        off = float(np.linalg.norm(pressure[i, :2] - asked))
        trust[i] = 1.0 / (1.0 + (off / DOUBTFUL) ** 2)
    return pressure, lever, trust


def _nearest_inside(point: Array, corners: Array) -> Array:
    """(2,) the point of the convex hull of corners (k, 2) that is nearest to a point."""
    matrix = np.vstack([corners.T, np.full(len(corners), SUM_WEIGHT)])
    shares, _ = nnls(matrix, np.append(point, SUM_WEIGHT))
    nearest: Array = shares @ corners
    return nearest
