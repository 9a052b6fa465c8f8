"""Walk to a thing, take it with both hands and lift it; it is carried through the next cues."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..grasp import Grasp, find_grasp, widest_hold
from ..hand_reach import distance_to_hands, stoop_to_hold
from ..rigs.stooping import Outline
from .biped import FEET, HANDS, Biped, Values, set_gait
from .handling import (
    carry,
    close_hands,
    distance_of,
    level_of,
    lift,
    open_hands,
    palms_of,
    points_in_world,
    raise_body,
    stand_first,
    take_hold,
)
from .placing import Spot, Walk, ahead_of
from .steering import place_of

begin, command = stand_first, set_gait  # what every task of the hands does
MAY_TOUCH = FEET | HANDS
AT_HANDLE = 0.03  # [m] from its handle a palm takes hold
PATIENCE = 1.0  # [s] after which it does so anyway


@dataclass
class PickUp:
    """A lift as it goes on.

    Attributes:
        motion: record of the body's state, which is always the present one.
        part: what is being done; since: when that began [s].
    """

    prop: str
    grasp: Grasp
    walk: Walk
    motion: NDArray[Any]
    part: str = "walk"
    since: float = field(default=0.0)

    def leave(self, biped: Biped) -> None:
        """Carry on what is held; one that holds nothing yet stands upright."""
        if not biped.arms.grips:
            raise_body(biped)
        elif self.part == "lift":
            carry(biped, self.motion, self.grasp)


def steer(biped: Biped, motion: NDArray[Any], values: Values) -> None:
    """Called many times a second with the state of the body."""
    if biped.task is None:
        biped.task = _plan(biped, motion, values)
    task: PickUp = biped.task
    places = points_in_world(biped, task.prop, task.grasp.points)
    if task.part == "walk":
        task.walk.steer(motion)
        if task.walk.is_over:
            _reach_down(biped, motion, task, places)
    elif task.part == "open" and biped.arms.has_arrived(0):
        close_hands(biped, motion, task.prop, places)
        _go_on(biped, task, "close")
    elif task.part == "close" and _is_at(biped, motion, task, places):
        take_hold(biped, motion, task.prop)
        lift(biped, motion, task.grasp)
        _go_on(biped, task, "lift")
    elif task.part == "lift" and biped.arms.has_arrived(0):
        carry(biped, motion, task.grasp)
        _go_on(biped, task, "carry")


def _plan(biped: Biped, motion: NDArray[Any], values: Values) -> PickUp:
    prop, position, orientation = biped.look_at(values["prop"])
    outline = Outline(biped.character)
    grasp = find_grasp(prop, position, orientation, place_of(motion), widest_hold(outline))
    spot = grasp.middle[:2] - distance_to_hands(outline, grasp) * ahead_of(grasp.facing)
    walk = Walk(biped, Spot(spot, grasp.facing), values["speed"])
    return PickUp(prop.name, grasp, walk, motion)


def _reach_down(biped: Biped, motion: NDArray[Any], task: PickUp, places: Any) -> None:
    middle = places.mean(axis=0)
    away = distance_of(biped, motion, middle)
    height = float(middle[2]) - level_of(biped, motion)
    half_width, front = task.grasp.half_width, task.grasp.front
    stoop = stoop_to_hold(Outline(biped.character), height, half_width, away, front)
    open_hands(biped, motion, task.prop, places, stoop, task.grasp.facing)
    _go_on(biped, task, "open")


def _go_on(biped: Biped, task: PickUp, part: str) -> None:
    task.part, task.since = part, biped.time


def _is_at(biped: Biped, motion: NDArray[Any], task: PickUp, places: Any) -> bool:
    """Whether both palms are at their handles, or have tried for long enough."""
    if not biped.arms.has_arrived(0):
        return False
    off = float(np.linalg.norm(palms_of(biped, motion) - places, axis=1).max())
    return off < AT_HANDLE or biped.time > task.since + PATIENCE
