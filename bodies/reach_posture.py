"""The reach posture: distance to an object, and bend of the body, for the hands to reach it.

Coros et al. 2010, Section 5.4, bend the upper body and the stance knee for low objects. Here both
are chosen together with the distance, on a balanced sagittal outline of the body.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .body import Body

Array = NDArray[np.float64]

DEEPEST_BEND, DEEPEST_CROUCH = 2.0, 0.7  # [rad]; of the leg
HIP_SHARES = (0.0, 0.2, 0.35, 0.5, 0.65)  # candidates for the pelvis's share of the bend
MOST_CURL = 1.3  # [rad] of the spine
FURTHEST, COMFORTABLE, NEAREST = 0.93, 0.8, 0.45  # of the arm, from shoulder to palm
STRAIGHT = 0.96  # of the leg: largest distance of hips from ankles
HIP_FLEXION, ANKLE_FLEXION = 2.1, 0.75  # [rad]: largest bends, with a margin
LEGS_SHARE = 0.5  # displacement of the legs' mass per that of the hips
# Costs of bending [1/rad2], of crouching [1/leg2], of an uncomfortable arm and of an unusual
# distance [1/arm2], and of the remaining distance [1/arm].
BEND_COST, CROUCH_COST, STRETCH_COST, DISTANCE_COST, RESIDUAL_COST = 1.0, 6.0, 8.0, 1.5, 1e3
CURL_COST = 1.5  # of the spine [1/rad2]


@dataclass(frozen=True)
class ReachPosture:
    """A posture to reach an object.

    Attributes:
        distance: from under the center of mass to the object, forwards [m].
        bend: of the torso [rad]; hip_bend: of the pelvis [rad]; crouch: of the hips [m].
        residual: remaining distance between palms and object [m].
    """

    distance: float
    bend: float
    hip_bend: float
    crouch: float
    residual: float


UPRIGHT = ReachPosture(distance=0.0, bend=0.0, hip_bend=0.0, crouch=0.0, residual=0.0)


class Outline:
    """The sagittal outline of a standing body, with the shorter of the used arms."""

    def __init__(self, character: Body, sides: Sequence[str] = (".L", ".R")) -> None:
        origin = {name: np.array(at) for name, at in character.standing_origins().items()}
        self._mass = {s.name: s.mass for s in character.segments}
        self._center = {s.name: origin[s.name] + np.array(s.center) for s in character.segments}
        self._hips = (origin["upper_leg.L"] + origin["upper_leg.R"]) / 2
        ankles = (origin["foot.L"] + origin["foot.R"]) / 2
        self._shoulders = (origin["upper_arm.L"] + origin["upper_arm.R"]) / 2
        self._waist, self._back = origin["lower_back"], origin["torso"]
        self.hip_half_width = float(origin["upper_leg.L"][1] - origin["upper_leg.R"][1]) / 2
        self.shoulder_width = float(origin["upper_arm.L"][1] - origin["upper_arm.R"][1])
        arms = {side: origin["upper_arm" + side] - self._center["hand" + side] for side in sides}
        shorter = min(sides, key=lambda side: float(np.linalg.norm(arms[side])))
        elbow = origin["lower_arm" + shorter]
        self.arm = float(np.linalg.norm(arms[shorter]))
        self.upper_arm = float(np.linalg.norm(origin["upper_arm" + shorter] - elbow))
        self.hips_to_shoulders = float(self._shoulders[2] - self._hips[2])
        self.hip_height = character.standing_height_of_root + float(self._hips[2])
        hand = character.segment("hand" + shorter)
        self.fingers = hand.length + hand.center[2]  # from the palm to their tips
        self.leg = character.leg_length
        sole = character.segment("foot.L").shape
        self.sole_ahead = sole.center[0] if sole is not None else 0.0
        toes = origin["toes.L"][0] - origin["foot.L"][0]
        self.toes_ahead = float(toes) + character.segment("toes.L").length
        knees = (origin["lower_leg.L"] + origin["lower_leg.R"]) / 2
        thigh = character.segment("upper_leg.L").shape
        self.thigh_radius = thigh.size[0] / 2 if thigh is not None else 0.0
        self.thigh = float(self._hips[2] - knees[2])
        self.shank = float(knees[2] - ankles[2])
        self.ankle_to_hip = float(self._hips[2] - ankles[2])
        shape = character.segment("torso").shape
        self.half_depth = shape.size[0] / 2 if shape is not None else 0.1 * character.height

    def reach_posture(
        self, height: float, aside: float, distances: Array, usual: float, load: float = 0.0,
        knees: float = math.inf,
    ) -> ReachPosture:  # fmt: skip
        """The posture of least cost that brings the palms to a height.

        Args:
            height: of the palms over the ground [m].
            aside: of a palm from its own shoulder, sideways [m].
            distances: (d,) candidates [m]; usual: the preferred one [m].
            load: mass held in that posture [kg].
            knees: largest forward distance of the knees from the center of mass [m].
        """
        bends = np.linspace(0.0, DEEPEST_BEND, 41)[:, None, None, None]
        crouches = np.linspace(0.0, DEEPEST_CROUCH * self.leg, 29)[None, :, None, None]
        away = np.asarray(distances, float)[None, None, :, None]
        hip_bends = bends * np.array(HIP_SHARES)
        shoulder, hips = self.bent(bends, hip_bends, away, load)
        hip_height = STRAIGHT * self.leg - crouches
        over = hip_height + shoulder[1]
        reach = np.sqrt((away - hips - shoulder[0]) ** 2 + (height - over) ** 2 + aside**2)
        far = np.maximum(reach / self.arm - FURTHEST, 0.0)
        near = np.maximum(NEAREST - reach / self.arm, 0.0)
        rise = hip_height - self.leg + self.ankle_to_hip
        over_ankles = hips + self.sole_ahead
        torn = np.maximum(np.hypot(over_ankles, rise) / self.ankle_to_hip - STRAIGHT, 0.0)
        thigh, shank = self._leg_angles(over_ankles, rise)
        tight = np.maximum(thigh + hip_bends - HIP_FLEXION, 0.0)
        tight = tight + np.maximum(shank - ANKLE_FLEXION, 0.0)
        ahead = self.shank * np.sin(shank) + self.thigh_radius - self.sole_ahead - knees
        tight = tight + np.maximum(ahead / self.shank, 0.0)
        tight = tight + np.maximum(bends - hip_bends - MOST_CURL, 0.0)
        cost = BEND_COST * bends**2 + CROUCH_COST * (crouches / self.leg) ** 2
        cost = cost + CURL_COST * (bends - hip_bends) ** 2
        cost = cost + STRETCH_COST * np.maximum(reach / self.arm - COMFORTABLE, 0.0) ** 2
        cost = cost + DISTANCE_COST * ((away - usual) / self.arm) ** 2
        cost = cost + RESIDUAL_COST * (far + near + torn + tight)
        i, j, k, m = np.unravel_index(int(np.argmin(cost)), cost.shape)
        return ReachPosture(
            distance=float(away[0, 0, k, 0]),
            bend=float(bends[i, 0, 0, 0]),
            hip_bend=float(hip_bends[i, 0, 0, m]),
            crouch=float(crouches[0, j, 0, 0]),
            residual=float(far[i, j, k, m]) * self.arm,
        )

    def _leg_angles(self, hips: Array, rise: Array) -> tuple[Array, Array]:
        """Angles of the thighs forwards from hanging, and of the shanks leaning forwards [rad].

        Args:
            hips: distance ahead of the ankles [m]; rise: height over them [m].
        """
        upper, lower = self.thigh, self.shank
        length = np.clip(np.hypot(hips, rise), abs(upper - lower) + 1e-6, upper + lower - 1e-6)
        leans = np.arctan2(hips, rise)
        at_hip = np.arccos((upper**2 + length**2 - lower**2) / (2 * upper * length))
        at_ankle = np.arccos((lower**2 + length**2 - upper**2) / (2 * lower * length))
        return at_hip - leans, at_ankle + leans

    def bent(
        self, bend: Array, hip_bend: Array, away: Array, load: float
    ) -> tuple[tuple[Array, Array], Array]:
        """Shoulders from the hips, forwards and up, and hips from under the center of mass [m]."""
        waist_bend = 0.5 * (bend + hip_bend)
        waist = _turned(self._waist - self._hips, hip_bend)
        spine = _turned(self._back - self._waist, waist_bend)
        back = waist[0] + spine[0], waist[1] + spine[1]
        upper = _turned(self._shoulders - self._back, bend)
        shoulder = back[0] + upper[0], back[1] + upper[1]
        moment, trunk, legs, arms = 0.0 * bend * away, 0.0, 0.0, 0.0
        for name, mass in self._mass.items():
            if "leg" in name or "foot" in name or "toes" in name:
                legs += mass
            elif "arm" in name or "hand" in name:
                arms += mass
            else:
                at, base, angle = {
                    "pelvis": (0.0, self._hips, hip_bend),
                    "lower_back": (waist[0], self._waist, waist_bend),
                }.get(name, (back[0], self._back, bend))
                moment = moment + mass * (
                    at + _turned(self._center[name] - base, angle)[0]
                )
                trunk += mass
        # The arms' mass is halfway between shoulders and palms; the load is at the palms.
        moment = moment + 0.5 * arms * (shoulder[0] + away) + load * away
        return shoulder, -moment / (trunk + 0.5 * arms + LEGS_SHARE * legs)


def _turned(vector: Array, angle: Array) -> tuple[Array, Array]:
    """Forward and upward component of a vector that is turned forwards by an angle [rad]."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return vector[0] * cosine + vector[2] * sine, vector[2] * cosine - vector[0] * sine
