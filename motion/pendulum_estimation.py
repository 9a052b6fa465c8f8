"""State estimation of a moving body's pendulum: point cloud alignment of its upper body.

Kwon and Hodgins 2010, Section 5.1. The rotation that aligns 12 points of the clip's upper body with
those of the body is the pendulum's orientation (Horn 1987). The legs are left out, because their
motion depends on the state. The velocity is the center of mass's: in the cart's velocity, finite
differences of the lean would turn each wobble of the trunk into a wild step. The lean is smoothed
for the same reason.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .biped_frames import SIDES, Figure, Placed, Posture, X, Y, Z
from .local_motion import LocalMotion
from .pendulum_analysis import cyclic

Array = NDArray[np.float64]
LEAN_SMOOTHED, HEADING_SMOOTHED = 0.05, 0.1  # time constants [s]
POINTS = 12


@dataclass(frozen=True, eq=False)
class Estimate:
    """State of a pendulum, in the body's own size; world axes.

    Attributes:
        cart, cart_velocity: (2,) [m], [m/s].
        lean, lean_rate: (2,) along x and y [rad], [rad/s].
        heading: [rad]
    """

    cart: Array
    cart_velocity: Array
    lean: Array
    lean_rate: Array
    heading: float


def upper_points(figure: Figure, placed: Placed) -> Array:
    """(frames, POINTS, 3) of trunk, head and arms [m], from segments in place."""
    trunk = [placed.origins[:, figure.index[name]] for name in ("lower_back", "torso", "head")]
    trunk += [placed.centers[:, figure.index[name]] for name in ("lower_back", "torso", "head")]
    arms = [placed.origins[:, figure.index[name + side]]
            for side in SIDES for name in ("upper_arm", "lower_arm", "hand")]  # fmt: skip
    return np.stack([*trunk, *arms], axis=1)


def best_turn(template: Array, points: Array) -> Array:
    """(3, 3) rotation of the rigid motion that aligns a point cloud (n, 3) with another (n, 3)."""
    a, b = template - template.mean(axis=0), points - points.mean(axis=0)
    u, _, v = np.linalg.svd(b.T @ a)
    flip = np.diag([1.0, 1.0, float(np.sign(np.linalg.det(u @ v)))])
    turn: Array = u @ flip @ v
    return turn


class StateEstimator:
    """Estimates the pendulum of one body; its smoothing keeps the last estimate.

    Only the lean's difference from the clip's lean at the same phase is smoothed, so that the sway
    that belongs to the motion passes without delay.
    """

    def __init__(self, motion: LocalMotion) -> None:
        self._motion, self._figure = motion, motion.figure
        self._length = motion.size * motion.analysis.pendulum.length
        self._templates = self._make_templates()
        self._last: _Memory | None = None

    def _make_templates(self) -> Array:
        """(frames, POINTS, 3) of this body in the clip's cycle, with an upright pendulum [m]."""
        frames = self._motion.analysis.reference.frames
        local = [self._motion.at(i / frames) for i in range(frames)]
        joints = np.stack([pose.joints for pose in local])
        upright = np.tile([1.0, 0.0, 0.0, 0.0], (frames, 1))
        turns = self._figure.joints.turns(upright, joints)
        turns[:, 0] = np.stack([pose.pelvis for pose in local])
        placed = self._figure.place(Posture(np.zeros((frames, 3)), turns))
        return upper_points(self._figure, placed)

    def estimate(
        self, points: Array, com: Array, com_velocity: Array, phase: float, dt: float
    ) -> Estimate:
        """Estimate the pendulum from the body's present state.

        Args:
            points: (POINTS, 3) of the body as in `upper_points` [m].
            com, com_velocity: (3,) of the body [m], [m/s].
            phase: of the planner; dt: since the last estimate [s].
        """
        turn = best_turn(cyclic(self._templates, phase), points)
        lean = np.arctan2(turn[:2, Z], turn[Z, Z])
        seen = float(2.0 * np.arctan2(turn[Y, X] - turn[X, Y], 1.0 + np.trace(turn)))
        heading = self._smooth_heading(seen, dt)
        usual = _turned(cyclic(self._motion.analysis.lean, phase), heading)
        offset = _turned(cyclic(self._motion.analysis.com_offset, phase), heading)
        now = _Memory(heading, lean - usual, usual, self._motion.size * offset)
        last = self._last or now
        now.change = last.change + (now.change - last.change) * _share(dt, LEAN_SMOOTHED)
        self._last = now
        rate = (now.change + now.usual - last.change - last.usual) / dt
        drift = (now.offset - last.offset) / dt
        smooth = now.change + now.usual
        return Estimate(
            cart=com[:2] - now.offset - self._length * smooth,
            cart_velocity=com_velocity[:2] - drift - self._length * rate,
            lean=smooth,
            lean_rate=rate,
            heading=heading,
        )

    def _smooth_heading(self, seen: float, dt: float) -> float:
        if self._last is None:
            return seen
        off = (seen - self._last.heading + np.pi) % (2.0 * np.pi) - np.pi
        return self._last.heading + float(off) * _share(dt, HEADING_SMOOTHED)


@dataclass(eq=False)
class _Memory:
    """The last estimate: heading, lean beyond the clip's, the clip's lean, the centers' offset."""

    heading: float
    change: Array
    usual: Array
    offset: Array


def _share(dt: float, smoothed: float) -> float:
    """Share of a difference that is taken over in dt [s]."""
    return 1.0 - float(np.exp(-dt / smoothed))


def _turned(vector: Array, heading: float) -> Array:
    c, s = np.cos(heading), np.sin(heading)
    return np.array([c * vector[X] - s * vector[Y], s * vector[X] + c * vector[Y]])
