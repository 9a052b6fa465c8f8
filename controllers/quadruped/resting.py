"""Contacts of a four-legged body besides its feet: segments that rest on the ground."""

from __future__ import annotations

import math

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import Dynamics, Indices, point_velocity
from ...simulation.rotation import Array
from ..program.objectives import Objective, add_point_task
from ..program.whole_body import EDGES
from .records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory

# Numbers without a source: tuned by hand, judged by bench quadruped_postures.
# Height of a segment's upper end over the lower one up to which both touch: of the leg, and of the
# segment's length, so that the heel of a short paw does not bear the load of its tip.
TOUCHES, FLAT = 0.03, 0.2
REST_WEIGHT, REST_DAMPING = 30.0, 4.2  # of segments that stay where they lie; [sqrt(g / leg)]


@compiled
def offer_rests(
    objective: Objective, body: Body, anatomy: QuadrupedAnatomy, motion: Motion,
    command: QuadrupedCommand, memory: QuadrupedMemory, dynamics: Dynamics, points: Array,
    bearers: Indices, forces: Array, count: int,
) -> int:  # fmt: skip
    """Add to `count` contacts those of all loaded segments but the feet's tips; return the number.

    The last forces of unloaded contacts are cleared. Where a leg frame rests, tasks keep the lying
    segments in place.
    """
    for i in range(len(body.mass)):
        if _is_tail(anatomy, i):  # too light to bear anything
            continue
        for end in range(2):
            slot = EDGES * (4 + 2 * i + end)
            own = memory["forces"][slot : slot + EDGES]
            if motion.load[i] <= 0.0 or count == len(points):
                own[:] = 0.0
                continue
            if not _touches(motion, anatomy, command, memory, i, end):
                own[:] = 0.0
                continue
            at = end_of(motion, anatomy, i, end)
            at[2] -= anatomy["thickness"][i]
            points[count] = at - motion.com
            bearers[count] = i
            forces[EDGES * count : EDGES * (count + 1)] = own
            memory["slots"][count] = 4 + 2 * i + end
            count += 1
            if command["rests"].sum() > 0:
                slip = point_velocity(dynamics.twists[i], at - motion.com)
                still = -REST_DAMPING * math.sqrt(command["gravity"] / anatomy["leg"]) * slip
                weight = REST_WEIGHT * anatomy["moves"]
                add_point_task(objective, body, motion, dynamics, i, at, still, weight)
    return count


@compiled
def _is_tail(anatomy: QuadrupedAnatomy, segment: int) -> bool:
    found = False
    for i in range(anatomy["tail_count"]):
        found = found or anatomy["tail"][i] == segment
    return found


@compiled
def end_of(motion: Motion, anatomy: QuadrupedAnatomy, segment: int, end: int) -> Array:
    """(3,) middle of one of a segment's two round ends [m]."""
    at = motion.origin[segment].copy()
    for k in range(3):
        for axis in range(3):
            at[k] += motion.rotation[segment, k, axis] * anatomy["ends"][segment, end, axis]
    return at


@compiled
def _touches(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    segment: int, end: int,
) -> bool:  # fmt: skip
    """Whether this end of a loaded segment touches the ground: the lower end, or both.

    The tip is a foot's own contact. A foot that is to lift bears nothing: the program would lean on
    a short foot, whose ends are both near the ground, and so hold it down.
    """
    for leg in range(4):
        own = segment == anatomy["foot"][leg] and command["tucked"][leg] == 0
        if own and (end == 1 or memory["swings"][leg] == 1):
            return False
    way = end_of(motion, anatomy, segment, end) - end_of(motion, anatomy, segment, 1 - end)
    length = math.sqrt((way * way).sum())
    return way[2] <= min(TOUCHES * anatomy["leg"], FLAT * length)
