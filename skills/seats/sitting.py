"""The phases of sitting down and rising.

Jones 2011, Section 4.2: lean, lift, balance. Sitting down is the reverse: the hips move to the seat
while the feet carry, until the seat bears a load.
"""

from __future__ import annotations

import math
from enum import Enum, auto

import numpy as np

from ...controllers.balance.sitting import SitTargets, make_sitting, middle_of_hips, sit_actuators
from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.modes import STANDING
from ...controllers.gait.records import GaitCommand, GaitMemory
from ...controllers.program.anatomy import Anatomy
from ...simulation.body import Body, Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array
from ..interpolator import Interpolator
from .plan import SeatPlan
from .seat import Seat

# Numbers without a source: tuned by hand, judged by bench sitting.
# Times are an adult's and scale with the root of the leg's length [s].
LEAN_TIME, LIFT_TIME, LOWER_TIME, SETTLE_TIME, HOLD_TIME = 0.9, 1.1, 1.6, 1.0, 0.3
SHIFT_TIME, UNLOAD_TIME, LOAD_TIME = 0.4, 0.25, 0.2
LEANS_FURTHER = 0.1  # [rad] by which a lean grows where it does not bring the body over its feet
TOUCHED = 0.03  # of body weight: load on the seat that counts as contact
SINK, SINK_TIME = 0.03, 0.6  # of the leg, [s]: further descent of hips without contact
CALM = 0.12  # [m/s]
NEAR_ENOUGH, ARCH = 0.03, 0.03  # of the leg: tolerance of feet; height of a foot's arc
MOST_SHIFTS = 4  # of feet before a rise
SEATED_WEIGHTS, LIFT_WEIGHTS, LOWER_WEIGHTS = (1e3,) * 3, (0.0, 0.0, 1e3), (30.0, 30.0, 1e3)
BALANCE_WEIGHT = 100.0


class Phase(Enum):
    """The phases."""

    SEATED = auto()
    SHIFT = auto()
    LEAN = auto()
    LIFT = auto()
    LOWER = auto()
    SETTLE = auto()


class Sitting:
    """A body that sits on a seat, sits down on it or rises from it."""

    def __init__(
        self, plan: SeatPlan, seat: Seat, motion: Rows[Motion], *, seated: bool, time_step: float
    ) -> None:
        """
        Args:
            seated: whether the body sits already; else it stands before the seat.
        """
        self.seat = seat
        self.wants_up = False
        self.is_over = False
        self._records: Rows[SitTargets] = make_sitting()
        self.record = self._records[0]
        self._plan, self._dt = plan, time_step
        self._pace = math.sqrt(plan.leg / ADULT_LEG)
        self._ahead = np.array([math.cos(seat.heading), math.sin(seat.heading)])
        self._left = np.array([-self._ahead[1], self._ahead[0]])
        self._lean, self._ease = (
            Interpolator(plan.rest_lean if seated else 0.0),
            Interpolator(float(seated)),
        )
        self._share = Interpolator(float(seated))
        self._hips = [Interpolator() for _ in range(3)]  # ahead, to the left, up
        self._mass = [Interpolator() for _ in range(2)]  # center of mass, ahead and to the left
        self.record["seat_height"] = seat.height
        self.record["sitting_height"] = plan.sitting_height
        self._foot, self._shifted, self._shifts = Interpolator(), 0, 0
        self._foot_from, self._foot_way = np.zeros(3), np.zeros(3)
        self._since = 0.0
        self.phase = Phase.SEATED
        state = views_of(Motion, motion)
        self._hold_hips(state)
        if not seated:
            self._lower(state)

    def actuators(
        self, body: Rows[Body], anatomies: Rows[Anatomy], motion: Rows[Motion],
        commands: Rows[GaitCommand], memories: Rows[GaitMemory],
    ) -> Array:  # fmt: skip
        """The flat actuator vector for the next time step."""
        self._since += self._dt
        state = views_of(Motion, motion)
        ADVANCE[self.phase](self, state)
        for interpolator in (self._lean, self._ease, self._share, *self._hips, *self._mass):
            interpolator.step(self._dt)
        self._write_record()
        if self.is_over:
            memory = memories[0]
            memory["hips"] = state.origin[0, 2]
            memory["mode"], memory["stood"] = STANDING, 0.0
        flat: Array = sit_actuators(body, anatomies, motion, commands, memories, self._records)
        return flat

    @property
    def is_settled(self) -> bool:
        """Whether the body sits and does not rise."""
        return self.phase is Phase.SEATED and not self.wants_up

    # The phases

    def _sit(self, motion: Motion) -> None:
        if self.wants_up and self._since > HOLD_TIME:
            self._gather(motion)

    def _gather(self, motion: Motion) -> None:
        """Move the feet to the places that the rise needs, one after the other; then lean."""
        wanted = self._plan.feet_to_rise(self._plan.crouch_of(motion), self.seat)
        ways = wanted - self._plan.ankles(motion)
        away = np.linalg.norm(ways, axis=1)
        side = int(np.argmax(away))
        if away[side] > NEAR_ENOUGH * self._plan.leg and self._shifts < MOST_SHIFTS:
            self._shift(motion, side, ways[side])
            return
        self._begin(Phase.LEAN)
        self._shifts = 0
        lean = self._plan.lean_over(self._plan.crouch_of(motion), self._plan.over_ankles)
        self._lean.aim(lean, LEAN_TIME * self._pace)

    def _shift(self, motion: Motion, side: int, way: Array) -> None:
        self._begin(Phase.SHIFT)
        self._shifts += 1
        self._shifted = side
        self.record["lifted"][side] = 1
        self._foot_from, self._foot_way = self._plan.ankles(motion)[side], way
        self._foot = Interpolator()
        self._foot.aim(1.0, SHIFT_TIME * self._pace)

    def _move_foot(self, motion: Motion) -> None:
        """Move a foot along its way on an arc."""
        self._foot.step(self._dt)
        share, rate, pull = self._foot.now()
        arch = ARCH * self._plan.leg
        rows = np.outer((share, rate, pull), self._foot_way)
        rows[0] += self._foot_from
        rows[:, 2] += arch * np.array(
            [
                4.0 * share * (1.0 - share),
                4.0 * rate * (1.0 - 2.0 * share),
                4.0 * pull * (1.0 - 2.0 * share) - 8.0 * rate**2,
            ]
        )
        self.record["ankle"][self._shifted] = rows
        if self._foot.is_over:
            self.record["lifted"][self._shifted] = 0
            self._begin(Phase.SEATED)

    def _lean_on(self, motion: Motion) -> None:
        capture = self._capture(motion)
        if not self.wants_up:
            self._settle_down()
        elif capture > self._support(motion)[0] + self._plan.over_ankles - self._plan.slack:
            self._lift(motion)
        elif self._lean.is_over:
            if self._lean.goal >= self._plan.leanest:
                self._lift(motion)
            else:
                self._lean.aim(self._lean.goal + LEANS_FURTHER, SHIFT_TIME * self._pace)

    def _lift(self, motion: Motion) -> None:
        time = LIFT_TIME * self._pace
        self._begin(Phase.LIFT)
        self._follow_mass(motion)
        hips = middle_of_hips(self._plan.anatomy, motion)
        self._hips[2] = Interpolator(float(hips[2]))
        ankles = self._plan.ankles(motion)
        self._hips[2].aim(float(ankles[:, 2].mean()) + self._plan.standing_hips, time)
        ahead, left = self._support(motion)
        self._mass[0].aim(ahead + self._plan.sole_middle, time)
        self._mass[1].aim(left, time)
        self._lean.aim(0.0, time)
        self._ease.aim(0.0, time)
        self._share.aim(0.0, UNLOAD_TIME * self._pace)
        self.record["hips_weight"][:] = LIFT_WEIGHTS

    def _rise(self, motion: Motion) -> None:
        if not self.wants_up:
            self._lower(motion)
            return
        speed = float(np.linalg.norm(motion.com_velocity))
        self.is_over = self._hips[2].is_over and speed < CALM

    def _lower(self, motion: Motion) -> None:
        time = LOWER_TIME * self._pace
        self._begin(Phase.LOWER)
        goal = self._plan.seat_to_reach(self._plan.crouch_of(motion), self.seat)
        hips = middle_of_hips(self._plan.anatomy, motion)
        for axis, way in enumerate((self._ahead, self._left)):
            self._hips[axis] = Interpolator(float(hips[:2] @ way))
            self._hips[axis].aim(float(goal.hips[:2] @ way), time)
        self._hips[2] = Interpolator(float(hips[2]))
        self._hips[2].aim(float(goal.hips[2]), time)
        self._follow_mass(motion)
        ahead, left = self._support(motion)
        self._mass[0].aim(ahead + self._plan.over_ankles, time)
        self._mass[1].aim(left, time)
        self._lean.aim(goal.lean, time)
        self._ease.aim(1.0, time)
        self._share.aim(0.0, UNLOAD_TIME * self._pace)
        self.record["hips_weight"][:] = LOWER_WEIGHTS

    def _go_down(self, motion: Motion) -> None:
        if self.wants_up:
            self._lift(motion)
        elif self._plan.seat_load(motion) > TOUCHED:
            self._hold_hips(motion)
            self._share.aim(1.0, LOAD_TIME * self._pace)
            self._settle_down()
        elif self._hips[2].is_over:
            self._hips[2].aim(self._hips[2].goal - SINK * self._plan.leg, SINK_TIME * self._pace)

    def _settle_down(self) -> None:
        self._begin(Phase.SETTLE)
        self._lean.aim(self._plan.rest_lean, SETTLE_TIME * self._pace)

    def _settle(self, motion: Motion) -> None:
        if self._lean.is_over or self.wants_up:
            self._begin(Phase.SEATED)

    # Common parts of the phases

    def _begin(self, phase: Phase) -> None:
        self.phase, self._since = phase, 0.0

    def _hold_hips(self, motion: Motion) -> None:
        """Keep the hips in place; the seat carries the body, so that no balance is needed."""
        hips = middle_of_hips(self._plan.anatomy, motion)
        self._hips = [
            Interpolator(float(hips[:2] @ self._ahead)),
            Interpolator(float(hips[:2] @ self._left)),
            Interpolator(float(hips[2])),
        ]
        self.record["hips_weight"][:] = SEATED_WEIGHTS
        self.record["balance_weight"] = 0.0

    def _follow_mass(self, motion: Motion) -> None:
        """Move the center of mass on from its present place and velocity."""
        for axis, way in enumerate((self._ahead, self._left)):
            place = float(motion.com[:2] @ way)
            self._mass[axis] = Interpolator(place, float(motion.com_velocity[:2] @ way))
        self.record["balance_weight"] = BALANCE_WEIGHT

    def _support(self, motion: Motion) -> tuple[float, float]:
        """Middle of the ankles, ahead and to the left [m]."""
        middle = self._plan.ankles(motion).mean(axis=0)
        return float(middle[:2] @ self._ahead), float(middle[:2] @ self._left)

    def _capture(self, motion: Motion) -> float:
        """Capture point, ahead [m]."""
        # A body that slips off its seat may come to lie below its ankles.
        height = max(motion.com[2] - self._plan.ankles(motion)[:, 2].mean(), 0.0)
        falls = math.sqrt(height / self._plan.gravity)
        return float((motion.com + falls * motion.com_velocity)[:2] @ self._ahead)

    def _write_record(self) -> None:
        """Write the control law's record."""
        record = self.record
        record["lean"][:] = self._lean.now()
        record["ease"] = self._ease.now()[0]
        record["seat_share"] = self._share.now()[0]
        ahead, left, up = (interpolator.now() for interpolator in self._hips)
        record["hips"][:, :2] = np.outer(ahead, self._ahead) + np.outer(left, self._left)
        record["hips"][:, 2] = up
        ahead, left = (interpolator.now() for interpolator in self._mass)
        record["balance"][:, :2] = np.outer(ahead, self._ahead) + np.outer(left, self._left)


ADVANCE = {
    Phase.SEATED: Sitting._sit,
    Phase.SHIFT: Sitting._move_foot,
    Phase.LEAN: Sitting._lean_on,
    Phase.LIFT: Sitting._rise,
    Phase.LOWER: Sitting._go_down,
    Phase.SETTLE: Sitting._settle,
}
