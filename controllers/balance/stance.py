"""Stance legs: tasks that keep the soles planted, and the contacts at their corners."""

from __future__ import annotations

import math

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import Dynamics, point_velocity
from ...simulation.rotation import Array, about_y, heading_of, product
from ..gait.foot_roll import loaded_pitch, pitch_now
from ..gait.records import GaitCommand, GaitMemory
from ..gait.rolling import bearing_share, between, pushes_off
from ..gait.sole import CORNERS, HEELS, INSET, set_corners
from ..gait.style import ROLLING
from ..gait.terrain import height_off_ground, sole_frame
from ..program.anatomy import Anatomy
from ..program.objectives import Objective, add_point_task, add_rotation_task
from .posture import squared_frequency, turn_towards

SOLE_STIFFNESS, ROLLED_STIFFNESS = 9.5, 120.0  # [g / leg]
SOLE_WEIGHT, PUSH_OFF_WEIGHT = 1000.0, 300.0  # of a foot in stance, of one that pushes off
ON_TOES = 0.3  # of the share to which a walk rolls: from here on toes bear
ON_HEEL = 0.02  # [rad] of raised toes from which the foot bears on its heel alone
SLIP_DAMPING = 20.0  # [1/s]
HARDEST_PUSH = 2.0  # of body weight: force along an edge of a contact
CONTACT_RANGE = 0.02  # [m] off the ground at which a contact's force limit is halved
LEAST_SHARE = 0.01  # of the force limit that a contact in the air keeps


@compiled
def plant_foot(
    objective: Objective, body: Body, anatomy: Anatomy, motion: Motion, command: GaitCommand,
    memory: GaitMemory, dynamics: Dynamics, side: int,
) -> None:  # fmt: skip
    """Add the tasks of a loaded foot: stay in place, level on the ground or rolling over heel or
    ball.
    """
    foot = anatomy["foot"][side]
    trails = pushes_off(memory) and side != memory["stance"]
    weight = PUSH_OFF_WEIGHT if trails else SOLE_WEIGHT
    flat = sole_frame(command, heading_of(motion.rotation[foot]), command["gradient"][side])
    pitch, rate = loaded_pitch(memory, side)
    rolled = product(flat, about_y(pitch))
    stiffness = between(SOLE_STIFFNESS, ROLLED_STIFFNESS, memory["rolling"])
    stiffness *= squared_frequency(anatomy, command)
    target = turn_towards(motion, foot, rolled, stiffness)
    target += 2.0 * math.sqrt(stiffness) * rate * motion.rotation[foot][:, 1]
    add_rotation_task(objective, body, dynamics, foot, target, weight)
    pivot = motion.origin[anatomy["toes"][side]].copy()
    if pitch_now(motion, anatomy, command, side) < -ON_HEEL:
        frame = motion.rotation[foot]
        pivot[:] = motion.origin[foot] - anatomy["heel"][side] * frame[:, 0]
        pivot -= anatomy["ankle_height"][side] * frame[:, 2]
    slip = point_velocity(dynamics.twists[foot], pivot - motion.com)
    add_point_task(objective, body, motion, dynamics, foot, pivot, -SLIP_DAMPING * slip, weight)


@compiled
def bearer(anatomy: Anatomy, memory: GaitMemory, side: int) -> int:
    """The segment whose contacts bear a loaded leg: its foot, or its toes once the heel rises."""
    trails = pushes_off(memory) and side != memory["stance"]
    pitch, _ = loaded_pitch(memory, side)
    on_toes = memory["rolling"] > ON_TOES and (trails or pitch >= ROLLING)
    return int(anatomy["toes"][side] if on_toes else anatomy["foot"][side])


@compiled
def _set_toe_corners(anatomy: Anatomy, motion: Motion, side: int, points: Array) -> None:
    """Fill in the toes' two corners under the ball as front corners (4, 3) of a sole [m]."""
    toes = anatomy["toes"][side]
    frame, joint = motion.rotation[toes], motion.origin[toes] - motion.com
    for corner in range(CORNERS // 2):
        beside = (anatomy["half_width"][side] - INSET) * (1.0 if corner == 0 else -1.0)
        points[corner] = joint + INSET * frame[:, 0] + beside * frame[:, 1]
        points[corner] -= anatomy["ball_height"][side] * frame[:, 2]


@compiled
def offer_contacts(
    anatomy: Anatomy, motion: Motion, command: GaitCommand, memory: GaitMemory, side: int,
    points: Array, force_limit: Array,
) -> int:  # fmt: skip
    """Fill in the corners (4, 3) [m] of a sole and their force limits (4,) [N]; return how many.

    A foot that rolls over its ball bears on its front corners alone, and a corner off the ground
    bears next to nothing, so that the program does not rely on the raised side of a tipping foot.
    """
    set_corners(anatomy, motion, side, points)
    if bearer(anatomy, memory, side) == anatomy["toes"][side]:
        _set_toe_corners(anatomy, motion, side, points)
    hardest = HARDEST_PUSH * anatomy["total_mass"] * command["gravity"]
    trails = pushes_off(memory) and side != memory["stance"]
    if trails:
        hardest *= bearing_share(memory)
    on_heel = pitch_now(motion, anatomy, command, side) < -ON_HEEL and memory["rolling"] > 0.0
    if on_heel:  # the very edge bears
        points[HEELS] -= INSET * motion.rotation[anatomy["foot"][side]][:, 0]
    for corner in range(CORNERS):
        height = height_off_ground(command, motion, anatomy, side, points[corner] + motion.com)
        force_limit[corner] = hardest * min(max(1.5 - height / CONTACT_RANGE, LEAST_SHARE), 1.0)
        if on_heel and corner < CORNERS // 2:
            force_limit[corner] *= between(1.0, LEAST_SHARE, memory["rolling"])
    pitch, _ = loaded_pitch(memory, side)
    return CORNERS // 2 if trails or pitch >= ROLLING else CORNERS
