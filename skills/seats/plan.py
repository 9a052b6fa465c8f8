"""Places of feet and hips, and lean of the trunk, to get onto a seat and off it.

The plan uses the center of mass of solved poses: a body can rise slowly once its center of mass is
over the feet. Lengths are an adult's, scaled with the leg.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from ...bodies.buttocks import SIDES, sitting_height, thigh_radius
from ...bodies.character import Character
from ...controllers.balance.sitting import middle_of_hips
from ...controllers.gait.gait import ADULT_LEG
from ...controllers.program.anatomy import LEFT, RIGHT, Anatomy
from ...simulation.body import Motion
from ...simulation.rotation import Array, heading_of
from .pose import Crouch, Figure
from .seat import Seat

# Numbers without a source: tuned by hand, judged by bench sitting.
# Of the torso [rad]: sitting, rising, going down, and at most.
REST_LEAN, RISE_LEAN, DOWN_LEAN, LEANEST = -0.12, 0.75, 0.85, 1.0
DEEPEST = 0.18  # [m] behind the front edge: deepest place of hips from which the body can rise
PERCHED = 0.3  # of the sitting height: largest distance of the hips ahead of the edge
HEEL_ROOM = 0.02  # [m] between heels and the front of the seat
OVER_ANKLES, SLACK = 0.01, 0.03  # [m]: center of mass ahead of the ankles, and tolerance
LONGEST = 0.97  # of the leg: from the hips to the ankles
STEPS = 12  # of each search for a number
DEPTHS = 24  # number of trials, from the deepest on


class SeatPlan:
    """The plan of one body for a seat."""

    def __init__(
        self, character: Character, anatomy: Anatomy, gravity: float, standing_knee: float
    ) -> None:
        """
        Args:
            anatomy: record of the character's anatomy.
            standing_knee: bend of the knees at the end of a rise [rad].
        """
        self.anatomy, self._figure = anatomy, Figure(character)
        self.gravity, self.leg = gravity, float(anatomy["leg"])
        size = self.leg / ADULT_LEG
        self.sitting_height = sitting_height(character)
        self.over_ankles, self.slack = OVER_ANKLES * size, SLACK * size
        self.rest_lean, self.leanest = REST_LEAN, LEANEST
        self._deepest = DEEPEST * size
        self._before_edge = float(anatomy["heel"].mean()) + HEEL_ROOM * size
        upper, lower = anatomy["upper_leg_length"].mean(), anatomy["lower_leg_length"].mean()
        self._longest = LONGEST * float(upper + lower)
        bent = math.sqrt(upper**2 + lower**2 + 2.0 * upper * lower * math.cos(standing_knee))
        self.standing_hips = min(bent, self._longest)
        self.sole_middle = 0.5 * float((anatomy["ball"] - anatomy["heel"]).mean())
        self._thigh = max(thigh_radius(character, side) for side in SIDES)
        self.breadth = 2.0 * (self._thigh + character.segment("upper_leg.L").offset[1])
        self._spread = [character.segment("upper_leg" + side).offset[1] for side in SIDES]

    # Measures of a state

    def ankles(self, motion: Motion) -> Array:
        """(2, 3) places of the ankles [m]."""
        return np.array([motion.origin[self.anatomy["foot"][side]] for side in (LEFT, RIGHT)])

    def ground_of(self, motion: Motion) -> float:
        """Height of the ground under the feet [m]."""
        return self._ground_under(self.ankles(motion))

    def _ground_under(self, ankles: Array) -> float:
        return float((ankles[:, 2] - self.anatomy["ankle_height"]).mean())

    def crouch_of(self, motion: Motion) -> Crouch:
        """The pose nearest to a state."""
        torso = motion.rotation[self.anatomy["torso"]]
        return Crouch(
            hips=middle_of_hips(self.anatomy, motion),
            heading=heading_of(motion.rotation[0]),
            lean=math.atan2(torso[2, 2], math.hypot(torso[0, 2], torso[1, 2])),
            ankles=self.ankles(motion),
        )

    def seat_load(self, motion: Motion) -> float:
        """Load on the seat, of body weight."""
        parts = [0, *self.anatomy["upper_leg"]]
        return float(sum(motion.load[part] for part in parts)) / (
            float(self.anatomy["total_mass"]) * self.gravity
        )

    # Plans

    def lean_over(self, crouch: Crouch, ahead: float) -> float:
        """Lean [rad] for a distance of the center of mass ahead of the ankles [m]; or None."""
        low, high = 0.0, LEANEST
        for _ in range(STEPS):
            middle = 0.5 * (low + high)
            if self._overhang(replace(crouch, lean=middle)) < ahead:
                low = middle
            else:
                high = middle
        return high

    def rest(self, seat: Seat, ground: float) -> Crouch:
        """A seated pose from which the body can rise."""
        depth, reach = self._deepest, self._deepest
        for _ in range(STEPS):
            reach = self._reach_to_rise(self.seated(seat, ground, depth, reach))
            seated = self.seated(seat, ground, depth, reach)
            room = reach - self._before_edge
            depth = min(self._deepest, self._clear_depth(seated), seat.depth, room)
        return self.seated(seat, ground, depth, reach)

    def seated(
        self, seat: Seat, ground: float, depth: float, reach: float, lean: float = REST_LEAN
    ) -> Crouch:
        """Hips `depth` behind the front edge, ankles `reach` ahead of the hips [m]."""
        ahead = np.array([math.cos(seat.heading), math.sin(seat.heading)])
        left = np.array([-ahead[1], ahead[0]])
        hips = np.array([*(seat.edge - depth * ahead), seat.height + self._hips_over(depth)])
        ankles = np.empty((2, 3))
        for side in (LEFT, RIGHT):
            ankles[side, :2] = hips[:2] + reach * ahead + self._spread[side] * left
            ankles[side, 2] = ground + self.anatomy["ankle_height"][side]
        return Crouch(hips=hips, heading=seat.heading, lean=lean, ankles=ankles)

    def feet_to_rise(self, crouch: Crouch, seat: Seat) -> Array:
        """(2, 3) places of the ankles from which the body can rise [m]."""
        ahead = np.array([math.cos(crouch.heading), math.sin(crouch.heading), 0.0])
        depth = float((seat.edge - crouch.hips[:2]) @ ahead[:2])
        reach = max(self._reach_to_rise(crouch), depth + self._before_edge)
        now = (crouch.ankles - crouch.hips) @ ahead
        return crouch.ankles + np.outer(reach - now, ahead)

    def seat_to_reach(self, crouch: Crouch, seat: Seat) -> Crouch:
        """The deepest seated pose that the present places of the feet allow."""
        ground = self._ground_under(crouch.ankles)
        for depth in np.linspace(self._deepest, -PERCHED * self.sitting_height, DEPTHS):
            seated = replace(
                self.seated(seat, ground, depth, 0.0), heading=crouch.heading, ankles=crouch.ankles
            )
            lean = self.lean_over(seated, self.over_ankles)
            if lean < DOWN_LEAN and depth <= self._clear_depth(seated):
                break
        return replace(seated, lean=lean)

    def _overhang(self, crouch: Crouch) -> float:
        """Distance of the center of mass ahead of the ankles [m]."""
        way = self._figure.center_of_mass(crouch) - crouch.ankles.mean(axis=0)
        return float(way[0] * math.cos(crouch.heading) + way[1] * math.sin(crouch.heading))

    def _reach_to_rise(self, crouch: Crouch) -> float:
        """Distance of the ankles ahead of the hips with which a usual lean suffices [m]."""
        ahead = np.array([math.cos(crouch.heading), math.sin(crouch.heading), 0.0])
        reach = float(((crouch.ankles - crouch.hips) @ ahead).mean())
        drop = float((crouch.hips - crouch.ankles)[:, 2].mean())
        furthest = math.sqrt(max(self._longest**2 - drop**2, 0.0))
        for _ in range(STEPS):
            moved = np.outer(reach - (crouch.ankles - crouch.hips) @ ahead, ahead)
            leant = replace(crouch, lean=RISE_LEAN, ankles=crouch.ankles + moved)
            reach += self._overhang(leant) - self.over_ankles
            reach = min(reach, furthest)
        return reach

    def _hips_over(self, depth: float) -> float:
        """Height of the hips above a seat, with the buttocks on its top or its edge [m]."""
        return math.sqrt(self.sitting_height**2 - min(depth, 0.0) ** 2)

    def _clear_depth(self, crouch: Crouch) -> float:
        """Largest distance of the hips behind the edge at which the thighs clear the seat [m]."""
        slope = max(self._figure.thigh_pitch(crouch, side) for side in (LEFT, RIGHT))
        if slope <= 0.0:
            return self._deepest
        room = self.sitting_height - self._thigh / math.cos(slope)
        return max(room / math.tan(slope), -PERCHED * self.sitting_height)

    def pose(self, crouch: Crouch) -> dict[str, Any]:
        """The pose by names of joints and "root", in the form that a Performer takes."""
        return self._figure.pose(crouch)
