"""A body that gets up, movement by movement, and stands."""

from __future__ import annotations

import copy
import math

import numpy as np

from ...catalogue.rising_styles import USUAL, rising_style
from ...controllers.balance.smooth_way import smooth
from ...controllers.balance.walker import walk_actuators
from ...controllers.rising.key_pose import key_pose_actuators
from ...simulation.body import Motion
from ...simulation.records import Rows, copy_of, overwrite, views_of
from ...simulation.rotation import Array
from ..biped import Biped
from ..gait_command import keep_heading, set_heading, stop_walking, take_over
from . import rolling
from .body import Movement, RisingBody
from .plan import SLOW, USUAL_WAY, Plan, way_of
from .resting import rested
from .resuming import go_on_at, heights_of
from .ways_up import WAYS_UP, Move

ON_SIDE = 0.8  # [rad] of roll from the way's first side: a larger one needs a roll first
ON_FEET = "on_feet"  # event
STANDS_FOR = 0.2  # [s] of steady standing, after which the body counts as on its feet
STEADY = 0.35  # [m/s]: largest speed of the center of mass then
STANDS_ANYWAY = 3.0  # [s] after which it does so even if it moves, as what bears it may
HAS_FALLEN = 0.55  # of the standing height: with a lower center of mass a standing body has fallen
LOST_SHARE = 1.5  # largest deviation from a movement's path, in units of its tolerance
# A body has settled when its center of mass is slow near its goal, or does not move [m/s]; it waits
# for that so long [s].
CALM, STILL, WAITS = 0.2, 0.03, 0.5
# A body is up with its center of mass at this share of the goal's height. It tips when its capture
# point is so far off the goal, and steps can catch it up to another distance, of the leg.
UP, TIPS, IN_REACH = 0.85, 0.15, 0.6
FEELS = 0.08  # gain of a low-pass filter of the load per time step: about 12 ms


class Rise:
    """A body that gets up; once it stands, the walking controller takes over.

    Attributes:
        way_up: from the front over hands and knees, or from the back over a squat.
        plan: the numbers of the movements' ways, in order.
        style: how it moves.
        pace: of the movements, 1 the usual one; slowly: whether the plan asks for a slower one.
        made: number of movements begun.
        failures: number of movements that did not come near their poses.
        stands_for: time of standing [s]; None before. calm_for: that since it last was fast [s].
        peak: largest filtered load on the ground since `made` changed, of body weight.
        is_last: whether getting up is done once it stands, and no pose follows.
    """

    def __init__(self, biped: Biped) -> None:
        self.plan: tuple[int, ...] = ()
        self.way_up = WAYS_UP[USUAL_WAY]
        self.pace, self.slowly = 1.0, False
        self.style = rising_style(USUAL)
        self.heading: float | None = None
        self.made = 0
        self.failures = 0
        self.stands_for: float | None = None
        self.calm_for = 0.0
        self.peak = 0.0
        self.is_last = True
        self.body = RisingBody(biped)
        self.movement: Movement | None = None
        self._biped = biped
        self._dt = float(biped.command["dt"])
        self._gravity = float(biped.command["gravity"])
        self._weight = biped.character.mass * self._gravity
        self._load = 0.0
        self._left: tuple[Move, ...] = ()
        self._is_planned = False
        # Of the movements of the present way: the heights of the joints as each began, and how
        # often the body has gone on there.
        self._begun: tuple[Array, ...] = ()
        self._tries: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the present movement is over; never while the body stands.

        A body that is not yet at rest near its pose waits a little, for the next movement begins
        there.
        """
        key, movement = self.body.key_pose, self.movement
        if self.stands_for is not None or movement is None:
            return False
        late = float(key["elapsed"]) - movement.duration - movement.data.hold
        if late <= -self._dt / 2:
            return False
        return late > WAITS or self._is_settled()

    @property
    def is_planned(self) -> bool:
        """Whether the remaining movements lead to standing."""
        return self._is_planned

    def follow(self, plan: Plan) -> None:
        """Begin to get up by a plan."""
        self.way_up, self.plan, self.slowly = WAYS_UP[plan.way], plan.numbers, plan.slowly

    def remember(self) -> Rise:
        """The present state, for `go_back`."""
        kept = copy.copy(self)
        kept.body = copy.copy(self.body)
        kept.body.key_poses = copy_of(self.body.key_poses)
        return kept

    def go_back(self, kept: Rise) -> None:
        """Restore a remembered state."""
        body = self.body
        self.__dict__.update(kept.__dict__)
        overwrite(body.key_poses, kept.body.key_poses)
        body.motion, body.from_soles = kept.body.motion, kept.body.from_soles
        self.body = body

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        biped = self._biped
        self._feel(motion)
        if self.stands_for is None:
            self._go_on(motion)
        if self.stands_for is None:
            flat: Array = key_pose_actuators(
                biped.body, biped.anatomies, motion, self.body.key_poses
            )
            return flat
        self._watch_standing(motion)
        flat = walk_actuators(biped.body, biped.anatomies, motion, biped.commands, biped.memories)
        return flat

    def has_missed(self) -> bool:
        """Whether the present movement has not come near its pose."""
        assert self.movement is not None
        return self._off_goal() > self.movement.must_reach

    def _is_settled(self) -> bool:
        assert self.movement is not None
        most = self.movement.must_reach
        speed = float(np.linalg.norm(self.body.motion.com_velocity))
        is_near = self._off_goal() < self.movement.data.settles * most and speed < CALM
        return math.isinf(most) or is_near or speed < STILL

    def _off_goal(self) -> float:
        """From the center of mass to where the present movement takes it [m]."""
        return float(np.linalg.norm(self.body.motion.com - self.body.goal()))

    def has_lost_its_way(self) -> bool:
        """Whether the present movement is too far off its way to come near its pose."""
        assert self.movement is not None
        key = self.body.key_pose
        share = smooth(float(key["elapsed"] / key["duration"]))
        way = key["com_start"] + share * (key["com_goal"] - key["com_start"])
        off = np.linalg.norm(self.body.motion.com - way)
        return bool(off > LOST_SHARE * self.movement.must_reach)

    @property
    def is_on_feet(self) -> bool:
        """Whether it has stood long enough to count as on its feet."""
        if self.stands_for is None:
            return False
        return self.calm_for >= STANDS_FOR or self.stands_for >= STANDS_ANYWAY

    def has_fallen(self, motion: Rows[Motion]) -> bool:
        """Whether the center of mass of a body that stood is too low to stand."""
        standing = self.body.character.standing_height_of_root
        height = self.body.height_over_ground(views_of(Motion, motion).com)
        return height < HAS_FALLEN * standing

    @property
    def begins_anew(self) -> bool:
        """Whether the body is to gather itself from where it lies, after all that failed."""
        return self.stands_for is None and self.movement is None and not self._left

    @property
    def has_only_to_stand(self) -> bool:
        """Whether no movement of the way up is left after the present one."""
        return self._is_planned and not self._left

    def take_stock(self) -> None:
        """Find out what follows the movement that is over: where it missed, not the next one."""
        if self.movement is not None and self.has_missed() and not self._can_stand():
            self._miss()
            self.movement = None

    def step_back(self) -> bool:
        """Make the movement before once more, from where the body now is; False: there is none."""
        if not self._begun:
            return False
        self._go_on_at(len(self._begun) - 1)
        self.movement = None
        return True

    def off_lying(self) -> float:
        """Roll from the present pose to the side on which the way up begins [rad]."""
        return rolling.off(self.body, self.way_up.lies_on)

    def _feel(self, motion: Rows[Motion]) -> None:
        load = float(views_of(Motion, motion).load.sum())
        self._load += FEELS * (load / self._weight - self._load)
        self.peak = max(self.peak, self._load)

    def _go_on(self, motion: Rows[Motion]) -> None:
        """Begin the next movement where the last one is over."""
        if self.movement is not None and not self.is_over:
            if self.has_only_to_stand and self._tips():
                self._hand_over()
            return
        self.body.look(motion)
        self.take_stock()
        if self.has_only_to_stand:
            self._hand_over()
            return
        if not self._left:
            self._left, self._is_planned = self._what_to_do()
            self._begun, self._tries = (), (0,) * len(self._left)
        # After the end of the plan each failure leads to another way.
        number = self.plan[self.made] if self.made < len(self.plan) else self.failures
        self.made += 1
        self.peak = 0.0
        pace = SLOW * self.pace if self.slowly else self.pace
        way = way_of(number, pace, self.style)
        self.movement = rested(self.body, self._left[0](self.body, way), self.style)
        self._left = self._left[1:]
        self._begun = (*self._begun, heights_of(self.body))
        self.body.begin(self.movement)
        self._biped.forget_contacts()  # a search returns to this moment

    def _can_stand(self) -> bool:
        """Whether the body is up and slow, so that the walking controller can step if need be."""
        return self.has_only_to_stand and self._is_up() and self._off_balance() < IN_REACH

    def _tips(self) -> bool:
        """Whether the body, though up, will not stay where it stands: it steps at once."""
        return self._is_up() and TIPS < self._off_balance() < IN_REACH

    def _is_up(self) -> bool:
        com, goal = self.body.motion.com, self.body.goal()
        return self.body.height_over_ground(com) > UP * self.body.height_over_ground(goal)

    def _off_balance(self) -> float:
        """How far the capture point is off the place over which the body stands, of a leg."""
        motion, goal = self.body.motion, self.body.goal()
        pace = math.sqrt(self.body.height_over_ground(goal) / self._gravity)
        off = motion.com[:2] + pace * motion.com_velocity[:2] - goal[:2]
        return float(np.linalg.norm(off)) / self.body.character.leg_length

    def _miss(self) -> None:
        """Go on at the movement that began like the body now is; else begin anew."""
        at = go_on_at(self._begun, heights_of(self.body), self._tries)
        if at is None:
            self._give_up()
            return
        self.failures += 1
        self._go_on_at(at)

    def _go_on_at(self, at: int) -> None:
        """Make the movements of the way from the one with a number on."""
        moves = self.way_up.to_stand if self._is_planned else self.way_up.to_lie
        self._left = moves[at:]
        self.made -= len(self._begun) - at
        self._begun = self._begun[:at]
        self._tries = (*self._tries[:at], self._tries[at] + 1, *self._tries[at + 1 :])

    def _give_up(self) -> None:
        self.failures += 1
        self._left, self._is_planned = (), False

    def _what_to_do(self) -> tuple[tuple[Move, ...], bool]:
        """The next movements from the present lying pose, and whether they lead to standing."""
        if self.off_lying() > ON_SIDE:
            return self.way_up.to_lie, False
        return self.way_up.to_stand, True

    def _hand_over(self) -> None:
        """The walking controller's torques for standing."""
        biped, heading = self._biped, self.body.facing()
        take_over(biped, heading)
        stop_walking(biped)
        keep_heading(biped)
        set_heading(biped, self.heading)
        self.stands_for = self.calm_for = 0.0

    def _watch_standing(self, motion: Rows[Motion]) -> None:
        assert self.stands_for is not None
        was_on_feet = self.is_on_feet
        self.stands_for += self._dt
        is_calm = np.linalg.norm(views_of(Motion, motion).com_velocity) < STEADY
        self.calm_for = self.calm_for + self._dt if is_calm or was_on_feet else 0.0
        if self.is_last and self.is_on_feet and not was_on_feet:
            self._biped.events.append(ON_FEET)
        if self.has_fallen(motion):
            self._give_up()
            self.stands_for, self.movement = None, None
