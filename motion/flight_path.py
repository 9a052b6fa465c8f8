"""The path of a center of mass that only gravity and the feet on the ground move.

In flight the center of mass falls freely; a contact's force is a sum of sines over its time, fitted
to the clip by least squares. Horizontally the force also points from the sole to the center of
mass, which limits the moment about it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .biped_frames import X, Y, Z
from .consistency_errors import GRAVITY
from .reference import Contact

Array = NDArray[np.float64]
SINES = 3  # half waves over a contact: the bounce itself, its skew, its shoulders
# Weights beside the distance from the clip [m]: of the second and third sine [g], which deform the
# bounce, and of the lever [m] of a horizontal force about the center of mass.
BENDING, MISSING = 0.02, 1.0


def sine_waves(contacts: Sequence[Contact], frames: int) -> Array:
    """(frames, contacts, SINES) sin(j pi s) over each contact's share s, 0 outside of it."""
    phases = np.arange(frames) / frames
    waves = np.zeros((frames, len(contacts), SINES))
    for k, contact in enumerate(contacts):
        share = ((phases - contact.start) % 1.0) / (contact.end - contact.start)
        for j in range(SINES):
            waves[:, k, j] = np.where(share < 1.0, np.sin((j + 1) * np.pi * share), 0.0)
    return waves


def bouncing_path(
    clip: Array, travel: Array, rate: float, contacts: Sequence[Contact], pressure: Array
) -> tuple[Array, Array]:
    """Path (frames, 3) [m] and acceleration (frames, 3) [m/s2] of the center of mass.

    Args:
        clip: (frames, 3) path of the center of mass in the clip [m].
        travel: (3,) displacement per cycle [m]; rate: frames a second.
        contacts: whose forces move the center of mass.
        pressure: (frames, contacts, 2) where each contact's force acts on the ground [m].
    """
    waves = sine_waves(contacts, len(clip))
    flat = waves.reshape(len(clip), -1)
    path, acceleration = np.empty_like(clip), np.empty_like(clip)
    lift, path[:, Z] = fit_height(clip[:, Z], rate, flat)
    acceleration[:, Z] = flat @ lift - GRAVITY
    pushes = (waves * lift.reshape(waves.shape[1:])).sum(axis=2)  # (frames, contacts) [m/s2]
    for axis in (X, Y):
        path[:, axis], acceleration[:, axis] = _horizontal(
            clip[:, axis], path[:, Z], travel[axis], rate, flat, pushes, pressure[:, :, axis]
        )
    return path, acceleration


def _twice_integrated(frames: int, rate: float) -> Array:
    """(frames, frames) matrix from a cycle's accelerations to its places, both 0 in the mean."""
    turned = np.roll(np.eye(frames), 1, 1)
    differences = (turned + turned.T - 2.0 * np.eye(frames)) * rate**2
    inverse: Array = np.linalg.pinv(differences, hermitian=True)
    return inverse


def fit_height(clip: Array, rate: float, waves: Array) -> tuple[Array, Array]:
    """Amplitudes of the waves [m/s2], whose mean is gravity, and the height (frames,) [m].

    Args:
        clip: (frames,) height of the center of mass [m]; rate: frames a second.
        waves: (frames, n) of all contacts.
    """
    twice = _twice_integrated(len(clip), rate)
    level = np.ones((len(clip), 1))
    fit = np.hstack([twice @ waves, level])
    bends = _bends(waves.shape[1])
    bends = np.hstack([bends, np.zeros((len(bends), 1))])
    rows = np.vstack([fit, np.sqrt(len(clip)) * bends])
    wanted = np.concatenate([clip, np.zeros(len(bends))])
    bearing = np.append(waves.sum(axis=0), 0.0)
    solved = _constrained(rows, wanted, bearing, GRAVITY * len(clip))
    return solved[:-1], fit @ solved


def _horizontal(
    clip: Array, height: Array, travel: float, rate: float, waves: Array, pushes: Array, at: Array
) -> tuple[Array, Array]:  # fmt: skip
    frames = len(clip)
    twice = _twice_integrated(frames, rate)
    steady = travel * np.arange(frames) / frames
    fit = np.hstack([twice @ waves, np.ones((frames, 1))])
    # A force towards the center of mass: acceleration * height = lift * (center - pressure).
    borne = pushes.sum(axis=1)
    accelerations = np.hstack([waves, np.zeros((frames, 1))])
    scale = MISSING / GRAVITY
    aim = scale * (accelerations * height[:, None] - borne[:, None] * fit)
    aimed = scale * (borne * steady - (pushes * at).sum(axis=1))
    rows, wanted = np.vstack([fit, aim]), np.concatenate([clip - steady, aimed])
    solved = _constrained(rows, wanted, np.append(waves.sum(axis=0), 0.0), 0.0)
    return fit @ solved + steady, waves @ solved[:-1]


def _bends(count: int) -> Array:
    """Rows that weight all sines but the first of each contact."""
    order = np.arange(count) % SINES
    rows: Array = BENDING / GRAVITY * np.eye(count)[order > 0]
    return rows


def _constrained(rows: Array, wanted: Array, condition: Array, value: float) -> Array:
    """Least squares with one linear condition on the solution."""
    size = rows.shape[1]
    system = np.zeros((size + 1, size + 1))
    system[:size, :size] = rows.T @ rows
    system[:size, size] = system[size, :size] = condition
    right = np.append(rows.T @ wanted, value)
    solution: Array = np.linalg.lstsq(system, right, rcond=None)[0][:size]
    return solution
