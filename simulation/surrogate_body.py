"""A surrogate body: a rig's body, shown in place of the planar body that is simulated.

Its soles follow those of the planar body's legs; trunk and arms bend like the planar body's joints
of the same names, or are still without such a joint. All rotations are pitches: sideways the body
stays as in standing.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ..bodies.character import Character
from ..bodies.planar_parts import SIDES
from ..bodies.sagittal_leg import Point, minus, plus, sagittal_leg, turned
from ..bodies.strength import base_name
from .actor import Actor
from .body import Motion, make_body, make_motion, move
from .pose import joint_positions
from .rotation import Array, about_y, about_z, product, quaternion_of

LEG = ("upper_leg", "lower_leg", "foot")
MOST_DOFS = 3  # largest number of a joint's degrees of freedom
Heights = Callable[[Array], Array]


class SurrogateBody:
    """Shows a biped that follows a planar body."""

    def __init__(self, character: Character, actor: Actor, heights: Heights | None) -> None:
        """
        Args:
            character: a biped.
            actor: its planar body in the world.
            heights: (n,) heights of the ground [m] under places (n, 2); None for flat ground.
        """
        self.character = character
        self.carriers = [_carrier(character, name, actor.names) for name in character.segment_names]
        self._actor, self._heights = actor, heights
        _, self._body = make_body(character)
        self._motion, self._motion_record = make_motion(len(character.segments))
        self._legs = {side: sagittal_leg(character, side) for side in SIDES}
        self._plain_legs = {side: sagittal_leg(actor.character, side) for side in SIDES}
        self._kinds = {s.joint.name: s.joint.type for s in character.segments}
        hips = [character.segment("upper_leg" + side).offset for side in SIDES]
        middle = (sum(x for x, _, _ in hips) / 2, sum(z for _, _, z in hips) / 2)
        self._hips = {
            side: minus((x, z), middle) for side, (x, _, z) in zip(SIDES, hips, strict=True)
        }

    def pose(self) -> Motion:
        """The surrogate's state for the planar body's present one, with zero velocities."""
        names, motion = self._actor.names, self._actor.motion
        pitch = {name: _pitch(r) for name, r in zip(names, motion.rotation, strict=True)}
        root = pitch[names[0]]
        bends: dict[str, float] = {}
        for segment in self._actor.character.segments[1:]:
            if base_name(segment.name) not in LEG:
                bends[segment.joint.name] = pitch[segment.name] - pitch[segment.parent]
        for side in SIDES:
            bends |= self._leg_bends(side, root, pitch["foot" + side])
        self._place(root, bends)
        for name, load in zip(names, motion.load, strict=True):
            if name in self.character.segment_names:
                self._motion.load[self._row(name)] = load
        return Motion._make(part.copy() for part in self._motion)

    def _leg_bends(self, side: str, root: float, foot: float) -> dict[str, float]:
        """Angles of a leg's joints [rad]."""
        hip = turned(self._hips[side], root)
        thigh, shin = self._legs[side].bend(minus(self._ankle(side, foot), hip))
        angles = {"hip": thigh - root, "knee": shin - thigh, "ankle": foot - shin}
        return {name + side: angle for name, angle in angles.items()}

    def _ankle(self, side: str, foot: float) -> Point:
        """Target of the ankle from the middle of the hips [m]: the toes are where the planar body's
        are, and a heel that strikes first is on the same ground.
        """
        plain, leg = self._plain_legs[side], self._legs[side]
        origin = self._actor.motion.origin
        hips = origin[self._plain("upper_leg" + side)]
        apart = origin[self._plain("foot" + side)] - hips
        ankle = (float(apart @ self._ahead()), float(apart[2]))
        heel, toe = (plus(ankle, turned(end, foot)) for end in (plain.heel, plain.toe))
        there = minus(toe, turned(leg.toe, foot))
        own_heel = plus(there, turned(leg.heel, foot))
        heel_gap, toe_gap, own_gap = self._gaps(hips, heel, toe, own_heel)
        if heel_gap < toe_gap:
            there = plus(there, (0.0, heel_gap - own_gap))
        return there

    def _gaps(self, hips: Array, *points: Point) -> list[float]:
        """Heights [m] of points above the ground, up to a common offset."""
        heights = [z for _, z in points]
        if self._heights is None:
            return heights
        places = np.array([(hips + x * self._ahead())[:2] for x, _ in points])
        under = self._heights(places).tolist()
        return [height - ground for height, ground in zip(heights, under, strict=True)]

    def _ahead(self) -> Array:
        """(3,) forward direction of the plane."""
        across = self._actor.motion.rotation[0, :, 1]
        return np.array([across[1], -across[0], 0.0])

    def _place(self, root: float, bends: dict[str, float]) -> None:
        """Set the pose, with the hips at the planar body's."""
        ahead = self._ahead()
        turn = product(about_z(math.atan2(ahead[1], ahead[0])), about_y(root))
        flat = joint_positions(
            self.character,
            {name: self._bent(name, angle) for name, angle in bends.items()
             if self._kinds[name] != "fixed"},
        )  # fmt: skip
        still = np.zeros(MOST_DOFS * len(self._kinds))
        state = np.concatenate([np.zeros(3), quaternion_of(turn), np.zeros(6)])
        move(self._body, state, flat, still, self._motion_record)
        hips = [self._motion.origin[self._row("upper_leg" + side)] for side in SIDES]
        state[:3] = self._actor.motion.origin[self._plain("upper_leg.L")] - sum(hips) / 2
        move(self._body, state, flat, still, self._motion_record)

    def _bent(self, joint: str, angle: float) -> Array:
        """Position of a joint that is pitched by an angle [rad]."""
        if self._kinds[joint] == "spherical":
            return quaternion_of(about_y(angle))
        return np.array([angle, 0.0] if self._kinds[joint] == "universal" else [angle])

    def _row(self, name: str) -> int:
        return self.character.segment_names.index(name)

    def _plain(self, name: str) -> int:
        return self._actor.names.index(name)


def _carrier(character: Character, name: str, names: tuple[str, ...]) -> int:
    """The planar segment that a segment belongs to: of its own name, an ancestor's, or the root.
    """
    while name and name not in names:
        name = character.segment(name).parent
    return names.index(name) if name else 0


def _pitch(rotation: Array) -> float:
    return math.atan2(-rotation[2, 0], rotation[2, 2])
