"""A runner's feet: footholds, swing paths, and the roll-off of a planted foot.

The foothold is the one from which the stance brings the body to its target speed: Raibert's
v T / 2 + k (v - v_d), with k from the pendulum.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import point_velocity
from ...simulation.rotation import Array, about_y, heading_of, product
from ..balance.free_fall import falling_time
from ..balance.posture import squared_frequency, turn_towards
from ..balance.stance import SLIP_DAMPING, SOLE_STIFFNESS, SOLE_WEIGHT
from ..gait.footing import ahead, aside, outward
from ..gait.records import GaitCommand
from ..gait.terrain import sole_frame
from ..program.anatomy import Anatomy
from ..program.objectives import (
    Tick,
    add_axis_rotation_task,
    add_point_task,
    add_rotation_task,
)
from .bounce import (
    HALF_WIDTH,
    falling_rate,
    haste,
    leaving_velocity,
    pendulum,
    sureness,
    time_scale,
)
from .clock import FURTHEST_SWEEP, PRESSED
from .contacts import contact_after, hops, landing_of, lands, swing_time, swings
from .records import RunMemory
from .turns import bank, tightened

# Numbers without a source: tuned by hand, judged by bench running.
FURTHEST_BEHIND, FURTHEST_AHEAD = 0.2, 0.55  # of the leg: foothold from the center of mass
# Of the leg, for each haste above 1: the ankle is still moving ahead as the foot strikes early.
NEARER = 0.06
INWARDS, OUTWARDS = 0.08, 0.35  # of the leg: foothold sideways; crossed legs bear badly
HOPPING_INWARDS = 0.25  # of the leg, where the other leg is carried
HIGHEST, HIGHEST_AT = 0.28, 0.4  # of the leg; of a swing: the ankle's peak and its time
# [s], an adult's, and exponent of its share: in a shorter swing the foot is lifted less.
BRISK_SWING, LIFT_EXPONENT = 0.4, 1.5
# Of the legs' breadth, from middle to middle, when one passes the other; of a swing: when.
PASSING_ROOM, BESIDE, PASSED = 2.0, 0.4, 0.5
LEAST_PASSING = 0.07  # [s], an adult's: least remaining time to that place
# [s], an adult's: least remaining time of a path; of a late descent.
SHORTEST, LATE_DESCENT = 0.05, 0.05
FASTEST_DESCENT = 1.5  # [m/s]: a foot that is too high for this speed lands late
RISES_UNTIL = 0.04  # [s], an adult's, before the highest point
LARGEST_CHANGE = 12.0  # of gravity: of an ankle's velocity
SWING_STIFFNESS, TURN_WEIGHT = 40.0, 3.0  # of a swing foot's pitch and heading [g / leg]
EARLY_WEIGHT, LANDING_WEIGHT = 60.0, 120.0  # of a swing ankle's task
TURNING_SOLE, TURNING_ANKLE = 2.0, 0.59  # of these weights, in a tight turn
TRAILING_PITCH, TRAILS_UNTIL = 1.2, 0.7  # of a foot after take-off [rad]; of a swing
HEEL_RISE, HEEL_RISES = 1.3, 0.45  # at take-off [rad]; share of a stance from which
ROLLS_FROM, ROLLING_SHARE = 0.45, 0.002  # share of a stance; of the weight of a sole's pitch


@compiled
def plan_feet(motion: Motion, anatomy: Anatomy, command: GaitCommand, run: RunMemory) -> None:
    """Fill in time and place of both feet's landings, and the ankles' accelerations."""
    place, velocity = np.empty(2), np.empty(2)
    due = _foresee_landing(motion, anatomy, command, run, place, velocity)
    contact = contact_after(run, run["contact"])
    side = run["contact_side"][contact]
    last = landing_of(run, 1 - side) if lands(run, 1 - side) else contact
    while True:
        side = run["contact_side"][contact]
        if landing_of(run, side) == contact and swings(run, side):
            run["due"][side] = due
            _set_goal(anatomy, command, run, contact, place, velocity)
            _lead_ankle(motion, anatomy, command, run, side)
        if contact == last:
            break
        due += _pass_contact(anatomy, command, run, contact, due, place, velocity)
        contact = contact_after(run, contact)


@compiled
def _pass_contact(
    anatomy: Anatomy, command: GaitCommand, run: RunMemory, contact: int, due: float, place: Array,
    velocity: Array,
) -> float:  # fmt: skip
    """Time [s] from a touch-down to the next; advances place and velocity (2,) to that moment."""
    leaving = leaving_velocity(anatomy, command, run, contact, due)
    stance, flight = run["stances"][contact], run["flights"][contact]
    for axis in range(2):
        place[axis] += 0.5 * (velocity[axis] + leaving[axis]) * stance + leaving[axis] * flight
        velocity[axis] = leaving[axis]
    lasting: float = stance + flight
    return lasting


@compiled
def _foresee_landing(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, run: RunMemory, place: Array,
    velocity: Array,
) -> float:  # fmt: skip
    """Time [s] until the next foot lands; fills in the body's place and velocity (2,) then."""
    gravity = command["gravity"]
    if run["airborne"]:
        rise, height = motion.com_velocity[2], motion.com[2] - run["landing"] - run["height"]
        lasting = min(falling_time(rise, height, gravity), 3.0 * run["flights"][run["contact"]])
        run["fall"] = min(max(gravity * lasting - rise, 0.2), 1.5)
        velocity[:] = motion.com_velocity[:2]
        place[:] = motion.com[:2] + lasting * velocity
        return lasting
    left = max(run["stance_time"] - run["elapsed"], 0.0)
    rate = falling_rate(command, run, run["contact"])
    cosh, sinh = math.cosh(rate * left), math.sinh(rate * left)
    for axis in range(2):
        away, moving = motion.com[axis] - run["place"][axis], motion.com_velocity[axis]
        velocity[axis] = rate * sinh * away + cosh * moving
        leaves = run["place"][axis] + cosh * away + sinh / rate * moving
        place[axis] = leaves + run["air_time"] * velocity[axis]
    return left + run["air_time"]


@compiled
def _set_goal(
    anatomy: Anatomy, command: GaitCommand, run: RunMemory, contact: int, place: Array,
    velocity: Array,
) -> None:  # fmt: skip
    """Set where an ankle comes down, for the body's place (2,) [m] and velocity (2,) [m/s] then."""
    side, size = run["contact_side"][contact], anatomy["leg"]
    due, stance = run["due"][side], run["stances"][contact]
    after = due + stance + 0.5 * run["flights"][contact]
    leaving = leaving_velocity(anatomy, command, run, contact, after)
    cosh, sinh = pendulum(command, run, contact)
    away = (cosh * velocity - leaving) / sinh
    heading = run["heading"] + run["turn_rate"] * due
    along, out = ahead(away, heading), outward(side)
    swept = 0.5 * ahead(velocity + leaving, heading) * stance
    nearest = max(-FURTHEST_BEHIND * size, swept - FURTHEST_SWEEP * size)
    along = min(max(along, nearest), FURTHEST_AHEAD * size)
    banked = -run["speed"] * run["turn_rate"] / command["gravity"] * run["height"]
    across = out * (aside(away, heading) - banked)
    inwards = INWARDS if lands(run, 1 - side) else HOPPING_INWARDS
    across = banked + out * min(max(across, -inwards * size), OUTWARDS * size)
    nearer = NEARER * sureness(anatomy, side) * (haste(anatomy, run) - 1.0)
    along += (run["foothold_shift"][0] - nearer - PRESSED) * size
    if run["leaps_in"] == 0 and contact == contact_after(run, run["contact"]):
        along += run["leaps_ahead"] * size
    across += out * run["foothold_shift"][1] * size
    c, s = math.cos(heading), math.sin(heading)
    run["goal"][side, 0] = place[0] + along * c - across * s
    run["goal"][side, 1] = place[1] + along * s + across * c
    run["goal"][side, 2] = run["landing"] + anatomy["ankle_height"][side]
    run["sole_heading"][side] = heading


@compiled
def apart(run: RunMemory) -> bool:
    """Whether the feet stay apart, and neither passes the other."""
    keep: bool = run["half_width"] > HALF_WIDTH
    return keep


@compiled
def swing_share(run: RunMemory, side: int) -> float:
    """Share of a foot's swing that is over."""
    return min(max(1.0 - run["due"][side] / swing_time(run, side), 0.0), 1.0)


@compiled
def swing_size(anatomy: Anatomy, run: RunMemory, side: int) -> float:
    """Height of a foot's swing as a share of a runner's: a hopping foot has less time."""
    share = swing_time(run, side) / (BRISK_SWING * time_scale(anatomy))
    return run["lift"] * min(share**LIFT_EXPONENT, 1.0)


@compiled
def _lead_ankle(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, run: RunMemory, side: int
) -> None:
    """Set the ankle's acceleration of least effort towards its foothold, in time and at rest.

    It starts from the ankle's actual state, so that no tracking error builds up.
    """
    scale, goal, change = time_scale(anatomy), run["goal"][side], run["change"][side]
    ankle, velocity = motion.origin[anatomy["foot"][side]], ankle_velocity(motion, anatomy, side)
    due = max(run["due"][side], (ankle[2] - goal[2]) / FASTEST_DESCENT)
    left = max(due, SHORTEST * scale)
    for axis in range(2):
        change[axis] = least_effort(goal[axis] - ankle[axis], velocity[axis], 0.0, left)
    rising = due - (1.0 - HIGHEST_AT) * swing_time(run, side)
    size = swing_size(anatomy, run, side)
    if rising > RISES_UNTIL * size * scale:
        lifted = size * (HIGHEST * anatomy["leg"] - anatomy["ankle_height"][side])
        high = goal[2] + lifted - ankle[2]
        change[2] = least_effort(high, velocity[2], 0.0, rising)
    elif due > SHORTEST * scale:
        change[2] = least_effort(goal[2] - ankle[2], velocity[2], -run["fall"], left)
    else:
        change[2] = (-run["fall"] - velocity[2]) / (LATE_DESCENT * scale)
    if swing_share(run, side) < PASSED and lands(run, 1 - side) and not apart(run):
        _pass_the_other_leg(motion, anatomy, command, run, side, ankle, velocity)
    most = LARGEST_CHANGE * command["gravity"]
    level = math.sqrt(change[0] ** 2 + change[1] ** 2)
    if level > most:
        change[:2] *= most / level
    change[2] = min(max(change[2], -most), most)


@compiled
def least_effort(way: float, velocity: float, last: float, time: float) -> float:
    """First acceleration [m/s2] of the path of least squared acceleration.

    Args:
        way: distance to travel [m]; velocity, last: velocity now and at the end [m/s].
        time: duration [s].
    """
    return 6.0 * way / time**2 - (4.0 * velocity + 2.0 * last) / time


@compiled
def ankle_velocity(motion: Motion, anatomy: Anatomy, side: int) -> Array:
    """(3,) velocity of an ankle in the world [m/s]."""
    foot, velocity = anatomy["foot"][side], np.empty(3)
    arm, angular_velocity = motion.origin[foot] - motion.center[foot], motion.angular_velocity[foot]
    for k in range(3):
        a, b = (k + 1) % 3, (k + 2) % 3
        velocity[k] = (
            motion.velocity[foot, k] + angular_velocity[a] * arm[b] - angular_velocity[b] * arm[a]
        )
    return velocity


@compiled
def _pass_the_other_leg(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, run: RunMemory, side: int,
    ankle: Array, velocity: Array,
) -> None:  # fmt: skip
    """Move the ankle sideways in time where the legs would touch as they pass each other.

    In a turn both lean: an inner ankle that is higher than the other has to be further in.
    """
    room = PASSING_ROOM * (anatomy["half_breadth"][0] + anatomy["half_breadth"][1])
    heading, other = run["heading"], motion.origin[anatomy["foot"][1 - side]]
    if outward(side) * aside(run["goal"][side] - other, heading) > room:
        return
    rest = (BESIDE - swing_share(run, side)) * swing_time(run, side)
    time = max(rest, LEAST_PASSING * time_scale(anatomy))
    room += max(outward(side) * math.tan(bank(command, run)) * (ankle[2] - other[2]), 0.0)
    way = outward(side) * room - aside(ankle - other, heading)
    change = run["change"][side]
    more = least_effort(way, aside(velocity, heading), 0.0, time) - aside(change, heading)
    change[0] -= more * math.sin(heading)
    change[1] += more * math.cos(heading)


@compiled
def swing_run_foot(tick: Tick[Anatomy], command: GaitCommand, run: RunMemory, side: int) -> None:
    """Add the tasks of a swing foot: its ankle's acceleration, and its orientation ahead."""
    anatomy, motion = tick.anatomy, tick.motion
    foot, share = anatomy["foot"][side], swing_share(run, side)
    size = swing_size(anatomy, run, side)
    pitch = TRAILING_PITCH * size * max(1.0 - share / TRAILS_UNTIL, 0.0)
    flat = sole_frame(command, run["sole_heading"][side], command["landing_gradient"])
    stiffness = SWING_STIFFNESS * squared_frequency(anatomy, command)
    turning = turn_towards(motion, foot, product(flat, about_y(pitch)), stiffness)
    add_rotation_task(tick, foot, turning, tightened(TURN_WEIGHT, TURNING_SOLE, run))
    weight = EARLY_WEIGHT + (LANDING_WEIGHT - EARLY_WEIGHT) * share * share
    weight = tightened(weight, TURNING_ANKLE, run)
    change = run["change"][side].copy()
    add_point_task(tick, foot, motion.origin[foot], change, weight)


@compiled
def plant_run_foot(tick: Tick[Anatomy], command: GaitCommand, run: RunMemory, side: int) -> None:
    """Add the tasks of a loaded foot: it stays in place; later in the stance its heel may rise.

    A hopping foot has no time to raise its toes again, so its heel rises less.
    """
    anatomy, motion = tick.anatomy, tick.motion
    foot, share = anatomy["foot"][side], min(run["elapsed"] / run["stance_time"], 1.0)
    risen = max((share - HEEL_RISES) / (1.0 - HEEL_RISES), 0.0)
    highest = HEEL_RISE * (swing_size(anatomy, run, side) if hops(run, run["contact"]) else 1.0)
    rate = 2.0 * highest * risen / ((1.0 - HEEL_RISES) * run["stance_time"])
    flat = sole_frame(command, heading_of(motion.rotation[foot]), command["gradient"][side])
    pointing = product(flat, about_y(highest * risen * risen))
    stiffness = SOLE_STIFFNESS * squared_frequency(anatomy, command)
    target = turn_towards(motion, foot, pointing, stiffness)
    target += 2.0 * math.sqrt(stiffness) * rate * pointing[:, 1]
    for axis in range(3):
        weight = SOLE_WEIGHT
        if axis == 1 and share > ROLLS_FROM:
            weight *= ROLLING_SHARE
        direction = motion.rotation[foot][:, axis].copy()
        along = (direction * target).sum()
        add_axis_rotation_task(tick, foot, direction, along, weight)
    ball = motion.origin[anatomy["toes"][side]]
    slip = point_velocity(tick.dynamics.twists[foot], ball - motion.com)
    add_point_task(tick, foot, ball, -SLIP_DAMPING * slip, SOLE_WEIGHT)
