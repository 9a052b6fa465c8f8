"""How far a body is off the clip that it performs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...controllers.performing.joints_beyond import furthest_beyond
from ...motion.biped_frames import in_parents
from ...motion.performing.reference import PerformedReference
from ...simulation.body import Body, Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import rotation_from_to
from .stiffness import Stiffness

Array = NDArray[np.float64]
# What counts as much as the others; tuned: bench performing. Over the ground it counts where the
# body will be soon: a step that catches it then costs little, one that was not made a fall.
PARTS_OFF, PELVIS_OFF, HEIGHT_OFF = 0.1, 0.3, 0.06  # [m], [rad], [m]
HEADS_OFF, SOON = 0.13, 0.3  # [m] of where the center of mass will be, after a time [s]
RISES_OFF, SPINS_OFF = 1.0, 1.5  # [m/s] upwards, [rad/s] of the whole body
JOINTS_OFF = 0.3  # [rad] root mean square
BEYOND_RANGE = 0.05  # [rad] of the joint that is furthest beyond its range
LOST = 60.0  # a deviation from which no body comes back


class Deviation:
    """Measures a body's state against a frame of the clip; what is limp does not count."""

    def __init__(
        self, reference: PerformedReference, bodies: Rows[Body], stiffness: Stiffness
    ) -> None:
        self._bodies, body = bodies, views_of(Body, bodies)
        placed, count = reference.placed, len(reference.figure.names)
        self._parts = placed.centers - placed.com[:, None]
        self._pelvis, self._turning = placed.axes[:, 0], reference.turning
        self._parents, self._joints = body.parent[:count], len(reference.figure.joints.places)
        self._stiffness = stiffness
        self._turns = stiffness.joints[..., None, None] * in_parents(placed.axes, self._parents)
        self._com, self._velocity = reference.com, reference.com_velocity
        self._last, self._count = reference.frames - 1, count
        self._mass, self._inertia = body.mass[:count], body.inertia[:count]

    def of(self, motions: Rows[Motion], frame: int) -> float:
        """The deviation, 1 where a measure is at its tolerance: a sum of terms as in SAMCON (Liu et
        al. 2010, Section 4), but with the state as it will be soon in place of the present one.
        """
        at, motion = min(frame, self._last), views_of(Motion, motions)
        own, borne = self._stiffness.chains[at], float(self._stiffness.bearing[at])
        apart = motion.center[: self._count] - motion.com - self._parts[at]
        parts = float(np.mean(own * np.sum(apart * apart, axis=1))) / PARTS_OFF**2
        turned = rotation_from_to(motion.rotation[0], self._pelvis[at])
        pelvis = float(turned @ turned) / PELVIS_OFF**2
        off, slip = motion.com - self._com[at], motion.com_velocity - self._velocity[at]
        heads = off[:2] + SOON * slip[:2]
        way = float(heads @ heads) / HEADS_OFF**2
        rising = (off[2] / HEIGHT_OFF) ** 2 + (slip[2] / RISES_OFF) ** 2
        terms = parts + borne * pelvis + borne * way + borne * rising
        beyond = furthest_beyond(self._bodies, motions) / BEYOND_RANGE
        return terms + self._bend(motion, at) + borne * self._spin(motion, at) + beyond**2

    def _bend(self, motion: Motion, at: int) -> float:
        """The deviation of the joints: 2 (1 - cos) of their angles, near their squares."""
        turns = in_parents(motion.rotation[: self._count], self._parents)
        whole = 3.0 * float(self._stiffness.joints[at].sum())
        apart = whole - float(np.vdot(turns, self._turns[at]))
        return apart / self._joints / JOINTS_OFF**2

    def _spin(self, motion: Motion, at: int) -> float:
        """The deviation of the angular momentum, as the speed at which the whole body turns."""
        arms = motion.center[: self._count] - motion.com
        moving = motion.velocity[: self._count] - motion.com_velocity
        axes, spins = motion.rotation[: self._count], motion.angular_velocity[: self._count]
        own = np.einsum("nki,nk->ni", axes, spins) * self._inertia
        total = self._mass @ np.cross(arms, moving) + np.einsum("nik,nk->i", axes, own)
        size = float(self._mass @ np.sum(arms * arms, axis=1)) * 2.0 / 3.0
        off = (total - self._mass.sum() * self._turning[at]) / size
        return float(off @ off) / SPINS_OFF**2

