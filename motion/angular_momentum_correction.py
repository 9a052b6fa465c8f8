"""Errors of a cycle's angular momentum: changes that the feet on the ground cannot cause."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..bodies.strength import ADULT_MASS
from .biped_frames import SIDES, Figure, Placed, X, Y, Z
from .consistency_errors import GRAVITY, runs_of, sole_points
from .planting import PlantedContact
from .reference import ReferenceMotion

Array = NDArray[np.float64]
# Units of the residual: the size of each error that counts as 1.
DRIFT = 0.15  # [kg m2/s] of angular momentum in flight, from its mean
UNEXPLAINED = 80.0  # [N m] of its rate that no center of pressure under the soles explains
TWIST = 40.0  # [N m] about the vertical, by the soles' friction
MISSED = 0.002  # [m] by which a leg is too short
SUNK = 0.002  # [m] by which a sole is below its clearance
SOLE_MARGIN = 0.01  # [m]: rim of the sole that bears nothing
FAR = 1e6  # [m]
TOES_BEAR = 0.6  # of the toes, from their joint
LOADED = 0.15  # of the weight: under a smaller load a sole's pressure is ignored


class MomentumResidual:
    """Compares a posture's angular momentum with what the forces on its feet can cause."""

    def __init__(
        self, reference: ReferenceMotion, planted: list[PlantedContact], path: Array, pushes: Array
    ) -> None:
        self._reference, self._planted, self._path = reference, planted, path
        self._force = pushes * reference.figure.masses.sum()
        self._force[:, Z] += GRAVITY * reference.figure.masses.sum()
        contacts = reference.foot_contacts
        self._flights = [f[1:-1] for f in runs_of(~contacts.any(axis=1)) if len(f) > 3]
        # The units of an adult, scaled to the body's mass.
        self._size = reference.character.mass / ADULT_MASS

    def residual(self, placed: Placed) -> list[Array]:
        """Residuals of postures (..., frames), in the units above: arrays (..., n)."""
        reference = self._reference
        momentum = reference.figure.spin_momentum(placed, reference.travel, reference.rate)
        momentum = momentum / self._size
        drifts = [momentum[..., f, :] for f in self._flights]
        drifts = [(drift - drift.mean(axis=-2, keepdims=True)) / DRIFT for drift in drifts]
        change = np.roll(momentum, -1, -2) - np.roll(momentum, 1, -2)
        unexplained = self._unexplained(placed, change * reference.rate / 2.0)
        return [part.reshape(*part.shape[:-2], -1) for part in (*drifts, unexplained)]

    def _unexplained(self, placed: Placed, rate: Array) -> Array:
        """(..., frames, 3) rates of angular momentum [N m] that no center of pressure explains.

        The center of pressure stays under the loaded soles: between heels and toes, and within
        their width.
        """
        low, high = self._support(placed)
        force, path = self._force / self._size, self._path
        up, bears = np.maximum(force[:, Z], 1.0), force[:, Z] > LOADED * GRAVITY * ADULT_MASS
        # L' = (p - c) x F with p on the ground, solved for p and kept under the soles.
        aim_x = path[:, X] - (path[:, Z] * force[:, X] + rate[..., Y]) / up
        aim_y = path[:, Y] + (rate[..., X] - path[:, Z] * force[:, Y]) / up
        p_x = np.clip(aim_x, low[..., X], high[..., X])
        p_y = np.clip(aim_y, low[..., Y], high[..., Y])
        turned = (p_x - path[:, X]) * force[:, Y] - (p_y - path[:, Y]) * force[:, X]
        left = [
            (aim_y - p_y) * force[:, Z] / UNEXPLAINED,
            (aim_x - p_x) * force[:, Z] / UNEXPLAINED,
            (rate[..., Z] - turned) / TWIST,
        ]
        return np.where(bears[:, None], np.stack(left, axis=-1), 0.0)

    def _support(self, placed: Placed) -> tuple[Array, Array]:
        """(..., frames, 2) corners of the box around the soles on the ground [m]."""
        figure, contacts = self._reference.figure, self._reference.foot_contacts
        soles = sole_points(figure, placed)[..., :2]
        shape = figure.character.segment("foot.L").shape
        assert shape is not None
        ahead = np.array([TOES_BEAR * figure.character.segment("toes.L").length, 0.0])
        wide = np.array([0.0, shape.size[1] / 2 - SOLE_MARGIN])
        heel, ball = soles[..., 0, :], soles[..., 1, :] + ahead
        corners = np.stack([heel - wide, heel + wide, ball - wide, ball + wide], axis=-2)
        down = contacts[:, :, None, None]
        low = np.where(down, corners, FAR).min(axis=(-3, -2))
        high = np.where(down, corners, -FAR).max(axis=(-3, -2))
        return low, high


def lowest_points(figure: Figure, placed: Placed) -> Array:
    """(..., frames, 2) height [m] of the lowest edge of each foot, heel or toes' tip."""
    soles = sole_points(figure, placed)[..., Z].min(axis=-1)
    tips = []
    for side in SIDES:
        toes = figure.character.segment("toes" + side)
        assert toes.shape is not None
        x, z = toes.shape.center[X] + toes.shape.size[X] / 2, toes.shape.center[Z]
        tip = np.array([x, 0.0, z - toes.shape.size[Z] / 2])
        i = figure.index["toes" + side]
        tips.append((placed.origins[..., i, :] + placed.axes[..., i, :, :] @ tip)[..., Z])
    return np.minimum(soles, np.stack(tips, axis=-1))


def excess(figure: Figure, placed: Placed, missed: Array) -> tuple[Array, Array]:
    """Residuals (..., n) of legs that are too short and of feet that sink, in the units above."""
    low = np.minimum(lowest_points(figure, placed), 0.0)
    flat = (*low.shape[:-2], -1)
    return (missed / MISSED).reshape(flat), (low / SUNK).reshape(flat)
