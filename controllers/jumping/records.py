"""The command of a body that jumps or climbs: where mass, trunk, feet and arms are to be now."""

from __future__ import annotations

from typing import Annotated, TypedDict

import numpy as np

from ..program.contacts import EDGES
from ..program.record import PAIR, Integers, Reals, Rows, dtype_of

POINT = (3,)
SOLES = 8  # corners of both
MASS_WEIGHT = 100.0  # of a body that jumps


class JumpCommand(TypedDict):
    """Targets of a body that jumps or climbs, and what its program solved last; of a pair, the left
    foot's is first.
    """

    dt: float  # [s]
    gravity: float  # [m/s2]
    bears: Annotated[Integers, PAIR]  # whether each foot is on the ground
    on_toes: Annotated[Reals, PAIR]  # how far ahead of the ball the toes of each foot bear whose
    # heel is to rise; 0: the sole bears until it has risen [m]
    load: Annotated[Reals, PAIR]  # share of the largest force that each may take
    com: Annotated[Reals, POINT]  # [m]
    com_velocity: Annotated[Reals, POINT]  # [m/s]
    com_acceleration: Annotated[Reals, POINT]  # [m/s2]
    mass_weight: float  # of the three
    spin: Annotated[Reals, POINT]  # angular momentum about the center of mass [N m s]
    holds_spin: float  # share of the weight with which that is held
    facing: float  # of trunk and feet [rad]
    turning: float  # its rate [rad/s]
    lean: float  # of the trunk, forwards [rad]
    foot_pitch: Annotated[Reals, PAIR]  # of the feet, toes down [rad]
    holds_pitch: float  # share of the weight with which that is held
    feet: Annotated[Reals, (2, 3)]  # ankles from the center of mass, in the world's axes [m]
    feet_velocity: Annotated[Reals, (2, 3)]  # relative to it [m/s]
    straight: float  # angle below which knees are bent; 0: they may be straight [rad]
    floor: Annotated[Reals, PAIR]  # height of the ground under each foot [m]
    swing: float  # of the arms, forwards [rad]
    swing_rate: float  # [rad/s]
    elbow: float  # bend [rad]
    forces: Annotated[Reals, (EDGES * SOLES,)]  # along the contacts' edges [N]


JUMP_COMMAND = dtype_of(JumpCommand)


def make_jump_command(gravity: float, time_step: float) -> Rows[JumpCommand]:
    """(1,) record of a body that has no targets yet."""
    records = np.zeros(1, dtype=JUMP_COMMAND)
    record: JumpCommand = records[0]
    record["gravity"], record["dt"] = gravity, time_step
    record["load"][:], record["mass_weight"] = 1.0, MASS_WEIGHT
    return records
