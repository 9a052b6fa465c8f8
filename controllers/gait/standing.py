"""Between standing and walking: when to step, when to stand (Coros et al. 2010, Section 4)."""

from __future__ import annotations

import math

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import wrapped
from ..program.anatomy import LEFT, RIGHT, Anatomy
from .footing import ahead, aside, outward, support_middle
from .footsteps import has_footstep, start_footstep
from .idling import is_restless
from .modes import STARTING
from .pendulum import stopping_distance
from .records import GaitCommand, GaitMemory
from .supervisor import is_under_feet, nearest_foot, stopping_pressure

SAME_LINE = 0.001  # [m]: feet no further apart lengthwise stand side by side
START_SHIFT = 0.85  # of the way between the feet: the stopping point at which the first step begins
WAITS, LATE_SHIFT = 1.5, 0.65  # [s] of waiting for that; the share that suffices afterwards
# With feet far apart the weight stays between them: what suffices falls by a share each second,
# which is tuned by hand: tests/test_wide_stance.py walks off from feet up to 0.52 m apart.
LESS_LATER, LEAST_SHIFT = 0.1, 0.5  # [1/s], of the way between the feet
LEAVES_SUPPORT = 0.10  # of the leg: a capture point further from the feet's middle takes a step
TRUSTED = 0.8  # of the capture point's distance, while weight shifts for a directed step
COMES_TO_REST = 0.6  # of LEAVES_SUPPORT: distance within which a stopping walker may stand
REST_SPEED = 0.25  # epsilon [m/s]: a walker faster than this at footstrike takes another step
# Steps of a stander that is pushed: it brings its other foot along. One that stood after each step
# would step with its outer foot again under a push that goes on, until its legs are spread.
BOTH_FEET = 2
TURNED_AWAY = 0.2  # [rad] off the commanded heading, beyond which a stander must step


@compiled
def capture_offset(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> tuple[float, float]:
    """Forward and leftward distance [m] of the capture point from the middle of the feet."""
    offset = motion.com - support_middle(motion, anatomy)
    heading, height, gravity = memory["heading"], _height(motion, command), command["gravity"]
    velocity = motion.com_velocity
    return (
        ahead(offset, heading) + stopping_distance(ahead(velocity, heading), height, gravity),
        aside(offset, heading) + stopping_distance(aside(velocity, heading), height, gravity),
    )


@compiled
def _height(motion: Motion, command: GaitCommand) -> float:
    """Height [m] of the center of mass over the ground between the feet."""
    return motion.com[2] - 0.5 * (command["floor"][LEFT] + command["floor"][RIGHT])


@compiled
def half_spread(motion: Motion, anatomy: Anatomy, heading: float) -> float:
    """Half the sideways distance of the feet [m]."""
    feet = motion.origin[anatomy["foot"][LEFT]] - motion.origin[anatomy["foot"][RIGHT]]
    return 0.5 * abs(aside(feet, heading))


@compiled
def foremost(motion: Motion, anatomy: Anatomy, heading: float) -> int:
    """The side of the foot in front; left where they stand side by side."""
    feet = motion.origin[anatomy["foot"][LEFT]] - motion.origin[anatomy["foot"][RIGHT]]
    return RIGHT if ahead(feet, heading) < -SAME_LINE else LEFT


@compiled
def may_stand(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> bool:
    """Whether both feet together can now bring the body to rest, and no step remains to be taken.
    """
    heading = memory["heading"]
    forward, sideways = capture_offset(motion, anatomy, command, memory)
    margin = COMES_TO_REST * LEAVES_SUPPORT * anatomy["leg"]
    return (
        memory["footstrikes"] >= memory["least_steps"]
        and abs(memory["speed"]) < REST_SPEED
        and abs(ahead(motion.com_velocity, heading)) < REST_SPEED
        and abs(forward) < margin
        and abs(sideways) < margin + half_spread(motion, anatomy, heading)
        and abs(wrapped(command["heading"] - heading)) < 0.5 * TURNED_AWAY
    )


@compiled
def must_step(
    body: Body, motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> bool:
    """Whether both feet cannot bring the body to rest; sets the nearest foot to step.

    With footprints far apart the support polygon is narrow, and the weight may leave it briefly.
    """
    place = stopping_pressure(body, motion, anatomy, command)
    if memory["directed"]:
        middle = support_middle(motion, anatomy)[:2]
        place = middle + TRUSTED * (place - middle)
    if is_under_feet(motion, anatomy, place):
        return False
    memory["stance"] = 1 - nearest_foot(motion, anatomy, place)
    memory["footstrikes"] = 0
    memory["least_steps"] = BOTH_FEET
    memory["directed"] = 0
    memory["sets_off"] = 0
    return True


@compiled
def leave_standing(
    body: Body, motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> bool:
    """Whether a step begins at once to prevent a fall; else shift the weight to start a step."""
    heading = memory["heading"]
    memory["stood"] += command["dt"]
    if must_step(body, motion, anatomy, command, memory):
        return True
    if has_footstep(command, memory):
        start_footstep(command, memory)
    elif command["walking"] or abs(wrapped(command["heading"] - heading)) > TURNED_AWAY:
        _start(memory, foremost(motion, anatomy, heading), 0)
    elif is_restless(command, memory):
        # The foot in front steps back: standing on it first would carry the body forwards.
        memory["shuffles"] += 1
        _start(memory, 1 - foremost(motion, anatomy, heading), 2 + memory["shuffles"] % 2)
    return False


@compiled
def start_share(command: GaitCommand, memory: GaitMemory) -> float:
    """How briskly a walk may start: 1 straight ahead, less while it turns, 0 with a load."""
    if command["hand_load"].any():
        return 0.0
    return max(math.cos(command["heading"] - memory["heading"]), 0.0)


@compiled
def _start(memory: GaitMemory, stance: int, least_steps: int) -> None:
    """Begin to shift the weight onto one foot, to take at least `least_steps` steps."""
    memory["mode"] = STARTING
    memory["stance"] = stance
    memory["elapsed"] = 0.0
    memory["footstrikes"] = 0
    memory["least_steps"] = least_steps


@compiled
def leave_starting(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> bool:
    """Whether the first step begins: the body would come to rest near the stance foot.

    Section 4 waits for 40 % of the way; the stopping point also counts the velocity.
    """
    stance, heading = memory["stance"], memory["heading"]
    other = motion.origin[anatomy["foot"][1 - stance]]
    spread = aside(motion.origin[anatomy["foot"][stance]] - other, heading)
    velocity = aside(motion.com_velocity, heading)
    reached = aside(motion.com - other, heading)
    reached += stopping_distance(velocity, _height(motion, command), command["gravity"])
    late = memory["elapsed"] - WAITS
    share = START_SHIFT if late < 0.0 else max(LATE_SHIFT - LESS_LATER * late, LEAST_SHIFT)
    return reached * outward(stance) > share * spread * outward(stance)
