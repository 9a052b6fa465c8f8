"""How often a control law is asked: at every time step where contacts change, else at every second.

What it saves is measured by `bench speed`; what it costs, by bench natural, gbwc_pushes, stepping.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..simulation.compiled import compiled
from ..simulation.foot_watch import loaded_segments
from ..simulation.records import Rows, make_record
from ..simulation.rotation import Array
from .gait.modes import WALKING
from .gait.records import GaitMemory

HELD = 2  # time steps for which torques hold between changes
SETTLING = 0.03  # [s] after a contact has begun or ended; tuned: bench natural
RECOVERING = 1.5  # [s] after a push, in which a body comes to rest or to its pace again
# Phase of a step from which the law is asked at every time step; tuned: bench natural. Later the
# leg straightens up to its stop, and torques that hold there make the knee rebound by 4 degrees.
HOLDS_UNTIL = 0.65


class ControlRate(NamedTuple):
    """What decides for how long a body's torques may hold.

    Attributes:
        loaded: (1,) the segments that bore a load when it was last asked: see `loaded_segments`.
        busy_until: (1,) time until which the law is asked at every time step [s].
    """

    loaded: NDArray[np.int64]
    busy_until: Array


def make_control_rate() -> tuple[ControlRate, Rows[ControlRate]]:
    """The rate of a body that has just entered: arrays, and the record of them."""
    return make_record(ControlRate, {"loaded": np.zeros(1, np.int64), "busy_until": np.zeros(1)})


def note_push(rate: ControlRate, time: float) -> None:
    """Note that a push acts at a time [s]."""
    rate.busy_until[0] = max(rate.busy_until[0], time + RECOVERING)


@compiled
def longest_hold(rates: Rows[ControlRate], load: Array, time: float) -> int:
    """The number of time steps for which torques computed at a time [s] may hold.

    Args:
        load: (n,) on each segment [N].
    """
    rate, loaded = rates[0], loaded_segments(load)
    if loaded != rate.loaded[0]:
        rate.loaded[0] = loaded
        rate.busy_until[0] = max(rate.busy_until[0], time + SETTLING)
    return HELD if time >= rate.busy_until[0] else 1


@compiled
def is_in_a_hurry(memory: GaitMemory) -> bool:
    """Whether a walker is about to land, or takes a step to a given place."""
    walks = memory["mode"] == WALKING
    return bool(walks and (memory["phase"] >= HOLDS_UNTIL or memory["directed"] != 0))
