"""Whole-body poses on a planned path: pelvis on the pendulum, feet on footprints, legs by IK."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import (
    matrices_from_rotation_vectors,
    quaternions_from_matrices,
    rotation_vectors_from_matrices,
)
from .biped_frames import SIDES, Figure, Posture, X, Y, Z
from .consistency_errors import heel_of
from .leg_kinematics import Feet, leg_reach, set_legs
from .local_motion import LocalMotion, LocalPose, lean_vectors
from .planting import STEEPEST, stand
from .sheared_footprints import FootFrame, Footprint, between, eased
from .tilting import FootTilt

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
UPRIGHT_KNEES = 0.975  # of the legs' length: height of a stander's hips
CLEARANCE = 0.03  # [m] of an adult's foot over the ground in mid-swing, at least
FREED = 0.2  # of a swing at both ends, in which a foot follows its footprint's frame
MOST_LEVEL = 0.98  # of the leg: largest horizontal distance of an ankle from its hip
TINY = 1e-9
SOFTNESS = 0.03  # of the leg: range over which a swing foot yields near its limit of reach


@dataclass(frozen=True, eq=False)
class PlannedPose:
    """Poses at some times; world frame, z up.

    Attributes:
        root_position: (m, 3) origin of the pelvis [m].
        root_orientation: (m, 4) of the pelvis.
        joints: (m, k) flat joint numbers as in `simulation.body`.
        contacts: (m, 2) whether the left and right foot are to be on the ground.
    """

    root_position: Array
    root_orientation: Array
    joints: Array
    contacts: Bools

    def posture(self, figure: Figure) -> Posture:
        turns = figure.joints.turns(self.root_orientation, self.joints)
        return Posture(self.root_position, turns)


@dataclass(frozen=True, eq=False)
class Moment:
    """State of the pendulum at a time, in the body's own size.

    Attributes:
        phase: counting on over the cycles; frame: the pendulum's place, lean and heading.
        bounce: ratio of the bounce to the clip's.
        running: 0 standing, 1 in the clip's motion.
    """

    phase: float
    frame: FootFrame
    bounce: float
    running: float


class PoseMaker:
    """Makes poses of one body in one clip's motion."""

    def __init__(self, motion: LocalMotion) -> None:
        self.motion, self.figure = motion, motion.figure
        self._reach = [leg_reach(self.figure, side) for side in SIDES]
        self._offsets = [self.figure.offsets[self.figure.index["upper_leg" + s]] for s in SIDES]
        self._soles = [
            (heel_of(self.figure, side), self.figure.offsets[self.figure.index["toes" + side]])
            for side in SIDES
        ]
        hips = self.figure.character.standing_height_of_root + motion.hip_middle[Z]
        ankles = self.figure.character.leg_length
        self._standing_hips = hips - (1.0 - UPRIGHT_KNEES) * ankles
        self._known: dict[float, LocalPose] = {}

    def pose(
        self,
        moments: list[Moment],
        prints: list[tuple[Footprint, Footprint]],
        tilt: FootTilt | None = None,
    ) -> PlannedPose:
        """Poses (m) at moments of a path.

        Args:
            moments: (m) states of the pendulum.
            prints: of the left and the right foot: the present or last footprint, and the next.
            tilt: tilt of the support feet, by the cart's force.
        """
        local = [self.motion.at(moment.phase) for moment in moments]
        pairs = list(zip(moments, local, strict=True))
        hung = [self._pelvis(*pair) for pair in pairs]
        root, pelvis = np.stack([at for at, _ in hung]), np.stack([turn for _, turn in hung])
        joints = np.stack([pose.joints for pose in local])
        turns = self.figure.joints.turns(quaternions_from_matrices(pelvis), joints)
        weights = np.array([moment.running for moment in moments])
        if (weights < 1.0).any():
            turns[:, 1:] = _scaled(turns[:, 1:], weights[:, None])
        feet, free = self._feet(pairs, prints)
        borne = free == 0.0
        if tilt is not None:
            _tilt_feet(tilt, moments, feet, borne)
        root[:, Z] -= self._sunk(moments, prints)
        root[:, Z] -= self._still_too_far(root, pelvis, feet, borne)
        self._draw_in(root, pelvis, feet, free)
        set_legs(self.figure, turns, root, feet)
        return PlannedPose(
            root_position=root,
            root_orientation=quaternions_from_matrices(pelvis),
            joints=self.figure.joints.numbers(turns),
            contacts=borne,
        )

    def _pelvis(self, moment: Moment, local: LocalPose) -> tuple[Array, Array]:
        """Origin (3,) [m] and orientation (3, 3) of the pelvis (equation 4)."""
        frame, w = moment.frame, moment.running
        pendulum = matrices_from_rotation_vectors(lean_vectors(frame.lean)) @ frame.turn()
        bearing = self.motion.bearing_height
        high = bearing + moment.bounce * (local.hips[Z] - bearing)
        hips = w * np.array([local.hips[X], local.hips[Y], high])
        hips[Z] += (1.0 - w) * self._standing_hips
        pelvis = pendulum @ (local.pelvis if w == 1.0 else _scaled(local.pelvis, np.array(w)))
        place = np.append(frame.place, 0.0) + pendulum @ hips - pelvis @ self.motion.hip_middle
        return place, pelvis

    def _feet(
        self, pairs: list[tuple[Moment, LocalPose]], prints: list[tuple[Footprint, Footprint]]
    ) -> tuple[Feet, Array]:
        """Both feet at all moments, and each foot's freedom from the ground (m, 2), 0 on it."""
        ankles, turns = np.empty((len(pairs), 2, 3)), np.empty((len(pairs), 2, 3, 3))
        toes, free = np.empty((len(pairs), 2)), np.empty((len(pairs), 2))
        for i, (moment, local) in enumerate(pairs):
            for s in range(len(SIDES)):
                ankles[i, s], turns[i, s], toes[i, s], free[i, s] = self._foot(
                    s, moment, local, *prints[s]
                )
        hinges = np.stack([local.hinges for _, local in pairs])
        return Feet(ankles=ankles, turns=turns, hinges=hinges, toes=toes), free

    def _foot(
        self, s: int, moment: Moment, local: LocalPose, before: Footprint, after: Footprint
    ) -> tuple[Array, Array, float, float]:
        """Ankle, orientation, toes' angle, and freedom from the ground: 0 in stance, 1 far away."""
        phase, w = moment.phase, moment.running
        if phase < before.lift or phase >= after.touch:
            footprint = before if phase < before.lift else after
            pitch = w * pitch_of(local.feet[s])
            ankle, turn = self._standing(s, footprint, pitch)
            return ankle, turn, -max(pitch, 0.0), 0.0
        share = (phase - before.lift) / max(after.touch - before.lift, TINY)
        e = eased(share)
        frame = between(before.frame, after.frame, share)
        left, came = self._gap(s, before, before.lift, w), self._gap(s, after, after.touch, w)
        ankle = frame.outside(local.ankles[s]) + (1.0 - e) * left[0] + e * came[0]
        rotation_vector = (1.0 - e) * left[1] + e * came[1]
        turn = matrices_from_rotation_vectors(rotation_vector) @ frame.turn() @ local.feet[s]
        toes = local.toes[s] + (1.0 - e) * left[2] + e * came[2]
        ankle[Z] += self._scuffing(s, ankle, turn, share)
        free = eased(min(share, 1.0 - share) / FREED)
        return ankle, turn, toes, max(free, TINY)

    def _scuffing(self, s: int, ankle: Array, turn: Array, share: float) -> float:
        """Distance [m] by which a swing foot must be lifted to clear the ground."""
        low = ankle[Z] + min(float((turn @ end)[Z]) for end in self._soles[s])
        clear = CLEARANCE * self.motion.size * 16.0 * (share * (1.0 - share)) ** 2
        return max(clear - low, 0.0)

    def _standing(self, s: int, footprint: Footprint, pitch: float) -> tuple[Array, Array]:
        return stand(
            self.figure, SIDES[s], footprint.place, np.array(footprint.heading), np.array(pitch)
        )

    def _gap(
        self, s: int, footprint: Footprint, phase: float, running: float
    ) -> tuple[Array, Array, float]:
        """Offset of a foot on its footprint from the clip's foot at the same phase.

        The body's feet may have other sizes, and its footprints other places, than the clip's.
        """
        local = self._known.setdefault(phase % 1.0, self.motion.at(phase))
        pitch = running * pitch_of(local.feet[s])
        ankle, turn = self._standing(s, footprint, pitch)
        carried = footprint.frame.turn() @ local.feet[s]
        rotation_vector = rotation_vectors_from_matrices(turn @ carried.T)
        shift = ankle - footprint.frame.outside(local.ankles[s])
        return shift, rotation_vector, -max(pitch, 0.0) - float(local.toes[s])

    def sink_for(self, s: int, footprint: Footprint, moments: list[Moment]) -> float:
        """Distance [m] by which hips must sink so that a leg reaches its footprint at moments."""
        sink = 0.0
        for moment in moments:
            local = self.motion.at(moment.phase)
            root, pelvis = self._pelvis(moment, local)
            ankle, _ = self._standing(s, footprint, moment.running * pitch_of(local.feet[s]))
            way = root + pelvis @ self._offsets[s] - ankle
            sink = max(sink, float(self._above(s, way[None])[0]))
        return sink

    def _above(self, s: int, way: Array) -> Array:
        """(m,) excess height of hips, from their offset to the ankles (m, 3) [m]."""
        level = np.minimum(np.hypot(way[:, X], way[:, Y]), MOST_LEVEL * self._reach[s])
        above: Array = way[:, Z] - np.sqrt(self._reach[s] ** 2 - level**2)
        return above

    def _sunk(self, moments: list[Moment], prints: list[tuple[Footprint, Footprint]]) -> Array:
        """(m,) distance that hips sink for the present footprints and the next ones [m]."""
        sunk = np.zeros((len(moments), 2))
        for i, moment in enumerate(moments):
            for s, (before, after) in enumerate(prints):
                swing = max(after.touch - before.lift, TINY)
                e = eased((moment.phase - before.lift) / swing)
                sunk[i, s] = (1.0 - e) * before.sink + e * after.sink
        return sunk.max(axis=1)

    def _still_too_far(self, root: Array, pelvis: Array, feet: Feet, borne: Bools) -> Array:
        """(m,) remaining distance that hips sink so that feet on the ground stay there [m]."""
        down = np.zeros(len(root))
        for s in range(len(SIDES)):
            way = root + pelvis @ self._offsets[s] - feet.ankles[:, s]
            down = np.maximum(down, borne[:, s] * self._above(s, way))
        return down

    def _draw_in(self, root: Array, pelvis: Array, feet: Feet, free: Array) -> None:
        """Move swing feet near their limit of reach smoothly towards their hips."""
        for s in range(len(SIDES)):
            hips = root + pelvis @ self._offsets[s]
            way = feet.ankles[:, s] - hips
            distance = np.linalg.norm(way, axis=1)
            soft = SOFTNESS * self._reach[s]
            spare = (self._reach[s] - distance) / soft
            near = self._reach[s] - soft * np.logaddexp(0.0, spare)
            factor = 1.0 + free[:, s] * (near / distance - 1.0)
            feet.ankles[:, s] = hips + factor[:, None] * way


def _tilt_feet(tilt: FootTilt, moments: list[Moment], feet: Feet, borne: Bools) -> None:
    for i, s in np.argwhere(borne):
        feet.ankles[i, s], feet.turns[i, s] = tilt.turned(
            feet.ankles[i, s], feet.turns[i, s], moments[i].frame.place, moments[i].phase
        )


def pitch_of(foot: Array) -> float:
    """Pitch [rad] of a foot's orientation (3, 3), positive with the heel up, up to `STEEPEST`."""
    pitch = float(np.arcsin(np.clip(-foot[Z, X], -1.0, 1.0)))
    return min(max(pitch, -float(STEEPEST)), float(STEEPEST))


def _scaled(turns: Array, weights: Array) -> Array:
    """Rotations (..., 3, 3) with their angles scaled by weights (...)."""
    return matrices_from_rotation_vectors(
        rotation_vectors_from_matrices(turns) * weights[..., None]
    )


def velocities(
    figure: Figure, before: PlannedPose, after: PlannedPose, dt: float
) -> tuple[Array, Array, Array]:
    """Velocities by finite differences over dt [s]: of the root's origin (m, 3) [m/s], its angular
    velocity (m, 3) [rad/s], and the joints' flat rates.

    A spherical joint's rate is in the child's frame, as in `simulation.body`.
    """
    a, b = before.posture(figure).turns, after.posture(figure).turns
    linear = (after.root_position - before.root_position) / dt
    angular_velocity = rotation_vectors_from_matrices(b[:, 0] @ np.swapaxes(a[:, 0], -1, -2)) / dt
    rates = []
    for i, kind, numbers in figure.joints.places:
        if kind == "spherical":
            inside = np.swapaxes(a[:, i], -1, -2) @ b[:, i]
            rates.append(rotation_vectors_from_matrices(inside) / dt)
        else:
            rates.append((after.joints[:, numbers] - before.joints[:, numbers]) / dt)
    return linear, angular_velocity, np.concatenate(rates, axis=1)
