"""Get up from wherever it lies, and stand (Jones 2011, Section 5.1.4).

The legs are drawn in, the trunk rolls over them until it lies on its belly, the feet come down
under hips and shoulders, and all legs lift.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...controllers.quadruped_records import BACK, FRONT
from ...simulation.body import Motion
from ...simulation.rotation import Array, heading_of
from .places import is_settled
from .quadruped import Quadruped, Values, set_heading, stand_still
from .rising import stand_then
from .routine import Ramp, Routine, Stage, Step

MAY_TOUCH = None

TUCKED = {FRONT: (1.5, -2.5, 1.0), BACK: (-1.5, 2.6, -2.3)}  # pitches of legs drawn in [rad]
UPRIGHT = 0.85  # [rad]: a leg frame rolled less than this is on its belly


def begin(quadruped: Quadruped) -> None:
    """Called once when a cue starts."""
    quadruped.law = None
    if quadruped.posture != "fallen":
        stand_then(quadruped, stand_still)
        return
    quadruped.routine = Routine(quadruped, STAGES, lambda: _stands(quadruped))


def command(quadruped: Quadruped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    set_heading(quadruped, values["heading"])


def _stands(quadruped: Quadruped) -> None:
    quadruped.posture = "standing"
    quadruped.news.append("on_feet")
    stand_still(quadruped)


def _lie_as_it_is(quadruped: Quadruped, motion: Motion) -> None:
    """Take the trunk as it lies for what is wanted; draw the legs in."""
    command, memory, who = quadruped.command[0], quadruped.memory[0], quadruped.anatomy[0]
    memory["heading"] = heading_of(motion.rotation[who["frame"][FRONT]])
    memory["turn_rate"] = memory["speed"] = 0.0
    memory["hips"] = memory["steps"] = 0
    for frame in (FRONT, BACK):
        command["roll"][frame] = roll_of(quadruped, motion, frame)
        command["pitch"][frame] = 0.0
        command["rests"][frame] = 1
        for leg in (2 * frame, 2 * frame + 1):
            command["tucked"][leg] = 1
            command["tuck"][leg] = TUCKED[frame]


def roll_of(quadruped: Quadruped, motion: Motion, frame: int) -> float:
    """How far a leg frame is rolled off upright [rad], positive onto its right side."""
    axes = motion.rotation[quadruped.anatomy[0]["frame"][frame]]
    return math.atan2(float(axes[2, 1]), float(axes[2, 2]))


def is_on_belly(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether both leg frames are upright."""
    return all(abs(roll_of(quadruped, motion, frame)) < UPRIGHT for frame in (FRONT, BACK))


def below_hip(leg: int) -> Any:
    """Under its hip or shoulder, a little outwards."""

    def place(quadruped: Quadruped, motion: Motion) -> Array:
        who = quadruped.anatomy[0]
        hip = motion.origin[who["upper_leg"][leg]]
        return np.array(hip[:2])

    return place


STAGES = (
    Stage(0.7, begins=_lie_as_it_is),
    Stage(
        0.8,
        ramps=[Ramp("roll", FRONT, 0.0, 0.4, 0.0), Ramp("roll", BACK, 0.1, 0.5, 0.0)],
        waits_for=is_on_belly,
    ),
    Stage(
        0.3,
        sets=[("tucked", leg, 0) for leg in range(4)],
        steps=[Step(leg, 0.0, 0.25, below_hip(leg)) for leg in range(4)],
    ),
    Stage(
        1.2,
        sets=[("rests", BACK, 0), ("rests", FRONT, 0),
              ("height", BACK, 0.35), ("height", FRONT, 0.35)],
        ramps=[Ramp("height", FRONT, 0.0, 0.8, 1.0), Ramp("height", BACK, 0.1, 1.0, 1.0)],
    ),
    Stage(0.2, waits_for=is_settled, settles=True),
)  # fmt: skip
