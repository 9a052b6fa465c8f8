"""Stance legs: tasks that keep the soles planted, and the contacts at their corners."""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import point_velocity
from ...simulation.rotation import Array, about_y, heading_of, product
from ..gait.foot_roll import loaded_pitch, pitch_now
from ..gait.modes import STARTING
from ..gait.records import GaitCommand, GaitMemory
from ..gait.rolling import bearing_share, between, pushes_off
from ..gait.sole import CORNERS, HEELS, INSET, set_corners
from ..gait.spline import eased
from ..gait.style import ROLLING
from ..gait.terrain import height_off_ground, sole_frame
from ..program.anatomy import Anatomy
from ..program.contacts import Contacts
from ..program.objectives import Tick, add_point_task, add_rotation_task
from .posture import squared_frequency, turn_towards

SOLE_STIFFNESS, ROLLED_STIFFNESS = 9.5, 120.0  # [g / leg]
SOLE_WEIGHT, PUSH_OFF_WEIGHT = 1000.0, 300.0  # of a foot in stance, of one that pushes off
ON_TOES = 0.3  # of the share to which a walk rolls: from here on the toes bear a raised heel's load
ON_HEEL = 0.02  # [rad] of raised toes from which the foot bears on its heel alone
SLIP_DAMPING = 20.0  # [1/s]
# Of a foot that the weight leaves for a lower one: shares of the way to it between which its heel
# rises, pitch [rad] per drop of the leg, and most [rad].
RISES_FROM, RISEN_BY, HEEL_RISE, MOST_HEEL_RISE = 0.3, 0.9, 4.0, 0.7
HARDEST_PUSH = 2.0  # of body weight: force along an edge of a contact
CONTACT_RANGE = 0.02  # [m] off the ground at which a contact's force limit is halved
LEAST_SHARE = 0.01  # of the force limit that a contact in the air keeps


@compiled
def plant_foot(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int) -> None:
    """Add the tasks of a loaded foot: stay in place, level or rolling over its heel or ball."""
    anatomy, motion = tick.anatomy, tick.motion
    foot = anatomy["foot"][side]
    weight = PUSH_OFF_WEIGHT if _trails(memory, side) else SOLE_WEIGHT
    flat = sole_frame(command, heading_of(motion.rotation[foot]), command["gradient"][side])
    pitch, rate = _planted_pitch(tick, command, memory, side)
    stiffness = between(SOLE_STIFFNESS, ROLLED_STIFFNESS, memory["rolling"])
    stiffness *= squared_frequency(anatomy, command)
    target = turn_towards(motion, foot, product(flat, about_y(pitch)), stiffness)
    target += 2.0 * math.sqrt(stiffness) * rate * motion.rotation[foot][:, 1]
    add_rotation_task(tick, foot, target, weight)
    pivot = motion.origin[anatomy["toes"][side]].copy()
    if pitch_now(motion, anatomy, command, side) < -ON_HEEL:
        pivot[:] = _heel(tick, side)
    slip = point_velocity(tick.dynamics.twists[foot], pivot - motion.com)
    add_point_task(tick, foot, pivot, -SLIP_DAMPING * slip, weight)


@compiled
def _planted_pitch(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int
) -> tuple[float, float]:
    """Target pitch [rad] and rate [rad/s] of a foot on the ground, on stairs down as well."""
    pitch, rate = loaded_pitch(memory, side)
    return pitch + _left_above(tick.anatomy, tick.motion, command, memory, side), rate


@compiled
def _left_above(
    anatomy: Anatomy, motion: Motion, command: GaitCommand, memory: GaitMemory, side: int
) -> float:
    """Pitch [rad] of a foot that the weight leaves for a lower one: its heel rises meanwhile.

    A flat one would need more dorsiflexion than an ankle has.
    """
    if not (memory["directed"] and memory["mode"] == STARTING and side != memory["stance"]):
        return 0.0
    drop = command["floor"][side] - command["floor"][1 - side]
    foot = motion.origin[anatomy["foot"][side]]
    way = motion.origin[anatomy["foot"][1 - side]] - foot
    gone = way[0] * (motion.com[0] - foot[0]) + way[1] * (motion.com[1] - foot[1])
    gone /= max(way[0] ** 2 + way[1] ** 2, 1e-6)
    share = eased((gone - RISES_FROM) / (RISEN_BY - RISES_FROM))
    return share * min(HEEL_RISE * max(drop, 0.0) / anatomy["leg"], MOST_HEEL_RISE)


@compiled
def _trails(memory: GaitMemory, side: int) -> bool:
    """Whether a foot on the ground is the trailing one, which pushes off."""
    return pushes_off(memory) and side != memory["stance"]


@compiled
def _heel(tick: Tick[Anatomy], side: int) -> Array:
    """(3,) middle of the sole's back edge [m]."""
    anatomy, foot = tick.anatomy, tick.anatomy["foot"][side]
    frame, ankle = tick.motion.rotation[foot], tick.motion.origin[foot]
    back, below = anatomy["heel"][side] * frame[:, 0], anatomy["ankle_height"][side] * frame[:, 2]
    heel: Array = ankle - back - below
    return heel


@compiled
def offer_foot(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int, corners: Contacts
) -> int:
    """Fill in the corners of a foot's sole; return how many may bear.

    A foot that rolls over its ball bears on its front corners alone, one that struck with its heel
    on its heel until it is flat: with the front corners it would slap down.
    """
    offer_sole(tick, command, side, corners)
    pitch, _ = _planted_pitch(tick, command, memory, side)
    trails, rolling = _trails(memory, side), memory["rolling"]
    if trails:
        corners.force_limit[:] *= bearing_share(memory)
    if trails or pitch >= ROLLING:
        if rolling > ON_TOES:
            _bear_on_toes(tick, side, corners)
        return CORNERS // 2
    if rolling > 0.0 and pitch_now(tick.motion, tick.anatomy, command, side) < -ON_HEEL:
        corners.force_limit[: CORNERS // 2] *= between(1.0, LEAST_SHARE, rolling)
        # The very edge bears.
        corners.points[HEELS] -= INSET * tick.motion.rotation[tick.anatomy["foot"][side]][:, 0]
    return CORNERS


@compiled
def _bear_on_toes(tick: Tick[Anatomy], side: int, corners: Contacts) -> None:
    """Let the toes' corners under the ball bear: a raised heel leaves the load to them."""
    anatomy, motion = tick.anatomy, tick.motion
    toes = anatomy["toes"][side]
    frame, joint = motion.rotation[toes], motion.origin[toes] - motion.com
    corners.segments[:] = toes
    for corner in range(CORNERS // 2):
        beside = (anatomy["half_width"][side] - INSET) * (1.0 if corner == 0 else -1.0)
        corners.points[corner] = joint + INSET * frame[:, 0] + beside * frame[:, 1]
        corners.points[corner] -= anatomy["ball_height"][side] * frame[:, 2]


@compiled
def offer_sole(tick: Tick[Anatomy], command: GaitCommand, side: int, corners: Contacts) -> None:
    """Fill in the four corners of a sole.

    A corner off the ground bears next to nothing, so that the program does not rely on the raised
    side of a tipping foot.
    """
    anatomy, motion = tick.anatomy, tick.motion
    corners.segments[:] = anatomy["foot"][side]
    set_corners(anatomy, motion, side, corners.points)
    hardest = HARDEST_PUSH * anatomy["total_mass"] * command["gravity"]
    for corner in range(CORNERS):
        place = corners.points[corner] + motion.com
        height = height_off_ground(command, motion, anatomy, side, place)
        share = min(max(1.5 - height / CONTACT_RANGE, LEAST_SHARE), 1.0)
        corners.force_limit[corner] = hardest * share
