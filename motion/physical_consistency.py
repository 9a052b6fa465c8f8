"""Physical consistency of a cycle: free fall in flight, planted feet, angular momentum.

The center of mass gets a path that gravity and contacts allow, and feet are planted. Small smooth
changes of trunk, arms and swing feet are found by least squares, so that the angular momentum is
constant in flight and a pressure under the soles explains its change on the ground.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput
from ..base.rotations import (
    matrices_from_rotation_vectors,
    quaternions_from_matrices,
    rotation_angles,
)
from .angular_momentum_correction import MomentumResidual, excess
from .biped_frames import SIDES, Posture, Z
from .consistency_errors import ConsistencyErrors, errors_of
from .flight_path import bouncing_path
from .leg_kinematics import Feet, feet_of, set_legs
from .planting import DECAY, find_planted, plant, pressure_points
from .reference import ReferenceMotion
from .retiming import furthest_shift, retimed

Array = NDArray[np.float64]
KNOTS = 14  # of each change, over a cycle
STEPS = 3  # Gauss-Newton steps with each Jacobian
SHARES = (1.0, 0.5, 0.25, 0.1)  # of a step, tried in turn
ENOUGH = 0.01  # of the cost: a smaller gain ends the steps with this Jacobian
NUDGE = 1e-4  # [rad] or [m]: finite difference of the Jacobian
UNSOUND = 0.05  # [m] of slip or sinking of a standing foot: not a cycle of steps
LOWERINGS, HIGH = 5, 0.002  # largest number of lowerings of the hips; tolerated gap [m]
TURNED = ("pelvis", "lower_back", "torso", "upper_arm.L", "upper_arm.R")
CHANNELS = 3 * (len(TURNED) + len(SIDES))
LEG_SHARE = 0.85  # displacement of the center of mass per that of the pelvis
# Iterations that bring the center of mass to its path: from the clip's root, from a near one.
SETTLINGS, NEAR_SETTLINGS = 6, 2


class Uncertainty(NamedTuple):
    """Uncertainty of a cycle's parts, and the effort to correct it.

    Attributes:
        trunk, arms: change of an angle [rad] that costs as much as one unit of `MomentumResidual`.
        feet: (3,) change of a swing foot that costs as much, forwards, sideways and up [m].
        frame: largest shift [s] of the contacts' begins and ends.
        rounds: largest number of Jacobians.
    """

    trunk: float
    arms: float
    feet: tuple[float, float, float]
    frame: float
    rounds: int


DRAWN = Uncertainty(trunk=0.04, arms=0.4, feet=(0.1, 0.04, 0.05), frame=0.0, rounds=4)


def captured(rate: float) -> Uncertainty:
    """Uncertainty of a captured clip of `rate` frames a second, with contacts to one frame.

    The arms count as captured: arms that compensated the legs' errors would swing wildly and throw
    a runner off balance.
    """
    return Uncertainty(trunk=0.04, arms=0.15, feet=(0.2, 0.08, 0.1), frame=1.0 / rate, rounds=10)


@dataclass(frozen=True)
class Change:
    """The changes that made a clip physically consistent.

    Attributes:
        before, after: physical errors.
        joints: RMS change of the joints' angles [rad].
        center: RMS change of the center of mass [m].
        feet: largest displacement of a foot on the ground [m].
        contacts: largest shift of a contact's begin or end [s].
    """

    before: ConsistencyErrors
    after: ConsistencyErrors
    joints: float
    center: float
    feet: float
    contacts: float

    def __str__(self) -> str:
        return (
            f"Before: {self.before}. After: {self.after}. Joints were turned by "
            f"{np.degrees(self.joints):.1f} degrees and the center of mass moved by "
            f"{100 * self.center:.1f} cm (RMS), a standing foot by at most "
            f"{100 * self.feet:.1f} cm, a contact's begin or end by at most "
            f"{1000 * self.contacts:.0f} ms."
        )


def make_consistent(
    given: ReferenceMotion, uncertainty: Uncertainty = DRAWN, decay: float = DECAY
) -> tuple[ReferenceMotion, Change]:
    """The physically consistent cycle nearest to a given one, and the changes.

    Args:
        given: a cycle.
        uncertainty: of its parts.
        decay: share of the cycle in which the speed of a foot's change at lift-off decays.

    Raises InvalidInput with one sentence where feet cannot stand, as in a roll or a leap, which is
    not a cycle of steps.
    """
    reference = retimed(given, uncertainty.frame)
    problem = _Problem(reference, uncertainty, decay)
    knots = problem.solve(uncertainty.rounds)
    posture, _ = problem.build(knots)
    numbers = reference.figure.joints
    joints = numbers.with_continuous_signs(numbers.numbers(posture.turns))
    sound = replace(
        reference,
        root_position=posture.root,
        root_orientation=quaternions_from_matrices(posture.turns[:, 0]),
        joints=joints,
    )
    change = _change(given, sound, problem)
    worst = max(change.after.slip, change.after.sinking)
    if worst > UNSOUND:
        raise InvalidInput(
            f"The cycle in the clip {given.name!r} cannot be made physically consistent, "
            f"its standing feet would be off by {worst:.2g} m: show a run or a skip, one foot "
            "after the other."
        )
    return sound, change


def _change(before: ReferenceMotion, after: ReferenceMotion, problem: _Problem) -> Change:
    a, b = before.posture, after.posture
    angles = rotation_angles(quaternions_from_matrices(a.turns), quaternions_from_matrices(b.turns))
    moved = problem.figure.place(b).com - problem.figure.place(a).com
    was, now = (feet_of(problem.figure, problem.figure.place(p)).ankles for p in (a, b))
    standing = np.linalg.norm(now - was, axis=2)[after.foot_contacts]
    return Change(
        before=errors_of(before),
        after=errors_of(after),
        joints=float(np.sqrt((angles**2).mean())),
        center=float(np.sqrt((moved**2).sum(axis=1).mean())),
        feet=float(standing.max(initial=0.0)),
        contacts=furthest_shift(before.contacts, after.contacts) * before.period,
    )


class _Problem:
    """Least squares over the knots of smooth changes."""

    def __init__(self, reference: ReferenceMotion, uncertainty: Uncertainty, decay: float) -> None:
        self.reference, self.figure, self._decay = reference, reference.figure, decay
        trunk, arms, feet = uncertainty.trunk, uncertainty.arms, uncertainty.feet
        self._sizes = np.array([trunk] * 9 + [arms] * 6 + [*feet] * 2)
        self.given = reference.posture
        self._placed = self.figure.place(self.given)
        self._clip_feet = feet_of(self.figure, self._placed)
        travel, count = reference.travel, reference.frames
        self.planted = find_planted(self.figure, self._clip_feet, reference.contacts, travel)
        length = self.figure.character.segment("foot.L").length
        self._pressure = pressure_points(self.planted, count, length, travel)
        contacts = [p.contact for p in self.planted]
        self._path, self._pushes = bouncing_path(
            self._placed.com, travel, reference.rate, contacts, self._pressure
        )
        self._splines = periodic_splines(count, KNOTS)
        self._root = self.given.root + self._path - self._placed.com
        self._momentum = MomentumResidual(reference, self.planted, self._path, self._pushes)
        self._swings = self._swing_share()[:, :, None]
        self._feet = self._planted()
        self._lower()

    def _lower(self) -> None:
        """Lower the path of the center of mass until the standing legs are long enough."""
        standing = self.reference.foot_contacts
        for _ in range(LOWERINGS):
            missed = self.build(np.zeros((KNOTS, CHANNELS)))[1][standing].max()
            if missed < HIGH:
                break
            self._path[:, Z] -= missed
            self._feet = self._planted()

    def solve(self, rounds: int) -> Array:
        """(KNOTS, channels) by Gauss-Newton; the Jacobian by finite differences."""
        knots = np.zeros((KNOTS, CHANNELS))
        residual = self._residual(knots)
        for _ in range(rounds):
            jacobian, gained_any = self._jacobian(knots), False
            normal = jacobian.T @ jacobian
            for _ in range(STEPS):
                step = np.linalg.solve(normal, -jacobian.T @ residual).reshape(knots.shape)
                nearer, then = self._shortened(knots, step, residual)
                gained = float(residual @ residual - then @ then)
                if gained < ENOUGH * float(residual @ residual):
                    break
                knots, residual, gained_any = nearer, then, True
            if not gained_any:
                break
        return knots

    def _shortened(self, knots: Array, step: Array, here: Array) -> tuple[Array, Array]:
        """The first of ever shorter steps that lowers the cost, else the knots unchanged."""
        for share in SHARES:
            then = self._residual(knots + share * step)
            if then @ then < here @ here:
                return knots + share * step, then
        return knots, here

    def _jacobian(self, knots: Array) -> Array:
        """(residuals, knots) the Jacobian; all channels of a knot at once."""
        near = self.build(knots)[0].root
        here, columns = self._residual(knots, near), []
        for knot in range(KNOTS):
            nudged = np.tile(knots, (CHANNELS, 1, 1))
            nudged[np.arange(CHANNELS), knot, np.arange(CHANNELS)] += NUDGE
            columns.append((self._residual(nudged, near) - here) / NUDGE)
        return np.concatenate(columns).T

    def build(self, knots: Array, near: Array | None = None) -> tuple[Posture, Array]:
        """The changed cycle, and the ankles' distance out of reach (..., frames, 2) [m].

        Args:
            knots: (..., KNOTS, CHANNELS).
            near: (frames, 3) the root of almost equal changes, which saves iterations.
        """
        changes = self._splines @ knots
        several = changes.shape[:-2]
        turns = np.tile(self.given.turns, (*several, 1, 1, 1, 1))
        for i, name in enumerate(TURNED):
            turned = matrices_from_rotation_vectors(changes[..., 3 * i : 3 * i + 3])
            turns[..., self.figure.index[name], :, :] @= turned
        moved = changes[..., 3 * len(TURNED) :].reshape(*changes.shape[:-1], 2, 3)
        feet = replace(self._feet, ankles=self._feet.ankles + self._swings * moved)
        root = np.tile(self._root if near is None else near, (*several, 1, 1))
        missed = set_legs(self.figure, turns, root, feet)
        for _ in range(SETTLINGS if near is None else NEAR_SETTLINGS):
            root += (self._path - self.figure.place(Posture(root, turns)).com) / LEG_SHARE
            missed = set_legs(self.figure, turns, root, feet)
        return Posture(root, turns), missed

    def _planted(self) -> Feet:
        """The clip's feet carried along with the center of mass, and planted."""
        carried = (self._path - self._placed.com)[:, None]
        feet = replace(self._clip_feet, ankles=self._clip_feet.ankles + carried)
        return plant(self.figure, feet, self.planted, self.reference.travel, self._decay)

    def _swing_share(self) -> Array:
        """(frames, 2) smooth weight of each foot's swing: 0 on the ground, 1 in mid-swing."""
        phases = np.arange(self.reference.frames) / self.reference.frames
        share = np.zeros((len(phases), 2))
        for s, side in enumerate(SIDES):
            own = [p.contact for p in self.planted if p.contact.side == side]
            for contact, after in zip(own, own[1:] + own[:1], strict=True):
                swing = (after.start - contact.end) % 1.0
                done = ((phases - contact.end) % 1.0) / swing
                share[:, s] += np.where(done < 1.0, np.sin(np.pi * np.clip(done, 0, 1)) ** 2, 0.0)
        return share

    def _residual(self, knots: Array, near: Array | None = None) -> Array:
        """All residuals (..., n), in units of equal weight."""
        posture, missed = self.build(knots, near)
        placed = self.figure.place(posture)
        bent = np.roll(knots, 1, -2) + np.roll(knots, -1, -2) - 2.0 * knots
        changed = np.concatenate([knots, bent], axis=-2) / self._sizes
        changed = changed.reshape(*knots.shape[:-2], -1)
        parts = [*self._momentum.residual(placed), *excess(self.figure, placed, missed), changed]
        return np.concatenate(parts, axis=-1)


def periodic_splines(count: int, knots: int) -> Array:
    """(count, knots) weights of a closed cubic B-spline's knots at evenly spaced frames."""
    at = np.arange(count) / count * knots
    apart = (at[:, None] - np.arange(knots) + knots / 2) % knots - knots / 2
    near, far = np.abs(apart), np.maximum(2.0 - np.abs(apart), 0.0)
    inner = 2.0 / 3.0 - near**2 + near**3 / 2.0
    weights: Array = np.where(near < 1.0, inner, far**3 / 6.0)
    return weights
