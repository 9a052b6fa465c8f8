"""Poses between sitting and standing, given by the hips, flat soles and the trunk's lean.

Two-link inverse kinematics gives the legs, so that the center of mass follows from a few numbers.
The plan of a rise uses it to find the places of the feet and the lean.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...bodies.character import Character
from ...controllers.balance.sitting import ARM_BEND, ARM_SWING, LEANS
from ...simulation.body import make_body, make_motion, move
from ...simulation.pose import joint_positions
from ...simulation.rotation import Array, about_y, about_z, quaternion_of

SIDES = (".L", ".R")
STRAIGHTEST = 0.995  # of the leg: largest extension of a solved leg
POLISH = 6  # iterations that bring the ankles to their places where legs are not straight rods


@dataclass(frozen=True, kw_only=True)
class Crouch:
    """A pose of a body that sits, rises or stands.

    Attributes:
        hips: (3,) middle of the hips [m].
        heading: [rad]
        lean: of the torso [rad]; the pelvis leans less.
        ankles: (2, 3) left and right [m].
    """

    hips: Array
    heading: float
    lean: float
    ankles: Array


class Figure:
    """A body whose poses are computed, without simulation."""

    def __init__(self, character: Character) -> None:
        self._character = character
        self._body, self._body_record = make_body(character)
        self._motion, self._motion_record = make_motion(len(character.segments))
        offsets = [character.segment("upper_leg" + side).offset for side in SIDES]
        self._middle = np.mean(offsets, axis=0)  # of the hips, in the pelvis' frame
        self._legs = [self._leg(side) for side in SIDES]

    def _leg(self, side: str) -> tuple[int, float, float]:
        """Index of the foot and lengths of thigh and shank [m]."""
        names, body = self._character.segment_names, self._body
        foot = names.index("foot" + side)
        shin = names.index("lower_leg" + side)
        return (
            foot,
            float(np.linalg.norm(body.offset[shin])),
            float(np.linalg.norm(body.offset[foot])),
        )

    def center_of_mass(self, crouch: Crouch) -> Array:
        """(3,) center of mass [m]."""
        self.pose(crouch)
        return self._motion.com.copy()

    def pose(self, crouch: Crouch) -> dict[str, Any]:
        """The pose by names of joints and "root", in the form that a Performer takes."""
        targets = crouch.ankles.copy()
        for _ in range(POLISH):
            pose = self._solve(crouch, targets)
            self._take_up(pose)
            for i, (foot, _, _) in enumerate(self._legs):
                targets[i] += crouch.ankles[i] - self._motion.origin[foot]
        return pose

    def thigh_pitch(self, crouch: Crouch, side: int) -> float:
        """Slope of a thigh down towards the knee [rad]."""
        thigh, _ = self._angles(crouch, crouch.ankles[side], side)
        return 0.5 * math.pi + thigh

    def _take_up(self, pose: dict[str, Any]) -> None:
        position, turn = pose["root"]
        joints = joint_positions(self._character, {n: v for n, v in pose.items() if n != "root"})
        root = np.concatenate([position, turn, np.zeros(6)])
        move(self._body_record, root, joints, np.zeros(len(joints)), self._motion_record)
        # The engine places a root by its center of mass; here its origin is known.
        root[:3] += np.asarray(position) - self._motion.origin[0]
        move(self._body_record, root, joints, np.zeros(len(joints)), self._motion_record)

    def _angles(self, crouch: Crouch, ankle: Array, side: int) -> tuple[float, float]:
        """Pitch [rad] of thigh and shank in the world; positive is backwards from hanging."""
        _, upper, lower = self._legs[side]
        way = about_z(-crouch.heading) @ (ankle - crouch.hips)
        distance = math.hypot(way[0], way[2])
        distance = min(max(distance, 1e-6), STRAIGHTEST * (upper + lower))
        line = math.atan2(-way[0], -way[2])
        at_hip = _corner(upper, distance, lower)
        at_ankle = _corner(lower, distance, upper)
        return line - at_hip, line + at_ankle

    def _solve(self, crouch: Crouch, targets: Array) -> dict[str, Any]:
        lean, pelvis = crouch.lean, LEANS[0] * crouch.lean
        upright = quaternion_of(about_z(crouch.heading) @ about_y(pelvis))
        root = crouch.hips - about_z(crouch.heading) @ about_y(pelvis) @ self._middle
        pose: dict[str, Any] = {"root": (tuple(root.tolist()), tuple(upright.tolist()))}
        below = pelvis
        for name, share in zip(("waist", "back", "neck"), LEANS[1:], strict=True):
            pose[name] = _pitch(share * lean - below)
            below = share * lean
        for i, side in enumerate(SIDES):
            thigh, shank = self._angles(crouch, targets[i], i)
            pose["hip" + side] = _pitch(thigh - pelvis)
            pose["knee" + side] = shank - thigh
            pose["ankle" + side] = (-shank, 0.0)
            pose["shoulder" + side] = _pitch(-ARM_SWING - lean)
            pose["elbow" + side] = -ARM_BEND
        return pose


def _pitch(angle: float) -> tuple[float, ...]:
    return (math.cos(angle / 2), 0.0, math.sin(angle / 2), 0.0)


def _corner(beside: float, other: float, opposite: float) -> float:
    """The angle [rad] of a triangle between two sides."""
    cosine = (beside**2 + other**2 - opposite**2) / (2 * beside * other)
    return math.acos(min(max(cosine, -1.0), 1.0))
