"""Rolling from the side onto the belly, driven by the roll of the leg frames as it is.

Jones 2011, Section 5.1.4, rolls by a fixed sequence. Here the upper legs reach out on the belly's
side, which brings the center of mass over there, and the lower ones are folded flat, so that the
trunk has little to climb over. Then both leg frames turn at a steady rate, and the legs fold as far
as the trunk has turned. A body that gets stuck reaches out again."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...controllers.quadruped.records import BACK, FRONT
from ...simulation.body import Motion
from .get_up_ways import Roll
from .places import is_calm
from .quadruped import Quadruped
from .routine import Routine, Stage

# Numbers without a source: tuned by hand, judged by bench quadruped_fallen.
# Pitches of hip, knee and ankle, front and back [rad]; signs are a dog's.
FLAT = ((1.45, -2.6, -0.4), (-2.0, 2.65, -2.25))  # folded: elbow and hock beside the trunk
OUT = ((0.0, -0.1, 0.0), (0.0, 0.1, -0.1))  # stretched out to the belly's side
KNEES = (-1.0, 1.0)  # the signs of a dog's
ACROSS = -0.5  # spread of lower legs on the side, and of upper ones that reach out [rad]
# Rolls [rad] from which on upper legs are stretched out, and up to which all are folded.
REACHES_FROM, FOLDED_UP_TO = 1.4, 0.44
ON_ITS_SIDE = 1.5  # [rad]: largest roll that a leg frame is asked for
STUCK_AFTER, REACHES_AGAIN, PROGRESS = 0.5, 0.3, 0.05  # [s], [s] of a dog, [rad]
ROCKS_BACK = 0.3  # [rad], while it reaches out again
LEAST, ROLLS_ON = 0.3, 3.0  # [s] of a dog: duration of a roll
UPHILL, LOOKS_ASIDE = 0.08, 0.5  # gradient towards the belly that is too steep; how far off [leg]
# Rolls [rad] from which on a body on its back stretches its legs, and at which it is over.
TIPS_OVER, IS_OVER = 3.3, 4.0
GOES_OVER = 2.5  # [s] of a dog at most


def roll_over(quadruped: Quadruped, way: Roll, ends: Callable[[], None]) -> None:
    """Roll from the side onto the belly; `ends` is called when that is done."""
    roll = _Rolling(way)
    stages = (
        Stage(0.0, begins=roll.choose_side, steers=roll.go_over, waits_for=roll.is_over,
              patience=GOES_OVER),
        Stage(way.reaches, steers=roll.keep_reaching),
        Stage(LEAST, begins=roll.begin, steers=roll.go_on, waits_for=roll.is_done,
              patience=ROLLS_ON),
    )  # fmt: skip
    quadruped.routine = Routine(quadruped, stages, ends)


def roll_of(quadruped: Quadruped, motion: Motion, frame: int) -> float:
    """How far a leg frame is rolled off upright [rad], positive onto its right side."""
    axes = motion.rotation[quadruped.anatomy["frame"][frame]]
    return math.atan2(float(axes[2, 1]), float(axes[2, 2]))


def is_level(quadruped: Quadruped, motion: Motion, most: float) -> bool:
    """Whether both leg frames are nearer to upright than an angle [rad]."""
    return all(abs(roll_of(quadruped, motion, frame)) < most for frame in (FRONT, BACK))


def heading_along(quadruped: Quadruped, motion: Motion) -> float:
    """World angle [rad] of the way from the hips to the shoulders, whatever the roll."""
    front, back = (motion.origin[quadruped.anatomy["frame"][frame]] for frame in (FRONT, BACK))
    return math.atan2(float(front[1] - back[1]), float(front[0] - back[0]))


def fold(quadruped: Quadruped, leg: int, reach: float) -> tuple[float, float, float]:
    """Pitches of hip, knee and ankle [rad] from folded (0) to stretched out (1)."""
    way = float(quadruped.anatomy["knee_bends"][leg]) * KNEES[leg // 2]  # toys bend otherwise
    hip, knee, ankle = (
        way * (flat + reach * (out - flat))
        for flat, out in zip(FLAT[leg // 2], OUT[leg // 2], strict=True)
    )
    return hip, knee, ankle


def _rises_aside(quadruped: Quadruped, motion: Motion, side: int) -> float:
    """Gradient of the ground towards the belly of a body on its right (1) or left (-1) side."""
    if quadruped.heights is None:
        return 0.0
    heading, middle = heading_along(quadruped, motion), motion.com[:2]
    away = LOOKS_ASIDE * quadruped.leg
    aside = side * away * np.array([-math.sin(heading), math.cos(heading)])
    top = float(motion.com[2]) + quadruped.leg
    up, down = quadruped.heights(np.array([middle + aside, middle - aside]), top)
    return float(up - down) / (2.0 * away)


class _Rolling:
    """A roll on its way.

    Attributes:
        side: 1 for a body on its right side, -1 on its left one.
        over_back: whether it rolls over its back to the other side first.
        nearest: smallest roll so far of the frame that is further off [rad].
        stuck_for: time without progress [s of a dog]; reaches_for: left for reaching out again.
    """

    def __init__(self, way: Roll) -> None:
        self.way, self.side, self.over_back = way, 1, False
        self.nearest, self.stuck_for, self.reaches_for = math.inf, 0.0, 0.0

    def choose_side(self, quadruped: Quadruped, motion: Motion) -> None:
        """Begin on the side on which the body lies, or over the back to the other one."""
        command, memory = quadruped.command, quadruped.memory
        memory["turn_rate"] = memory["speed"] = 0.0
        memory["steps"], memory["slope"], command["surge"] = 0, 0.0, 0.0
        memory["swings"][:] = 0
        memory["hips"][:] = memory["stood_at"][:] = 0.0
        command["pitch"][:] = command["shift"][:] = 0.0
        command["rests"][:] = command["tucked"][:] = 1
        turned = sum(math.sin(roll_of(quadruped, motion, frame)) for frame in (FRONT, BACK))
        self.side = 1 if turned > 0.0 else -1
        command["nod"] = self.way.nod
        self.over_back = _rises_aside(quadruped, motion, self.side) > UPHILL

    def go_over(self, quadruped: Quadruped, motion: Motion) -> None:
        """Turn over the back, legs folded, then stretched out down the hill."""
        if not self.over_back:
            return
        command = quadruped.command
        command["heading"] = quadruped.memory["heading"] = heading_along(quadruped, motion)
        rolled = [self._rolled(quadruped, motion, frame) for frame in (FRONT, BACK)]
        for frame in (FRONT, BACK):
            command["roll"][frame] = self.side * (rolled[frame] + self.way.lead)
        for leg in range(4):
            reach = 1.0 if rolled[leg // 2] > TIPS_OVER else 0.0
            command["tuck"][leg] = (*fold(quadruped, leg, reach), 0.0)

    def is_over(self, quadruped: Quadruped, motion: Motion) -> bool:
        """Whether the body lies on the side from which it rolls onto its belly."""
        if self.over_back:
            rolled = [self._rolled(quadruped, motion, frame) for frame in (FRONT, BACK)]
            if min(rolled) < IS_OVER:
                return False
            self.side, self.over_back = -self.side, False
        return True

    def keep_reaching(self, quadruped: Quadruped, motion: Motion) -> None:
        """Keep the present roll, at most on the side."""
        self._ask(quadruped, motion, 0.0, 0.0)

    def begin(self, quadruped: Quadruped, motion: Motion) -> None:
        """Begin to turn."""
        self.nearest, self.stuck_for, self.reaches_for = math.inf, 0.0, 0.0

    def go_on(self, quadruped: Quadruped, motion: Motion) -> None:
        """Turn on, or reach out again where that has led no further for a while."""
        step = float(quadruped.command["dt"]) / quadruped.slowness
        if self.reaches_for > 0.0:
            self.reaches_for -= step
            self._ask(quadruped, motion, -ROCKS_BACK, 0.0)
            return
        self._ask(quadruped, motion, self.way.lead, self.way.folds_ahead)
        furthest = max(abs(self._rolled(quadruped, motion, frame)) for frame in (FRONT, BACK))
        self.stuck_for += step
        if furthest < self.nearest - PROGRESS:
            self.nearest, self.stuck_for = furthest, 0.0
        elif self.stuck_for > STUCK_AFTER and furthest > self.way.turned:
            self.nearest, self.stuck_for, self.reaches_for = math.inf, 0.0, REACHES_AGAIN

    def is_done(self, quadruped: Quadruped, motion: Motion) -> bool:
        """Whether the body lies on its belly, at rest."""
        return is_level(quadruped, motion, self.way.turned) and is_calm(quadruped, motion)

    def _rolled(self, quadruped: Quadruped, motion: Motion, frame: int) -> float:
        """Roll [rad] towards the side on which the body lies, -pi / 2 to 3 / 2 pi."""
        rolled = self.side * roll_of(quadruped, motion, frame)
        return rolled + 2.0 * math.pi if rolled < -math.pi / 2 else rolled

    def _ask(self, quadruped: Quadruped, motion: Motion, lead: float, folds_ahead: float) -> None:
        """Ask the leg frames for a roll nearer to upright, and the legs for their shape."""
        command = quadruped.command
        heading = heading_along(quadruped, motion)
        command["heading"] = quadruped.memory["heading"] = heading
        rolled = [self._rolled(quadruped, motion, frame) for frame in (FRONT, BACK)]
        for frame in (FRONT, BACK):
            wanted = math.copysign(max(abs(rolled[frame]) - lead, 0.0), rolled[frame])
            command["roll"][frame] = self.side * min(wanted, ON_ITS_SIDE)
        for leg in range(4):
            own, other = rolled[leg // 2], rolled[1 - leg // 2]
            share = 0.5 if self.way.together else 0.0
            turns = abs((1.0 - share) * own + share * other) - folds_ahead
            self._shape(quadruped, leg, turns)

    def _shape(self, quadruped: Quadruped, leg: int, rolled: float) -> None:
        """Set the shape of a leg by how far the trunk is rolled [rad]."""
        reach = (rolled - FOLDED_UP_TO) / (REACHES_FROM - FOLDED_UP_TO)
        reach = min(max(reach, 0.0), 1.0)
        is_lower = (leg % 2 == 1) == (self.side > 0)  # legs 1, 3: right ones
        spread = self.way.spread + reach * (ACROSS - self.way.spread)
        shape = fold(quadruped, leg, 0.0 if is_lower else reach)
        quadruped.command["tuck"][leg] = (*shape, spread)
