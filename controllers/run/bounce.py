"""The stance of a run: the ground's force for the next flight and for the target speed.

Vertically the ground's force at a share s of the stance is A sin(pi s) + B sin(2 pi s), zero at
both ends as in people's running; A and B follow from the body's state and its target state at
take-off. Horizontally the body falls away from its center of pressure, an inverted pendulum.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..balance.free_fall import falling_time
from ..gait.footing import outward
from ..gait.gait import ADULT_LEG
from ..gait.records import GaitCommand
from ..program.anatomy import Anatomy
from .contacts import contact_before, hops
from .records import RunMemory
from .turns import tightened

# Numbers without a source: tuned by hand, judged by bench running.
SETTLED_FROM = 0.75  # share of a stance from which its force is no longer planned again
SKEW = 0.3  # of A: largest B; a late peak of force exceeds what a bent knee bears
MAKES_UP = 0.25  # of A: largest change by an error of the height
LEAST_PUSH, HARDEST_PUSH = 0.1, 4.0  # of gravity
LEAST_TIME = 0.03  # [s], an adult's: lower bound of a stance's remaining time
LEAST_MEAN = 0.3  # of gravity: lower bound of the pendulum's mean push
HEEL_SHARE, BALL_SHARE, SIDE_SHARE = 0.8, 0.9, 0.8  # of the sole: range of the pressure
BRISK_SPEED = 2.0  # [m/s], an adult's
# Of the leg: a sole whose runner makes use of all its haste, and how much that shrinks with it.
ROOMY_SOLE, SHRINKS = 0.206, 60.0
# Of the leg: from the middle line to a foothold, so that the legs pass; of it in a tight turn.
HALF_WIDTH, NARROWER = 0.085, 0.86


@compiled
def time_scale(anatomy: Anatomy) -> float:
    """Ratio of this body's times to an adult's, by dynamic similarity."""
    return math.sqrt(anatomy["leg"] / ADULT_LEG)


@compiled
def haste(anatomy: Anatomy, run: RunMemory) -> float:
    """Ratio of the target speed to a brisk one, at least 1."""
    return max(abs(run["speed"]) / time_scale(anatomy) / BRISK_SPEED, 1.0)


@compiled
def sureness(anatomy: Anatomy, side: int) -> float:
    """Share, 0 to 1, of what haste changes in a run besides its stances, that a foot allows.

    The pressure under a short sole cannot make up for what goes wrong in a long flight: its runner
    stays slower than asked.
    """
    sole = (anatomy["heel"][side] + anatomy["ball"][side]) / anatomy["leg"]
    return min(max(1.0 - SHRINKS * (ROOMY_SOLE - sole), 0.0), 1.0)


@compiled
def plan_bounce(motion: Motion, anatomy: Anatomy, command: GaitCommand, run: RunMemory) -> None:
    """Fill in the target acceleration of the center of mass at this moment of the stance."""
    stance, gravity = run["stance_time"], command["gravity"]
    share = min(run["elapsed"] / stance, 1.0)
    climbed = 0.5 * (run["landing"] - run["floor"])
    if share < SETTLED_FROM:
        height = motion.com[2] - run["floor"] - climbed
        _plan_force(motion, run, gravity, share, height)
    up = run["bounce"][0] * math.sin(math.pi * share)
    up += run["bounce"][1] * math.sin(2.0 * math.pi * share)
    up = min(max(up, 0.0), HARDEST_PUSH * gravity)
    run["push"][2] = up - gravity
    _foresee_flight(motion, run, gravity, share)
    place_pressure(motion, anatomy, command, run)
    height = max(motion.com[2] - run["floor"], 0.5 * anatomy["leg"])
    for axis in range(2):
        run["push"][axis] = up / height * (motion.com[axis] - run["place"][axis])


@compiled
def _plan_force(
    motion: Motion, run: RunMemory, gravity: float, share: float, height: float
) -> None:
    """Choose A for the target flight, and B for the height within its bounds."""
    left = run["stance_time"] * (1.0 - share)
    speed_gain, height_gain = _gains(run["stance_time"], share)
    rise = motion.com_velocity[2]
    flight = run["flights"][run["contact"]]
    gained = 0.5 * gravity * flight - rise + gravity * left
    climbed = run["height"] - height - rise * left + 0.5 * gravity * left * left
    pivot = speed_gain[0] * height_gain[1] - speed_gain[1] * height_gain[0]
    skew = (speed_gain[0] * climbed - height_gain[0] * gained) / pivot
    alone = max(gained / speed_gain[0], LEAST_PUSH * gravity)
    skew = min(max(skew, -SKEW * alone), SKEW * alone)
    # The take-off speed makes up in the flight for the height error that remains.
    thrown = (gained - speed_gain[1] * skew) / speed_gain[0]
    missed = climbed - height_gain[0] * thrown - height_gain[1] * skew
    makes_up = missed / flight / (speed_gain[0] + height_gain[0] / flight)
    run["bounce"][0] = thrown + min(max(makes_up, -MAKES_UP * alone), MAKES_UP * alone)
    run["bounce"][1] = skew


@compiled
def _gains(stance: float, share: float) -> tuple[Array, Array]:
    """Speed [s] and distance [s2], each (2,), that unit A and unit B give in the rest of a stance.
    """
    speed, way = np.empty(2), np.empty(2)
    for k in range(2):
        rate = (k + 1) * math.pi
        end = 1.0 if k == 0 else -1.0  # minus the cosine at the end
        cosine, sine = math.cos(rate * share), math.sin(rate * share)
        speed[k] = stance * (cosine + end) / rate
        way[k] = stance * stance * ((1.0 - share) * cosine / rate + sine / rate**2)
    return speed, way


@compiled
def _foresee_flight(motion: Motion, run: RunMemory, gravity: float, share: float) -> None:
    """Predict the duration of the next flight from the take-off of this stance."""
    left = run["stance_time"] * (1.0 - share)
    speed_gain, height_gain = _gains(run["stance_time"], share)
    rise, height = motion.com_velocity[2] - gravity * left, motion.com[2] - run["landing"]
    height += motion.com_velocity[2] * left - 0.5 * gravity * left * left
    for k in range(2):
        rise += run["bounce"][k] * speed_gain[k]
        height += run["bounce"][k] * height_gain[k]
    falls = falling_time(rise, height - run["height"], gravity)
    flight = run["flights"][run["contact"]]
    run["air_time"] = min(max(falls, 0.3 * flight), 2.0 * flight)


@compiled
def falling_rate(command: GaitCommand, run: RunMemory, contact: int) -> float:
    """Rate [1/s] of the pendulum's fall in a contact, whose push also covers the flights' half."""
    flights = 0.5 * (run["flights"][contact_before(run, contact)] + run["flights"][contact])
    stance = run["stances"][contact]
    return math.sqrt(command["gravity"] * (stance + flights) / stance / run["height"])


@compiled
def pendulum(command: GaitCommand, run: RunMemory, contact: int) -> tuple[float, float]:
    """cosh(w T) and w sinh(w T) of a whole stance T [s] for the pendulum's rate w [1/s]."""
    rate = falling_rate(command, run, contact)
    turned = rate * run["stances"][contact]
    return math.cosh(turned), rate * math.sinh(turned)


@compiled
def leaving_velocity(
    anatomy: Anatomy, command: GaitCommand, run: RunMemory, contact: int, after: float
) -> Array:
    """(2,) target velocity [m/s] at the take-off of a contact that is a time [s] from now.

    Sideways it is what is asked for, and the velocity that the other foot reverses, at the same
    distance from the middle line, but before a hop on the same foot. In a tight turn the feet come
    nearer to each other.
    """
    cosh, sinh = pendulum(command, run, contact)
    heading = run["heading"] + run["turn_rate"] * after
    c, s = math.cos(heading), math.sin(heading)
    ahead, left = run["speed"] + run["correction"], run["aside"]
    if not hops(run, contact):
        side = run["contact_side"][contact]
        width = tightened(run["half_width"], NARROWER, run) * anatomy["leg"]
        left -= outward(side) * width * sinh / (1.0 + cosh)
    return np.array([ahead * c - left * s, ahead * s + left * c])


@compiled
def place_pressure(motion: Motion, anatomy: Anatomy, command: GaitCommand, run: RunMemory) -> None:
    """Fill in the center of pressure for the target velocity at take-off, within the sole."""
    left = run["stance_time"] - run["elapsed"]
    flight = run["flights"][run["contact"]]
    after = max(left, 0.0) + 0.5 * flight
    left = max(left, LEAST_TIME * time_scale(anatomy))
    wanted = leaving_velocity(anatomy, command, run, run["contact"], after)
    gained = 0.5 * command["gravity"] * flight - motion.com_velocity[2]
    mean = max(gained / left + command["gravity"], LEAST_MEAN * command["gravity"])
    rate = math.sqrt(mean / max(motion.com[2] - run["floor"], 0.5 * anatomy["leg"]))
    cosh, sinh = math.cosh(rate * left), rate * math.sinh(rate * left)
    foot, side = anatomy["foot"][run["side"]], run["side"]
    frame, ankle = motion.rotation[foot], motion.origin[foot]
    away = np.empty(2)
    for axis in range(2):
        change = wanted[axis] - cosh * motion.com_velocity[axis]
        away[axis] = motion.com[axis] - change / sinh - ankle[axis]
    along = away[0] * frame[0, 0] + away[1] * frame[1, 0]
    across = away[0] * frame[0, 1] + away[1] * frame[1, 1]
    along = min(max(along, -HEEL_SHARE * anatomy["heel"][side]), BALL_SHARE * anatomy["ball"][side])
    widest = SIDE_SHARE * anatomy["half_width"][side]
    across = min(max(across, -widest), widest)
    for axis in range(2):
        run["place"][axis] = ankle[axis] + along * frame[axis, 0] + across * frame[axis, 1]
