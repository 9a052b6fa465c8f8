"""What the arms do besides hanging: reach, hold, carry; and how the trunk bends to it.

Goals move from where the palms are, on paths of bounded speed, so that whatever follows, and
whenever it comes, is smooth. They last beyond the cue that set them: what was picked up is carried
through the next cues.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...bodies.reach_posture import UPRIGHT, Stoop
from ...bodies.strength import ADULT_MASS
from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.records import GaitCommand, GaitMemory
from ...controllers.program.anatomy import Anatomy
from ...simulation.rotation import Array, about_z
from ..interpolator import Interpolator
from .hand_path import Bounds, Move, move_together

# Numbers without a source: tuned by hand, judged by bench tasks_hands.
HAND_WEIGHT = 1.0  # of a palm's goal, beside posture and balance
# Of an adult's goals: of palms, empty or not [m/s], [m/s2], of the bend of trunk and hips [rad/s],
# [rad/s2], and of the height of the hips [m/s], [m/s2].
EMPTY_HANDED, LOADED = Bounds(2.5, 12.0), Bounds(1.0, 3.0)
BENDING, CROUCHING = Bounds(1.8, 6.0), Bounds(1.0, 4.0)
GOAL_COMES_IN = 0.3  # [s] in which a goal comes to matter
SPRING_GIVES = 0.004  # [m] that a grip gives under the weight that hangs on it
LEAST_MASS, MOST_MASS = 0.2, 15.0  # [kg] on an adult's grip, for which its spring is made
RESISTS_TURNING = 0.01  # [m s]: of a grip, for each newton that it bears
# Of its weight: the most that what is carried, or is lifted or put down, pulls level as it swings.
SWINGS_WITH, LIFTED_WITH = 0.3, 1.0
LEAST_PULL = 1e-6  # [N]
ARM_MASS = 0.022  # of the body: what a spring swings at its upper end


@dataclass
class Grip:
    """A hand's hold on a prop: a spring and damper from the palm to a point of it.

    Attributes:
        prop: its name; point: (3,) in its frame [m].
        weight: that it bears [N].
        stiffness: [N/m]; damping: [N s/m].
        turning: against turning in the hand [N m s/rad].
    """

    prop: str
    point: Array
    weight: float
    stiffness: float
    damping: float
    turning: float


def make_grip(prop: str, point: Array, mass: float, body_mass: float, gravity: float) -> Grip:
    """A grip that suits a mass [kg] of which it bears its share; it is critically damped."""
    borne = min(max(mass, LEAST_MASS), MOST_MASS * body_mass / ADULT_MASS)
    weight = borne * gravity
    arm = ARM_MASS * body_mass
    swinging = arm * borne / (arm + borne)
    stiffness = weight / SPRING_GIVES
    damping = 2.0 * math.sqrt(stiffness * swinging)
    return Grip(prop, point, weight, stiffness, damping, RESISTS_TURNING * weight)


class Palm:
    """Where one palm should be."""

    def __init__(self) -> None:
        self.way = [Interpolator() for _ in range(3)]
        self.weight = Interpolator()
        self.goes_along = False
        self.extent = 0.0

    @property
    def is_idle(self) -> bool:
        return self.weight.is_over and self.weight.goal == 0.0

    @property
    def is_left(self) -> bool:
        """Whether its goal matters less and less, or not at all."""
        return self.weight.goal == 0.0

    @property
    def has_arrived(self) -> bool:
        return all(interpolator.is_over for interpolator in self.way)

    def begin_at(self, place: Array, velocity: Array) -> None:
        """Have the goal at a place (3,), as it moves."""
        self.way = [Interpolator(float(x), float(v)) for x, v in zip(place, velocity, strict=True)]

    def step(self, dt: float) -> None:
        for interpolator in (*self.way, self.weight):
            interpolator.step(dt)


class Arms:
    """Both arms of a biped and the bend of its trunk; `tick` brings them to the walker.

    Attributes:
        grips: what the hands hold, by sides.
        braced_for: weight [N] that each hand is about to bear, or 0.
        drive: force [N] along the heading that the body leans into, besides the resistance.
        pushes_or_pulls: whether hands resist forces along the heading only, and yield to others.
    """

    def __init__(self, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
        self._anatomy, self._command, self._memory = anatomy, command, memory
        self._palms = Palm(), Palm()
        self._stoop = {name: Interpolator() for name in ("bend", "hip_bend", "crouch")}
        self._time: float | None = None
        self.grips: dict[int, Grip] = {}
        self.braced_for = 0.0
        self._raised = 0.0
        self.pushes_or_pulls = False
        self.drive = 0.0

    def bring(
        self, places: Mapping[int, Array], duration: float, motion: NDArray[Any], *,
        stoop: Stoop | None = None, goes_along: bool = False, extent: float = 0.0,
        over_it_by: float = 1.0,
    ) -> None:  # fmt: skip
        """Bring palms to places (3,) by their sides, and bend to it, within a time [s].

        It takes longer where it would else be too fast.

        Args:
            stoop: how the body is bent then; None: as it is, or is about to.
            goes_along: whether the places are in the heading's frame from under the shoulders, at
                the height of the hips.
            extent: from the palms towards the fingertips, of what comes there [m].
            over_it_by: share of that time after which the palms are over or under the places.
        """
        self._raised = 0.0
        shares = (over_it_by, over_it_by, 1.0)
        moves = [] if stoop is None else self._bends(stoop)
        for side, place in places.items():
            palm = self._palms[side]
            if palm.is_left or (palm.goes_along, palm.extent) != (goes_along, extent):
                palm.goes_along, palm.extent = goes_along, extent
                palm.begin_at(*self._state_of(side, motion))
            moves.append(self._way(palm, place, shares))
            if palm.weight.goal != HAND_WEIGHT:
                palm.weight.aim(HAND_WEIGHT, min(duration, GOAL_COMES_IN))
        move_together(moves, duration)

    def _state_of(self, side: int, motion: NDArray[Any]) -> tuple[Array, Array]:
        """Place and velocity of what comes to a palm's goal, in that goal's frame: (3,), (3,)."""
        palm, hand, now = self._palms[side], self._anatomy["hand"][side], motion[0]
        arm = -palm.extent * now["rotation"][hand][:, 2]
        place = now["center"][hand] + arm
        velocity = now["velocity"][hand] + np.cross(now["angular_velocity"][hand], arm)
        if not palm.goes_along:
            return place, velocity
        velocity[:2] -= now["com_velocity"][:2]
        turn = about_z(float(self._memory["heading"]))
        return self.seen_from_shoulders(place, motion), turn.T @ velocity

    def _way(self, palm: Palm, place: Array, shares: Sequence[float] = (1.0, 1.0, 1.0)) -> Move:
        """Of a palm's goal to a place (3,)."""
        bounds = self._scaled(LOADED if self.grips else EMPTY_HANDED, metres=True)
        return Move(palm.way, place.tolist(), bounds, shares)

    def _bends(self, stoop: Stoop) -> list[Move]:
        """Of trunk and hips."""
        bounds = {name: self._scaled(BENDING, metres=False) for name in ("bend", "hip_bend")}
        bounds["crouch"] = self._scaled(CROUCHING, metres=True)
        return [
            Move((interpolator,), (getattr(stoop, name),), bounds[name], (1.0,))
            for name, interpolator in self._stoop.items()
        ]

    def _scaled(self, adult: Bounds, metres: bool) -> Bounds:
        """An adult's bounds for this body, by dynamic similarity."""
        size = float(self._anatomy["leg"]) / ADULT_LEG
        if metres:
            return Bounds(adult.speed * math.sqrt(size), adult.acceleration)
        return Bounds(adult.speed / math.sqrt(size), adult.acceleration / size)

    def raise_by(self, height: float, duration: float) -> None:
        """Hold what goes along so much higher [m] than it was carried first."""
        if height == self._raised:
            return
        up = np.array([0.0, 0.0, height - self._raised])
        along = [palm for palm in self._palms if palm.goes_along]
        goals = [np.array([interpolator.goal for interpolator in palm.way]) + up for palm in along]
        moves = [self._way(palm, goal) for palm, goal in zip(along, goals, strict=True)]
        move_together(moves, duration)
        self._raised = height

    def let_go(self, side: int, duration: float) -> None:
        """Leave an arm to the style."""
        self._palms[side].weight.aim(0.0, duration)

    def rest(self, duration: float) -> None:
        """Leave both arms to the style and stand upright, braced for nothing."""
        self.braced_for = 0.0
        for side in range(2):
            if not self._palms[side].is_idle:
                self.let_go(side, duration)
        move_together(self._bends(UPRIGHT), duration)

    def counts_on(self, side: int, force: Array) -> Array:
        """(3,) part of a pull (3,) [N] on a hand that the body resists; its arm yields to the rest.

        Where what is carried leans on the trunk, that pushes it and the hand holds it back: neither
        is anything from outside.
        """
        if self.pushes_or_pulls:
            ahead = about_z(float(self._memory["heading"]))[:, 0]
            along: Array = (force @ ahead) * ahead
            return along
        sideways = math.hypot(force[0], force[1])
        most = (SWINGS_WITH if self.carries else LIFTED_WITH) * self.grips[side].weight
        share = min(most / max(sideways, LEAST_PULL), 1.0)
        return np.array([share * force[0], share * force[1], force[2]])

    def hold_at(self, side: int, place: Array) -> None:
        """Have a palm's goal at a place (3,) that goes along, at once."""
        self._palms[side].begin_at(place, np.zeros(3))

    def feels(self, forces: Array) -> Array:
        """(2, 3) forces [N] that balance counts on: what pulls on the hands, or is about to."""
        felt = forces.copy()
        felt[:, 2] = np.minimum(felt[:, 2], -self.braced_for)
        felt -= 0.5 * self.drive * about_z(float(self._memory["heading"]))[:, 0]
        return felt

    def has_arrived(self, side: int) -> bool:
        """Whether a palm's goal is where it was to come to."""
        return self._palms[side].has_arrived

    @property
    def carries(self) -> bool:
        """Whether what the hands hold goes along with the body."""
        return bool(self.grips) and all(palm.goes_along for palm in self._palms)

    @property
    def stoops(self) -> bool:
        """Whether the hips are lower than the walker has them."""
        return float(self._stoop["crouch"].now()[0]) > 0.0

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to tell the walker."""
        upright = all(g.is_over and g.goal == 0.0 for g in self._stoop.values())
        return upright and all(palm.is_idle for palm in self._palms)

    def seen_from_shoulders(self, place: Array, motion: NDArray[Any]) -> Array:
        """A place (3,) of the world as a goal that goes along has it."""
        shoulders = motion[0]["origin"][self._anatomy["upper_arm"]].mean(axis=0)
        shoulders[2] = self._memory["hips"]
        seen: Array = about_z(float(self._memory["heading"])).T @ (place - shoulders)
        return seen

    def tick(self, time: float) -> None:
        """Go on to a time [s]; called many times a second."""
        since = 0.0 if self._time is None else time - self._time
        self._time = time
        if self.is_idle:
            self._command["hand_weight"][:] = 0.0
            return
        for interpolator in self._stoop.values():
            interpolator.step(since)
        self._command["bend"] = self._stoop["bend"].now()[0]
        self._command["hip_bend"] = self._stoop["hip_bend"].now()[0]
        self._command["crouch"] = self._stoop["crouch"].now()[0]
        for side, palm in enumerate(self._palms):
            palm.step(since)
            now = np.array([interpolator.now() for interpolator in palm.way])
            self._command["hand_goal"][side] = now[:, 0]
            self._command["hand_pace"][side] = now[:, 1]
            self._command["hand_weight"][side] = max(float(palm.weight.now()[0]), 0.0)
            self._command["hand_extent"][side] = palm.extent
            self._command["hand_goes_along"][side] = palm.goes_along
