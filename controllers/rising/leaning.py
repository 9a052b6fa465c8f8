"""Contacts of a rising body: planted points, carried points, and the contacts' force limits.

The force limit of each contact follows the load that is felt there, and falls for a limb with a
joint at its torque limit.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import Indices, point_velocity
from ...simulation.rotation import Array, times
from ..balance.smooth_way import clipped, smooth, smooth_growth, smooth_rate
from ..program.anatomy import Anatomy
from ..program.contacts import EDGES, Contacts
from ..program.objectives import Tick, add_point_task
from .ground_plane import height_of, slant
from .records import KeyPose

# Numbers without a source: tuned by hand, judged by bench rising.
MOST_BEARING = 40  # points that bear at the same time
CONTACT_RANGE = 0.02  # [m] off the ground at which a contact's force limit is halved
PLANTED_STIFFNESS, PLANTED_DAMPING, PLANTED_WEIGHT = 40.0, 15.0, 100.0  # [1/s2], [1/s], -
CARRIED_WEIGHT = 60.0  # of a carried point's task
QUICKEST_CARRY = 60.0  # bound of a carried point's target acceleration [m/s2]
# Force limits along an edge of a contact, of body weight: the largest, and that of a new contact.
HARDEST_PUSH, FIRST_PUSH, LEAST_PUSH = 2.0, 0.06, 0.003
FEELS = 0.05  # share of a new load that is felt within a time step
TRUSTED_LOAD = 0.5  # of the load felt by a limb: its force limit along an edge
STRAINED = 0.9  # of a joint's strongest torque
SPARE, TRUST = 0.97, 1.01  # factors per time step of the limit of a strained limb, and of any other


class Progress(NamedTuple):
    """Where a movement is: the share of its path, and that share's rate [1/s] and growth [1/s2]."""

    share: float
    rate: float
    growth: float


@compiled
def place_of(motion: Motion, segment: int, point: Array) -> Array:
    """(3,) world place [m] of a point in a segment's frame [m]."""
    return motion.origin[segment] + times(motion.rotation[segment], point)


@compiled
def stay_planted(tick: Tick[Anatomy], key: KeyPose) -> None:
    """Add the tasks that keep the planted points in place."""
    motion = tick.motion
    for j in range(key["planted"]):
        segment = key["planted_segment"][j]
        place = place_of(motion, segment, key["planted_point"][j])
        velocity = point_velocity(tick.dynamics.twists[segment], place - motion.com)
        target = PLANTED_STIFFNESS * (key["planted_at"][j] - place) - PLANTED_DAMPING * velocity
        add_point_task(tick, segment, place, target, PLANTED_WEIGHT)


@compiled
def carry(tick: Tick[Anatomy], key: KeyPose, after: float) -> None:
    """Add the tasks that move the carried points along their lifted paths.

    Args:
        after: time after which they begin to move [s].
    """
    motion, stiffness = tick.motion, key["stiffness"]
    lasts = key["duration"] - after
    done = min(max((key["elapsed"] - after) / lasts, 0.0), 1.0)
    share, rate, growth = smooth(done), smooth_rate(done) / lasts, smooth_growth(done) / lasts**2
    for j in range(key["carried"]):
        segment = key["carried_segment"][j]
        place = place_of(motion, segment, key["carried_point"][j])
        velocity = point_velocity(tick.dynamics.twists[segment], place - motion.com)
        way = key["carried_to"][j] - key["carried_from"][j]
        wanted, pace = key["carried_from"][j] + share * way, rate * way
        lift = key["carried_lift"][j]
        wanted[2] += lift * math.sin(math.pi * done) ** 2
        turns = math.pi / lasts
        pace[2] += lift * turns * math.sin(2.0 * math.pi * done)
        target = growth * way
        target[2] += 2.0 * lift * turns**2 * math.cos(2.0 * math.pi * done)
        target += stiffness * (wanted - place) + 2.0 * math.sqrt(stiffness) * (pace - velocity)
        for k in range(3):
            target[k] = clipped(target[k], QUICKEST_CARRY)
        add_point_task(tick, segment, place, target, CARRIED_WEIGHT)


@compiled
def offer_touches(
    tick: Tick[Anatomy], key: KeyPose, share: float, shifts: bool, contacts: Contacts,
    numbers: Indices,
) -> int:  # fmt: skip
    """Fill in the present contacts; return their number, at least one, which may bear nothing.

    Args:
        shifts: whether the weight still shifts, before points are carried: they bear until then.
        numbers: (MOST_BEARING,) to be filled in with the number of each contact among all touches.
    """
    body, motion = tick.body, tick.motion
    weight, ground = body.mass.sum() * key["gravity"], key["ground"]
    for i in range(body.rows[0]):
        key["felt"][i] += FEELS * (motion.load[i] - key["felt"][i])
    count = 0
    for j in range(key["touches"]):
        segment = key["touch_segment"][j]
        leaning = key["bore"][j] + share * (key["bears"][j] - key["bore"][j])
        if shifts and key["bore"][j] < 0.0:  # it is to be carried
            leaning = 1.0
        place = place_of(motion, segment, key["touch_point"][j])
        inwards = key["touch_radius"][j] / slant(ground)
        place[0] += inwards * ground[1]
        place[1] += inwards * ground[2]
        place[2] -= inwards
        height = place[2] - height_of(ground, place[0], place[1])
        near = min(1.5 - height / CONTACT_RANGE, 1.0)
        if near > 0.0 and leaning > 0.0 and count < MOST_BEARING:
            contacts.points[count] = place - motion.com
            contacts.segments[count], numbers[count] = segment, j
            felt = TRUSTED_LOAD * key["felt"][segment] + FIRST_PUSH * weight
            contacts.force_limit[count] = min(
                HARDEST_PUSH * weight * near * leaning, key["spared"][j], felt
            )
            count += 1
    return max(count, 1)


@compiled
def spare_limbs(body: Body, key: KeyPose, torques: Array) -> None:
    """Lower the force limit of a limb with a joint at its torque limit, and raise it otherwise."""
    weight = body.mass.sum() * key["gravity"]
    for j in range(key["touches"]):
        strain, i = 0.0, body.parent[key["touch_segment"][j]]
        while i > 0:
            size = 0.0
            for k in range(3):
                size += torques[i, k] * torques[i, k]
            strain = max(strain, math.sqrt(size) / body.torque_limit[i])
            i = body.parent[i]
        if strain > STRAINED:
            force = 0.0
            for edge in range(EDGES):
                force = max(force, key["forces"][EDGES * j + edge])
            key["spared"][j] = min(key["spared"][j], SPARE * force + LEAST_PUSH * weight)
        else:
            key["spared"][j] = min(key["spared"][j] * TRUST, HARDEST_PUSH * weight)
