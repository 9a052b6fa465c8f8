"""Contacts of a four-legged body besides its feet: segments that rest on the ground."""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import point_velocity
from ...simulation.rotation import Array
from ..program.contacts import EDGES, Contacts
from ..program.objectives import Tick, add_point_task
from .records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory

# Numbers without a source: tuned by hand, judged by bench quadruped_postures.
# Height of a segment's upper end over the lower one up to which both touch: of the leg, and of the
# segment's length, so that the heel of a short paw does not bear the load of its tip.
TOUCHES, FLAT = 0.03, 0.2
REST_WEIGHT, REST_DAMPING = 30.0, 4.2  # of segments that stay where they lie; [sqrt(g / leg)]


@compiled
def offer_contact(
    memory: QuadrupedMemory, slot: int, segment: int, place: Array, contacts: Contacts, count: int
) -> int:
    """Add a contact to the first `count` ones, with its last forces; return the new number.

    Args:
        slot: of the contact's forces in the memory.
        place: (3,) relative to the center of mass [m].
    """
    last = memory["forces"][EDGES * slot : EDGES * (slot + 1)]
    contacts.points[count] = place
    contacts.segments[count] = segment
    contacts.forces[EDGES * count : EDGES * (count + 1)] = last
    memory["slots"][count] = slot
    return count + 1


@compiled
def offer_rests(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory,
    contacts: Contacts, count: int,
) -> int:  # fmt: skip
    """Add to `count` contacts those of all loaded segments but the feet's tips; return the number.

    The last forces of unloaded contacts are cleared. Where a leg frame rests, tasks keep the lying
    segments in place.
    """
    anatomy, motion = tick.anatomy, tick.motion
    for i in range(tick.body.rows[0]):
        if _is_tail(anatomy, i):  # too light to bear anything
            continue
        for end in range(2):
            slot = 4 + 2 * i + end
            own = memory["forces"][EDGES * slot : EDGES * (slot + 1)]
            if motion.load[i] <= 0.0 or count == len(contacts.points):
                own[:] = 0.0
                continue
            if not _touches(motion, anatomy, command, memory, i, end):
                own[:] = 0.0
                continue
            at = end_of(motion, anatomy, i, end)
            at[2] -= anatomy["thickness"][i]
            count = offer_contact(memory, slot, i, at - motion.com, contacts, count)
            if command["rests"].sum() > 0:
                slip = point_velocity(tick.dynamics.twists[i], at - motion.com)
                still = -REST_DAMPING * math.sqrt(command["gravity"] / anatomy["leg"]) * slip
                weight = REST_WEIGHT * anatomy["moves"]
                add_point_task(tick, i, at, still, weight)
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
