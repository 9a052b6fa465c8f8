"""Goals of the palms and bend of the trunk, for reaching, holding and carrying.

Goals move from the palms' present places on paths of bounded speed, so that a new goal at any time
leads to smooth motion. They last beyond the cue that set them: a held prop is carried through the
next cues.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...bodies.reach_posture import UPRIGHT, ReachPosture
from ...bodies.strength import ADULT_MASS
from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.records import GaitCommand, GaitMemory
from ...controllers.program.anatomy import Anatomy
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, about_z
from ..interpolator import Interpolator
from .hand_path import Bounds, Move, move_together

# Numbers without a source: tuned by hand, judged by bench tasks_hands.
HAND_WEIGHT = 1.0  # of a palm's goal, beside posture and balance
# Of an adult's goals: of palms, empty or not [m/s], [m/s2], of the bend of trunk and hips [rad/s],
# [rad/s2], and of the height of the hips [m/s], [m/s2].
EMPTY_HANDED, LOADED = Bounds(2.5, 12.0), Bounds(1.1, 2.2)
BENDING, CROUCHING = Bounds(1.8, 8.0), Bounds(1.3, 6.0)
GOAL_COMES_IN = 0.3  # [s] in which the weight of a goal grows to 1
SPRING_GIVES = 0.004  # [m] that a grip gives under the weight that hangs on it
LEAST_MASS, MOST_MASS = 0.2, 15.0  # [kg] on an adult's grip, for which its spring is made
RESISTS_TURNING = 0.01  # [m s]: damping of a grip against turning, for each newton that it bears
# Of its weight: largest horizontal pull of a swinging load, carried, or lifted or put down.
SWINGS_WITH, LIFTED_WITH = 0.3, 1.0
LEAST_PULL = 1e-6  # [N]
ARM_MASS = 0.022  # of the body: mass at the upper end of a grip's spring


@dataclass
class Grip:
    """A hand's hold on a prop: a spring and damper from the palm to a point of it.

    Attributes:
        prop: its name; point: (3,) in its frame [m].
        weight: that the grip bears [N].
        stiffness: [N/m]; damping: [N s/m].
        turning: damping against turning in the hand [N m s/rad].
    """

    prop: str
    point: Array
    weight: float
    stiffness: float
    damping: float
    turning: float


def make_grip(prop: str, point: Array, mass: float, body_mass: float, gravity: float) -> Grip:
    """A critically damped grip for its share of a mass [kg]."""
    borne = min(max(mass, LEAST_MASS), MOST_MASS * body_mass / ADULT_MASS)
    weight = borne * gravity
    arm = ARM_MASS * body_mass
    swinging = arm * borne / (arm + borne)
    stiffness = weight / SPRING_GIVES
    damping = 2.0 * math.sqrt(stiffness * swinging)
    return Grip(prop, point, weight, stiffness, damping, RESISTS_TURNING * weight)


class Palm:
    """The goal of one palm."""

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
        """Whether the weight of the goal decreases, or is 0."""
        return self.weight.goal == 0.0

    @property
    def has_arrived(self) -> bool:
        return all(interpolator.is_over for interpolator in self.way)

    def begin_at(self, place: Array, velocity: Array) -> None:
        """Move the goal to a place (3,) [m] with its velocity."""
        self.way = [Interpolator(float(x), float(v)) for x, v in zip(place, velocity, strict=True)]

    def step(self, dt: float) -> None:
        for interpolator in (*self.way, self.weight):
            interpolator.step(dt)


class Arms:
    """Both arms of a biped and the bend of its trunk; `tick` brings them to the walker.

    Attributes:
        grips: the hands' grips, by sides.
        hangs_below: how far what is held reaches below the palms, hanging upright [m].
        braced_for: weight [N] that each hand is about to bear, or 0.
        drive: force [N] along the heading that the body leans into, besides the resistance.
        pushes_or_pulls: whether the hands resist only forces along the heading and yield to others.
    """

    def __init__(self, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
        self._anatomy, self._command, self._memory = anatomy, command, memory
        self._palms = Palm(), Palm()
        self._posture = {name: Interpolator() for name in ("bend", "hip_bend", "crouch")}
        self._time: float | None = None
        self.grips: dict[int, Grip] = {}
        self.braced_for = 0.0
        self.hangs_below = 0.0
        self._raised = 0.0
        self.pushes_or_pulls = False
        self.drive = 0.0

    def bring(
        self, places: Mapping[int, Array], duration: float, motion: Rows[Motion], *,
        posture: ReachPosture | None = None, goes_along: bool = False, extent: float = 0.0,
        over_it_by: float = 1.0, level_with_it_by: float = 1.0,
    ) -> None:  # fmt: skip
        """Bring palms to places (3,), by sides, and bend the body accordingly, within a time [s].

        The movement takes longer where it would otherwise exceed the bounds of its speed.

        Args:
            posture: of the body at the end; None: the present one, or that of a move under way.
            goes_along: whether the places are in the heading's frame from under the shoulders, at
                the height of the hips.
            extent: distance from the palm towards the fingertips of the point to bring there [m].
            over_it_by: share of that time after which the palms are above or below the places.
            level_with_it_by: share of that time after which they are at the places' height.
        """
        self._raised = 0.0
        shares = (over_it_by, over_it_by, level_with_it_by)
        moves = [] if posture is None else self._bends(posture)
        for side, place in places.items():
            palm = self._palms[side]
            if palm.is_left or (palm.goes_along, palm.extent) != (goes_along, extent):
                palm.goes_along, palm.extent = goes_along, extent
                palm.begin_at(*self._state_of(side, motion))
            moves.append(self._way(palm, place, shares))
            if palm.weight.goal != HAND_WEIGHT:
                palm.weight.aim(HAND_WEIGHT, min(duration, GOAL_COMES_IN))
        move_together(moves, duration)

    def _state_of(self, side: int, motion: Rows[Motion]) -> tuple[Array, Array]:
        """Place and velocity, (3,) each, of the point that moves to a palm's goal, in its frame."""
        palm, hand, now = self._palms[side], self._anatomy["hand"][side], views_of(Motion, motion)
        arm = -palm.extent * now.rotation[hand][:, 2]
        place = now.center[hand] + arm
        velocity = now.velocity[hand] + np.cross(now.angular_velocity[hand], arm)
        if not palm.goes_along:
            return place, velocity
        velocity[:2] -= now.com_velocity[:2]
        turn = about_z(float(self._memory["heading"]))
        return self.seen_from_shoulders(place, motion), turn.T @ velocity

    def _way(self, palm: Palm, place: Array, shares: Sequence[float] = (1.0, 1.0, 1.0)) -> Move:
        """The move of a palm's goal to a place (3,)."""
        bounds = self._scaled(LOADED if self.grips else EMPTY_HANDED, metres=True)
        return Move(palm.way, place.tolist(), bounds, shares)

    def _bends(self, posture: ReachPosture) -> list[Move]:
        """The moves of trunk and hips to a posture."""
        bounds = {name: self._scaled(BENDING, metres=False) for name in ("bend", "hip_bend")}
        bounds["crouch"] = self._scaled(CROUCHING, metres=True)
        return [
            Move((interpolator,), (getattr(posture, name),), bounds[name], (1.0,))
            for name, interpolator in self._posture.items()
        ]

    def _scaled(self, adult: Bounds, metres: bool) -> Bounds:
        """An adult's bounds, scaled to this body by dynamic similarity."""
        size = float(self._anatomy["leg"]) / ADULT_LEG
        if metres:
            return Bounds(adult.speed * math.sqrt(size), adult.acceleration)
        return Bounds(adult.speed / math.sqrt(size), adult.acceleration / size)

    def raise_by(self, height: float, duration: float) -> None:
        """Raise the carried prop by a height [m] over its first place relative to the body."""
        if height == self._raised:
            return
        up = np.array([0.0, 0.0, height - self._raised])
        along = [palm for palm in self._palms if palm.goes_along]
        goals = [np.array([interpolator.goal for interpolator in palm.way]) + up for palm in along]
        moves = [self._way(palm, goal) for palm, goal in zip(along, goals, strict=True)]
        move_together(moves, duration)
        self._raised = height

    def let_go(self, side: int, duration: float) -> None:
        """Let an arm follow the style again."""
        self._palms[side].weight.aim(0.0, duration)

    def rest(self, duration: float) -> None:
        """Let both arms follow the style again, stand upright, and expect no load."""
        self.braced_for = 0.0
        for side in range(2):
            if not self._palms[side].is_idle:
                self.let_go(side, duration)
        move_together(self._bends(UPRIGHT), duration)

    def counts_on(self, side: int, force: Array) -> Array:
        """(3,) part of a pull (3,) [N] on a hand that the body resists; its arm yields to the rest.

        A load that leans on the trunk is pushed by the trunk and held back by the hand: these
        forces are internal, and the body does not resist them.
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
        """Set a palm's goal at once to a place (3,) in the frame that moves with the body."""
        self._palms[side].begin_at(place, np.zeros(3))

    def feels(self, forces: Array) -> Array:
        """(2, 3) forces [N] that balance takes in: present or expected pulls on the hands."""
        felt = forces.copy()
        felt[:, 2] = np.minimum(felt[:, 2], -self.braced_for)
        felt -= 0.5 * self.drive * about_z(float(self._memory["heading"]))[:, 0]
        return felt

    def has_arrived(self, side: int) -> bool:
        """Whether a palm's goal has arrived at its place."""
        return self._palms[side].has_arrived

    @property
    def raised(self) -> float:
        """How far the carried prop is to be above its first place relative to the body [m]."""
        return self._raised

    @property
    def carried_at(self) -> float:
        """Height of palms that go along over the hips, were they not raised [m]."""
        return sum(palm.way[2].goal for palm in self._palms) / len(self._palms) - self._raised

    @property
    def carries(self) -> bool:
        """Whether the held prop moves along with the body."""
        return bool(self.grips) and all(palm.goes_along for palm in self._palms)

    @property
    def crouches(self) -> bool:
        """Whether the hips are lower than in the walker's own posture."""
        return float(self._posture["crouch"].now()[0]) > 0.0

    @property
    def is_idle(self) -> bool:
        """Whether the arms follow the style and the body is upright."""
        upright = all(g.is_over and g.goal == 0.0 for g in self._posture.values())
        return upright and all(palm.is_idle for palm in self._palms)

    def seen_from_shoulders(self, place: Array, motion: Rows[Motion]) -> Array:
        """A place (3,) of the world in the frame of goals that move with the body."""
        shoulders = views_of(Motion, motion).origin[self._anatomy["upper_arm"]].mean(axis=0)
        shoulders[2] = self._memory["hips"]
        seen: Array = about_z(float(self._memory["heading"])).T @ (place - shoulders)
        return seen

    def tick(self, time: float) -> None:
        """Advance the moves to a time [s]; called many times a second."""
        since = 0.0 if self._time is None else time - self._time
        self._time = time
        if self.is_idle:
            self._command["hand_weight"][:] = 0.0
            return
        for interpolator in self._posture.values():
            interpolator.step(since)
        self._command["bend"] = self._posture["bend"].now()[0]
        self._command["hip_bend"] = self._posture["hip_bend"].now()[0]
        self._command["crouch"] = self._posture["crouch"].now()[0]
        for side, palm in enumerate(self._palms):
            palm.step(since)
            now = np.array([interpolator.now() for interpolator in palm.way])
            self._command["hand_goal"][side] = now[:, 0]
            self._command["hand_pace"][side] = now[:, 1]
            self._command["hand_weight"][side] = max(float(palm.weight.now()[0]), 0.0)
            self._command["hand_extent"][side] = palm.extent
            self._command["hand_goes_along"][side] = palm.goes_along
