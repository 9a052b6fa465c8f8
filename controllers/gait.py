"""The gait clock: what a walker remembers between time steps, and when it changes feet.

Coros, Beaudoin, van de Panne 2010, Sections 3.1 and 4.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..simulation.body import Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, heading_of, wrapped
from .anatomy import LEFT, RIGHT, Record
from .pendulum import stopping_distance

STANDING, STARTING, WALKING = 0, 1, 2

COMMAND = np.dtype(
    [
        ("walking", "i8"),  # whether to walk or to stand
        ("speed", "f8"),  # [m/s] along the heading
        ("heading", "f8"),  # [rad]
        ("step_period", "f8"),  # [s]
        ("step_height", "f8"),  # [m]
        ("step_width", "f8"),  # [m]
        ("torso_lean", "f8"),  # [rad]
        ("gravity", "f8"),  # [m/s2]
        ("dt", "f8"),  # [s]
    ]
)

MEMORY = np.dtype(
    [
        ("mode", "i8"),  # STANDING, STARTING or WALKING
        ("stance", "i8"),  # LEFT or RIGHT
        ("time", "f8"),  # of the step by its own clock, which runs with the body's progress [s]
        ("elapsed", "f8"),  # since the step began [s]
        ("heading", "f8"),  # faced now, turning towards the command's [rad]
        ("speed", "f8"),  # asked of this step, moving towards the command's [m/s]
        ("correction", "f8"),  # what past steps fell short of their speed [m/s]
        ("begin", "f8", (2,)),  # center of mass at the step's begin [m]
        ("lift_off", "f8", (2,)),  # swing ankle at the step's begin [m]
        ("swing_thigh", "f8", (3, 3)),  # last target of the swing leg
        ("swing_knee", "f8"),  # [rad]
        ("fresh", "i8"),  # 1 until the swing leg has a last target
        ("footstrikes", "i8"),
        ("planned", "f8"),  # length of this step ahead of the body [m]
        ("usual", "f8"),  # mean of the last steps' [m]
    ]
)

TURN_RATE = 2.0  # omega max [rad/s], Section 3.5
TURN_PER_STEP, LARGEST_TWIST, ANTICIPATION = 0.35, 0.5, 0.1  # of the pelvis and swing foot [rad]
ACCELERATION = 0.8  # of the asked speed [m/s2]
EARLIEST_STRIKE = 0.5  # phase from which a loaded swing foot ends the step
CLOCK_GAIN, SLOWEST_CLOCK, FASTEST_CLOCK = 1.5, 0.9, 1.5  # of the step's time with progress
LATEST_STRIKE = 1.2  # phase up to which a stopping walker waits for its foot to be down
USUAL_RATE = 0.3
STRIKE_LOAD = 0.03  # of body weight: the swing foot is down
SAME_LINE = 0.001  # [m]: feet no further apart lengthwise stand side by side
START_SHIFT = 0.85  # of the way between the feet: where the body would come to rest by then
REST_SPEED = 0.18  # epsilon: slower than this at footstrike, a stopping walker stands [m/s]
LEAVES_SUPPORT = 0.10  # [m] of capture point outside the feet's middle: standing must step
TURNED_AWAY = 0.2  # [rad] off the wanted heading: standing must step
SPEED_GAIN, LARGEST_CORRECTION = 0.25, 1.5  # of the step-to-step correction: -, [m/s]


def make_command() -> NDArray[np.void]:
    return np.zeros(1, dtype=COMMAND)


def make_memory(heading: float) -> NDArray[np.void]:
    memory = np.zeros(1, dtype=MEMORY)
    memory["heading"] = heading
    memory["fresh"] = 1
    return memory


@compiled
def ahead(vector: Array, heading: float) -> float:
    """Forward part of a world vector."""
    return vector[0] * math.cos(heading) + vector[1] * math.sin(heading)


@compiled
def aside(vector: Array, heading: float) -> float:
    """Leftward part of a world vector."""
    return -vector[0] * math.sin(heading) + vector[1] * math.cos(heading)


@compiled
def outward(side: int) -> float:
    """Sign of a side: +1 left, -1 right."""
    return 1.0 if side == LEFT else -1.0


@compiled
def advance(motion: Motion, who: Record, command: Record, memory: Record) -> None:
    """One tick of the clock: turn, and change feet or mode when it is time to."""
    dt = command["dt"]
    memory["elapsed"] += dt
    memory["time"] += dt * _clock_rate(motion, who, command, memory)
    _turn(motion, who, command, memory)
    asked = command["speed"] if command["walking"] else 0.0
    change = asked - memory["speed"]
    memory["speed"] += min(max(change, -ACCELERATION * dt), ACCELERATION * dt)
    if memory["mode"] == STANDING:
        _leave_standing(motion, who, command, memory)
    elif memory["mode"] == STARTING:
        _leave_starting(motion, who, command, memory)
    elif _step_is_over(motion, who, command, memory):
        _change_feet(motion, who, command, memory)


@compiled
def _turn(motion: Motion, who: Record, command: Record, memory: Record) -> None:
    """Face the wanted heading by stepping: the pelvis leads the planted foot by so much only."""
    if memory["mode"] != WALKING:
        return
    turn = wrapped(command["heading"] - memory["heading"])
    fastest = min(TURN_RATE, TURN_PER_STEP / command["step_period"]) * command["dt"]
    turn = min(max(turn, -fastest), fastest)
    planted = heading_of(motion.rotation[who["foot"][memory["stance"]]])
    twist = wrapped(memory["heading"] + turn - planted)
    if abs(twist) < LARGEST_TWIST or twist * turn < 0.0:
        memory["heading"] += turn


@compiled
def swing_heading(command: Record, memory: Record) -> float:
    """Direction of the swing foot [rad], which anticipates the turn (Section 3.5)."""
    turn = wrapped(command["heading"] - memory["heading"])
    return memory["heading"] + min(max(turn, -ANTICIPATION), ANTICIPATION)


@compiled
def _clock_rate(motion: Motion, who: Record, command: Record, memory: Record) -> float:
    """How fast the step's time runs: faster when the body is further over its foot than planned.

    Feet that come down as early as the body is early keep long and short steps from alternating.
    """
    stride = abs(memory["speed"]) * command["step_period"]
    if memory["mode"] != WALKING or stride < 0.01:
        return 1.0
    phase = memory["time"] / command["step_period"]
    progress = ahead(motion.com - sole_middle(motion, who, memory["stance"]), memory["heading"])
    if memory["speed"] < 0.0:
        progress = -progress
    early = (progress - stride * (phase - 0.5)) / max(stride, 0.5 * who["leg"])
    return min(max(1.0 + CLOCK_GAIN * early, SLOWEST_CLOCK), FASTEST_CLOCK)


@compiled
def _step_is_over(motion: Motion, who: Record, command: Record, memory: Record) -> bool:
    """A step ends at footstrike or when its time is over, whichever comes first."""
    swing = 1 - memory["stance"]
    load = motion.load[who["foot"][swing]] + motion.load[who["toes"][swing]]
    struck = load > STRIKE_LOAD * who["total_mass"] * command["gravity"]
    phase = memory["time"] / command["step_period"]
    latest = 1.0 if command["walking"] else LATEST_STRIKE
    return phase >= latest or (phase > EARLIEST_STRIKE and struck)


@compiled
def _change_feet(motion: Motion, who: Record, command: Record, memory: Record) -> None:
    memory["footstrikes"] += 1
    if memory["footstrikes"] < 3:
        memory["usual"] = memory["planned"]
    memory["usual"] += USUAL_RATE * (memory["planned"] - memory["usual"])
    heading = memory["heading"]
    moved = np.zeros(2)
    for axis in range(2):
        moved[axis] = motion.com[axis] - memory["begin"][axis]
    mean = ahead(moved, heading) / memory["elapsed"]
    if not command["walking"]:
        memory["correction"] = 0.0
    elif memory["footstrikes"] > 3:
        correction = memory["correction"] + SPEED_GAIN * (memory["speed"] - mean)
        memory["correction"] = min(max(correction, -LARGEST_CORRECTION), LARGEST_CORRECTION)
    faces = abs(wrapped(command["heading"] - heading)) < 0.5 * TURNED_AWAY
    at_rest = (
        faces and abs(ahead(motion.com_velocity, heading)) < REST_SPEED and abs(mean) < REST_SPEED
    )
    if not command["walking"] and at_rest and memory["speed"] == 0.0:
        memory["mode"] = STANDING
        memory["correction"] = 0.0
    else:
        _begin_step(motion, who, memory, 1 - memory["stance"])


@compiled
def _begin_step(motion: Motion, who: Record, memory: Record, stance: int) -> None:
    memory["mode"] = WALKING
    memory["stance"] = stance
    memory["time"] = 0.0
    memory["elapsed"] = 0.0
    memory["fresh"] = 1
    ankle = motion.origin[who["foot"][1 - stance]]
    for axis in range(2):
        memory["begin"][axis] = motion.com[axis]
        memory["lift_off"][axis] = ankle[axis]


@compiled
def support_middle(motion: Motion, who: Record) -> Array:
    """(3,) middle of the soles of both feet."""
    middle = np.zeros(3)
    for side in range(2):
        middle += 0.5 * sole_middle(motion, who, side)
    return middle


@compiled
def ground_under(motion: Motion, who: Record, side: int) -> float:
    """Height [m] of the ground as a loaded foot feels it, whether heel or ball is down."""
    heel_down = motion.origin[who["foot"][side]][2] - who["ankle_height"][side]
    ball_down = motion.origin[who["toes"][side]][2] - who["ball_height"][side]
    return min(heel_down, ball_down)


@compiled
def sole_middle(motion: Motion, who: Record, side: int) -> Array:
    """(3,) middle of a sole, at the height of the ankle."""
    foot = who["foot"][side]
    return (
        motion.origin[foot]
        + 0.5 * (who["ball"][side] - who["heel"][side]) * motion.rotation[foot][:, 0]
    )


@compiled
def _leave_standing(motion: Motion, who: Record, command: Record, memory: Record) -> None:
    heading = memory["heading"]
    middle = support_middle(motion, who)
    offset, velocity = motion.com - middle, motion.com_velocity
    height, gravity = motion.com[2], command["gravity"]
    forward = ahead(offset, heading) + stopping_distance(ahead(velocity, heading), height, gravity)
    sideways = aside(offset, heading) + stopping_distance(aside(velocity, heading), height, gravity)
    spread = 0.5 * abs(
        aside(motion.origin[who["foot"][LEFT]] - motion.origin[who["foot"][RIGHT]], heading)
    )
    turned = abs(wrapped(command["heading"] - heading)) > TURNED_AWAY
    if abs(forward) > LEAVES_SUPPORT or abs(sideways) > LEAVES_SUPPORT + spread:
        _begin_step(motion, who, memory, LEFT if sideways > 0.0 else RIGHT)
    elif command["walking"] or turned:
        left_is_ahead = ahead(
            motion.origin[who["foot"][LEFT]] - motion.origin[who["foot"][RIGHT]], heading
        )
        memory["stance"] = RIGHT if left_is_ahead < -SAME_LINE else LEFT
        memory["mode"] = STARTING
        memory["footstrikes"] = 0


@compiled
def _leave_starting(motion: Motion, who: Record, command: Record, memory: Record) -> None:
    """The first step begins when the body would come to rest near the stance foot.

    Section 4 waits for 40 % of the way; the stopping point also counts the velocity.
    """
    stance, heading = memory["stance"], memory["heading"]
    foot, other = motion.origin[who["foot"][stance]], motion.origin[who["foot"][1 - stance]]
    spread = aside(foot - other, heading)
    velocity = aside(motion.com_velocity, heading)
    reached = aside(motion.com - other, heading)
    reached += stopping_distance(velocity, motion.com[2], command["gravity"])
    if reached * outward(stance) > START_SHIFT * spread * outward(stance):
        _begin_step(motion, who, memory, stance)


@compiled
def phase_of(command: Record, memory: Record) -> float:
    return min(memory["time"] / command["step_period"], 1.0)


@compiled
def leg_parts(who: Record, side: int) -> tuple[int, int, int, int]:
    return who["upper_leg"][side], who["lower_leg"][side], who["foot"][side], who["toes"][side]


@compiled
def load_on(who: Record, motion: Motion, side: int) -> float:
    return motion.load[who["foot"][side]] + motion.load[who["toes"][side]]


@compiled
def load_share(who: Record, motion: Motion, memory: Record, side: int) -> float:
    """How much of the body this leg answers for: all in stance, by nearness when standing.

    Where the feet are, not what they bear: an unloaded leg would else never take its share.
    """
    if memory["mode"] == WALKING:
        return 1.0 if side == memory["stance"] else 0.0
    heading = memory["heading"]
    own = outward(side) * aside(sole_middle(motion, who, side) - motion.com, heading)
    other = -outward(side) * aside(sole_middle(motion, who, 1 - side) - motion.com, heading)
    spread = max(own + other, 0.02 * who["leg"])
    return min(max(other / spread, 0.0), 1.0)
